import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { groupedObjects } from '#kit/resource/grouped-objects.ts'

/** The Web API does not know groups, so a change of them is a change of the console's database alone. */
export const groupedMetricProfiles = groupedObjects({ resource: metricProfiles, table: 'metric_profiles' })
