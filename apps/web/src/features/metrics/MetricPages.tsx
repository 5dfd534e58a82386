import { metrics } from '@quatrain/contract/resources/metric.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { MetricDetails, MetricForm } from './MetricForm.tsx'
import { metricDefinition, restoredValues } from './metric-form.ts'

const shared = { definition: metricDefinition, Form: MetricForm, Details: MetricDetails } as const

export const MetricPage = () => (
  <StoredRecordPage
    {...shared}
    restore={restoredValues}
    partsOf={(name) => [{ label: 'Hosts', to: paths.topology.hostsOf(name) }]}
    saving="Saving adds a new version. The template version of the metric does not change."
  />
)

export const PublicMetricPage = () => (
  <RecordDetailsPage definition={metricDefinition} paths={paths.publicMetrics} view="public" Details={MetricDetails} />
)

export const MetricHistoryPage = () => <ResourceHistoryPage resource={metrics} paths={paths.metrics} />
export const MetricVersionPage = () => <VersionPage {...shared} />
export const MetricComparePage = () => <ResourceComparePage resource={metrics} paths={paths.metrics} />
