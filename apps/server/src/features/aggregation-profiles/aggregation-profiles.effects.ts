import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { groupedObjects } from '#kit/resource/grouped-objects.ts'

/** The Web API does not know groups, so a change of them is a change of the console's database alone. */
export const groupedAggregationProfiles = groupedObjects({
  resource: aggregationProfiles,
  table: 'aggregation_profiles',
})
