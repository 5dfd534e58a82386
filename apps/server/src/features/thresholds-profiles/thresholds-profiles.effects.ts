import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { groupedObjects } from '#kit/resource/grouped-objects.ts'

/** The Web API does not know groups, so a change of them is a change of the console's database alone. */
export const groupedThresholdsProfiles = groupedObjects({ resource: thresholdsProfiles, table: 'thresholds_profiles' })
