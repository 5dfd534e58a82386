import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'

export const thresholdsProfileQueries = resourceQueries(thresholdsProfiles)
