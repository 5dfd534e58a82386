import { Button } from '@mantine/core'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { Link, useParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { NotFound } from '#kit/NotFound.tsx'
import { VersionNotice } from '#kit/VersionNotice.tsx'
import { useMay } from '#kit/visitor.tsx'
import { WithVersions } from '#kit/WithVersions.tsx'
import { MetricProfileDetails } from './MetricProfileDetails.tsx'
import { metricProfileShape } from './metric-profile-form.ts'

/** One version of a metric profile as it was. */
export function MetricProfileVersionPage() {
  const { version = '' } = useParams()
  const may = useMay()
  return (
    <WithVersions resource={metricProfiles} paths={paths.metricProfiles} title="Metric profile version">
      {(versions, name) => {
        const found = versions.find((candidate) => candidate.version === version)
        const values = found && metricProfileShape.fromDocument(found.fields)
        if (!found || !values) {
          const history = paths.metricProfiles.history(name)
          return <NotFound what={`${name} has no version ${version}.`} to={history} toWhat="its history" />
        }
        const [newest] = versions
        const details = paths.metricProfiles.details(name)
        return (
          <MetricProfileDetails
            title={`Metric profile version ${version}`}
            object={name}
            values={values}
            actions={
              newest &&
              newest.id !== found.id && (
                <>
                  <Button
                    component={Link}
                    variant="default"
                    to={paths.metricProfiles.compare(name, String(newest.id), String(found.id))}
                  >
                    Compare with now
                  </Button>
                  {may('change', metricProfiles, values) && (
                    <Button component={Link} to={`${details}?restore=${encodeURIComponent(version)}`}>
                      Restore
                    </Button>
                  )}
                </>
              )
            }
            notice={<VersionNotice version={found} />}
          />
        )
      }}
    </WithVersions>
  )
}
