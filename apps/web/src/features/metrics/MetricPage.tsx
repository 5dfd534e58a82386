import { Button } from '@mantine/core'
import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { useRemembered } from '#kit/recent.ts'
import { useMay } from '#kit/visitor.tsx'
import { WithRecord } from '#kit/WithRecord.tsx'
import { Notice } from '#ui/Notice.tsx'
import { MetricDetails } from './MetricDetails.tsx'

export const MetricPage = () => (
  <WithRecord resource={metrics} paths={paths.metrics}>
    {({ record }) => <StoredMetric metric={record} />}
  </WithRecord>
)

function StoredMetric({ metric }: { readonly metric: Metric }) {
  useRemembered(metrics, metric.name)
  const may = useMay()
  return (
    <MetricDetails
      metric={metric}
      profiles={metric.profiles}
      actions={
        <>
          {may('view', metricOverrides) && (
            <Button component={Link} to={paths.metricPreview(metric.name)} variant="default">
              What a box runs
            </Button>
          )}
          <Button component={Link} to={paths.metrics.history(metric.name)} variant="default">
            History
          </Button>
        </>
      }
      notice={
        <Notice kind="info" icon="lock">
          <p>Metrics come and go with the metric profiles that name them.</p>
          <p>Their group and configuration can be read here; changing them is not part of this release yet.</p>
        </Notice>
      }
    />
  )
}

export const PublicMetricPage = () => (
  <WithRecord resource={metrics} paths={paths.publicMetrics} view="public">
    {({ record }) => <MetricDetails metric={record} profiles={record.profiles} view="public" />}
  </WithRecord>
)
