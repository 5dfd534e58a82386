import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { paths } from '#lib/paths.ts'

export const MetricProfileHistoryPage = () => (
  <ResourceHistoryPage resource={metricProfiles} paths={paths.metricProfiles} />
)

export const MetricProfileComparePage = () => (
  <ResourceComparePage resource={metricProfiles} paths={paths.metricProfiles} />
)
