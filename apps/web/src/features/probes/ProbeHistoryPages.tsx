import { Button } from '@mantine/core'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { Link, useParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { VersionNotice } from '#kit/history/VersionNotice.tsx'
import { WithVersion } from '#kit/history/WithVersion.tsx'
import { paths } from '#lib/paths.ts'
import { ProbeDetails } from './ProbeDetails.tsx'
import { probeDefinition } from './probe-form.ts'

const shared = { resource: probes, paths: paths.probes } as const

export const ProbeHistoryPage = () => <ResourceHistoryPage {...shared} />

export const ProbeComparePage = () => <ResourceComparePage {...shared} />

/** One version of a probe as it was. */
export function ProbeVersionPage() {
  const { version = '' } = useParams()
  const may = useMay()
  return (
    <WithVersion {...shared} title="Probe version" version={version} fromDocument={probeDefinition.fromDocument}>
      {(found, values, name) => {
        const { newest } = found
        const details = paths.probes.details(newest.name)
        return (
          <ProbeDetails
            title="Probe version"
            object={found.object_repr}
            probe={values}
            actions={
              <>
                <Button component={Link} to={paths.probes.history(name)} variant="default">
                  History
                </Button>
                {newest.id !== found.id && (
                  <>
                    <Button
                      component={Link}
                      variant="default"
                      to={paths.probes.compare(name, newest.version, found.version)}
                    >
                      Compare with now
                    </Button>
                    {may('change', probes) && (
                      <Button component={Link} to={`${details}?restore=${encodeURIComponent(version)}`}>
                        Restore
                      </Button>
                    )}
                  </>
                )}
              </>
            }
            notice={<VersionNotice version={found} />}
          />
        )
      }}
    </WithVersion>
  )
}
