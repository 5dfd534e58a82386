import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { paths } from '#app/paths.ts'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { metricProfileShape } from './metric-profile-form.ts'

export const MetricProfileHistoryPage = () => (
  <ResourceHistoryPage resource={metricProfiles} paths={paths.metricProfiles} />
)

export const MetricProfileComparePage = () => <ResourceComparePage shape={metricProfileShape} />
