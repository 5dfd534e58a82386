import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { groupedAggregationProfiles } from '#features/aggregation-profiles/aggregation-profiles.effects.ts'
import { groupedMetricProfiles } from '#features/metric-profiles/metric-profiles.effects.ts'
import { groupedMetrics } from '#features/metrics/metrics.effects.ts'
import { groupedReports } from '#features/reports/reports.effects.ts'
import { groupedThresholdsProfiles } from '#features/thresholds-profiles/thresholds-profiles.effects.ts'
import type { GroupedObjects } from '#kit/resource/grouped-objects.ts'

/** The objects that belong to each kind of group. */
export const grouped: Readonly<Record<GroupKind, GroupedObjects>> = {
  reports: groupedReports,
  metrics: groupedMetrics,
  aggregations: groupedAggregationProfiles,
  metricprofiles: groupedMetricProfiles,
  thresholdsprofiles: groupedThresholdsProfiles,
}
