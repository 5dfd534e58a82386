import { Button } from '@mantine/core'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { Link, useParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { NotFound } from '#kit/NotFound.tsx'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { VersionNotice } from '#kit/VersionNotice.tsx'
import { WithVersions } from '#kit/WithVersions.tsx'
import { MetricDetails } from './MetricDetails.tsx'
import { metricShape } from './metric-compare.ts'

export const MetricHistoryPage = () => <ResourceHistoryPage resource={metrics} paths={paths.metrics} />

export const MetricComparePage = () => <ResourceComparePage shape={metricShape} />

/** One version of a metric as it was. */
export function MetricVersionPage() {
  const { version = '' } = useParams()
  return (
    <WithVersions resource={metrics} paths={paths.metrics} title="Metric version">
      {(versions, name) => {
        const found = versions.find((candidate) => candidate.version === version)
        const metric = found && metricShape.fromDocument(found.fields)
        if (!found || !metric) {
          const history = paths.metrics.history(name)
          return <NotFound what={`${name} has no version ${version}.`} to={history} toWhat="its history" />
        }
        const [newest] = versions
        return (
          <MetricDetails
            title={`Metric version ${version}`}
            metric={metric}
            actions={
              newest &&
              newest.id !== found.id && (
                <Button
                  component={Link}
                  variant="default"
                  to={paths.metrics.compare(name, String(newest.id), String(found.id))}
                >
                  Compare with now
                </Button>
              )
            }
            notice={<VersionNotice version={found} />}
          />
        )
      }}
    </WithVersions>
  )
}
