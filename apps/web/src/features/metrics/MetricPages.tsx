import { historyPages } from '#kit/resource/history-pages.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
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

export const metricHistory = historyPages(shared)
