import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'

export const aggregationProfileQueries = resourceQueries(aggregationProfiles)
