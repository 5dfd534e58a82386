import { Button } from '@mantine/core'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { Link, useParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { VersionNotice } from '#kit/history/VersionNotice.tsx'
import { WithVersion } from '#kit/history/WithVersion.tsx'
import { paths } from '#lib/paths.ts'
import { MetricTagDetails } from './MetricTagDetails.tsx'
import { metricTagDefinition } from './metric-tag-form.ts'

const shared = { resource: metricTags, paths: paths.metricTags } as const

export const MetricTagHistoryPage = () => <ResourceHistoryPage {...shared} />

export const MetricTagComparePage = () => <ResourceComparePage resource={metricTags} paths={paths.metricTags} />

/** One version of a metric tag as it was. */
export function MetricTagVersionPage() {
  const { version = '' } = useParams()
  const mayChange = useMay()('change', metricTags)
  return (
    <WithVersion
      {...shared}
      title="Metric tag version"
      version={version}
      fromDocument={metricTagDefinition.fromDocument}
    >
      {(found, values, name) => {
        const { compare, details } = shared.paths
        const { newest } = found
        return (
          <MetricTagDetails
            title={`Metric tag version ${version}`}
            object={name}
            values={values}
            notice={<VersionNotice version={found} />}
            actions={
              newest.id !== found.id && (
                <>
                  <Button component={Link} variant="default" to={compare(name, newest.version, found.version)}>
                    Compare with now
                  </Button>
                  {mayChange && (
                    <Button component={Link} to={`${details(newest.name)}?restore=${encodeURIComponent(version)}`}>
                      Restore
                    </Button>
                  )}
                </>
              )
            }
          />
        )
      }}
    </WithVersion>
  )
}
