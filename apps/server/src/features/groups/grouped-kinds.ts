import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { groupedMetrics } from '#features/metrics/metrics.effects.ts'
import { type GroupedObjects, groupedObjects } from '#kit/resource/grouped-objects.ts'

/**
 * The objects that belong to each kind of group. The Web API does not know groups, so a change of them is a change of the
 * console's database alone.
 */
export const grouped: Readonly<Record<GroupKind, GroupedObjects>> = {
  reports: groupedObjects({ resource: reports, table: 'reports' }),
  metrics: groupedMetrics,
  aggregations: groupedObjects({ resource: aggregationProfiles, table: 'aggregation_profiles' }),
  metricprofiles: groupedObjects({ resource: metricProfiles, table: 'metric_profiles' }),
  thresholdsprofiles: groupedObjects({ resource: thresholdsProfiles, table: 'thresholds_profiles' }),
}
