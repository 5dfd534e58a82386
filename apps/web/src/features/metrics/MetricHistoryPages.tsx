import { metrics } from '@quatrain/contract/resources/metric.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { MetricDetails } from './MetricDetails.tsx'
import { metricDefinition } from './metric-compare.ts'

export const MetricHistoryPage = () => <ResourceHistoryPage resource={metrics} paths={paths.metrics} />

export const MetricComparePage = () => <ResourceComparePage definition={metricDefinition} />

/** One version of a metric as it was. */
export function MetricVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage
      definition={metricDefinition}
      mayRestore={({ group }) => may('change', metrics, { groupname: group })}
    >
      {({ values, object: _, ...shown }) => <MetricDetails {...shown} metric={values} />}
    </ResourceVersionPage>
  )
}
