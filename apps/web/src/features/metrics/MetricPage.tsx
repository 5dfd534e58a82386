import { Button } from '@mantine/core'
import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { Link, useSearchParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { WithRestored } from '#kit/history/WithRestored.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import type { Base } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { MetricDetails } from './MetricDetails.tsx'
import { MetricForm } from './MetricForm.tsx'
import { type MetricValues, metricFormDefinition, restoredValues, valuesOf } from './metric-form.ts'
import { NewerVersionNotice } from './NewerVersionNotice.tsx'

export const MetricPage = () => (
  <WithRecord resource={metrics} paths={paths.metrics}>
    {(loaded) => <StoredMetric key={loaded.record.name} {...loaded} />}
  </WithRecord>
)

function StoredMetric({ record, etag }: Loaded<typeof metrics>) {
  const may = useMay()
  const [query] = useSearchParams()
  useRemembered(metrics, record.name)
  const restored = query.get('restore')
  const newer = <NewerVersionNotice metric={record.name} />
  const actions = (
    <>
      {may('view', metricOverrides) && (
        <Button component={Link} to={paths.metricPreview(record.name)} variant="default">
          Effective check
        </Button>
      )}
      <Button component={Link} to={paths.metrics.history(record.name)} variant="default">
        History
      </Button>
    </>
  )
  if (!may('change', metrics, { groupname: record.group })) {
    return (
      <MetricDetails
        metric={record}
        profiles={record.profiles}
        actions={actions}
        notice={
          <>
            <ReadOnlyBanner resource={metrics} record={{ groupname: record.group }} />
            {newer}
          </>
        }
      />
    )
  }
  const base = { values: valuesOf(record), etag }
  if (restored !== null) return <RestoreMetric metric={record} base={base} version={restored} />
  return <MetricForm metric={record} draftName={`change.${record.name}`} base={base} actions={actions} notice={newer} />
}

interface RestoreProps {
  readonly metric: Metric
  readonly base: Base<MetricValues>
  readonly version: string
}

/** The form of a stored metric with the tenant's own values of an old version. */
const RestoreMetric = ({ metric, base, version }: RestoreProps) => (
  <WithRestored
    definition={metricFormDefinition}
    version={version}
    now={base.values}
    begin={(old) => restoredValues(old, base.values)}
    saving="Saving makes a new version of it. The template version that it stands on stays."
  >
    {({ values, ...restored }) => (
      <MetricForm
        metric={metric}
        draftName={`restore.${version}.${metric.name}`}
        base={base}
        initial={values}
        {...restored}
      />
    )}
  </WithRestored>
)

export const PublicMetricPage = () => (
  <WithRecord resource={metrics} paths={paths.publicMetrics} view="public">
    {({ record }) => <MetricDetails metric={record} profiles={record.profiles} view="public" />}
  </WithRecord>
)
