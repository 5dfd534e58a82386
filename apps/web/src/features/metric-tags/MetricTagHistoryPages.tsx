import { Button } from '@mantine/core'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { Link, useParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { NotFound } from '#kit/NotFound.tsx'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { VersionNotice } from '#kit/VersionNotice.tsx'
import { useMay } from '#kit/visitor.tsx'
import { WithVersions } from '#kit/WithVersions.tsx'
import { MetricTagDetails } from './MetricTagDetails.tsx'
import { metricTagShape } from './metric-tag-form.ts'

const shared = { resource: metricTags, paths: paths.metricTags } as const

export const MetricTagHistoryPage = () => <ResourceHistoryPage {...shared} />

export const MetricTagComparePage = () => <ResourceComparePage shape={metricTagShape} />

/** One version of a metric tag as it was. */
export function MetricTagVersionPage() {
  const { version = '' } = useParams()
  const mayChange = useMay()('change', metricTags)
  return (
    <WithVersions {...shared} title="Metric tag version">
      {(versions, name) => {
        const found = versions.find((candidate) => candidate.version === version)
        const values = found && metricTagShape.fromDocument(found.fields)
        const { history, compare, details } = shared.paths
        if (!found || !values) {
          return <NotFound what={`${name} has no version ${version}.`} to={history(name)} toWhat="its history" />
        }
        const [newest] = versions
        return (
          <MetricTagDetails
            title={`Metric tag version ${version}`}
            object={name}
            values={values}
            notice={<VersionNotice version={found} />}
            actions={
              newest &&
              newest !== found && (
                <>
                  <Button component={Link} variant="default" to={compare(name, newest.version, found.version)}>
                    Compare with now
                  </Button>
                  {mayChange && (
                    <Button
                      component={Link}
                      to={`${details(newest.object_repr)}?restore=${encodeURIComponent(version)}`}
                    >
                      Restore
                    </Button>
                  )}
                </>
              )
            }
          />
        )
      }}
    </WithVersions>
  )
}
