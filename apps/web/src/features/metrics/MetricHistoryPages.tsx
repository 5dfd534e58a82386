import { metrics } from '@quatrain/contract/resources/metric.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { versionedDefinition } from '#kit/history/versioned-definition.ts'
import { paths } from '#lib/paths.ts'
import { MetricDetails } from './MetricDetails.tsx'

export const MetricHistoryPage = () => <ResourceHistoryPage resource={metrics} paths={paths.metrics} />

export const MetricComparePage = () => <ResourceComparePage resource={metrics} paths={paths.metrics} />

const versions = versionedDefinition(metrics, paths.metrics)

/** One version of a metric as it was. */
export function MetricVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage definition={versions} mayRestore={({ group }) => may('change', metrics, { groupname: group })}>
      {({ values, object: _, ...shown }) => <MetricDetails {...shown} metric={values} />}
    </ResourceVersionPage>
  )
}
