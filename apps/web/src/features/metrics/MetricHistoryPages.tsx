import { metrics } from '@quatrain/contract/resources/metric.ts'
import { useMay } from '#kit/api/visitor.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { versionedShape } from '#kit/history/versioned-shape.ts'
import { paths } from '#lib/paths.ts'
import { MetricDetails } from './MetricDetails.tsx'

export const MetricHistoryPage = () => <ResourceHistoryPage resource={metrics} paths={paths.metrics} />

export const MetricComparePage = () => <ResourceComparePage resource={metrics} paths={paths.metrics} />

const versions = versionedShape(metrics, paths.metrics)

/** One version of a metric as it was. */
export function MetricVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage shape={versions} mayRestore={({ group }) => may('change', metrics, { groupname: group })}>
      {({ values, object: _, ...shown }) => <MetricDetails {...shown} metric={values} />}
    </ResourceVersionPage>
  )
}
