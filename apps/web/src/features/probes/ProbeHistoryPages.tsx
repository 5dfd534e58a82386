import { Button } from '@mantine/core'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { Link, useParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { NotFound } from '#kit/NotFound.tsx'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { VersionNotice } from '#kit/VersionNotice.tsx'
import { useMay } from '#kit/visitor.tsx'
import { WithVersions } from '#kit/WithVersions.tsx'
import { ProbeDetails } from './ProbeDetails.tsx'
import { comparedProbe, probeShape } from './probe-form.ts'

export const ProbeHistoryPage = () => <ResourceHistoryPage resource={probes} paths={paths.probes} />

const compared = comparedProbe(paths.probes)

export const ProbeComparePage = () => <ResourceComparePage shape={compared} />

/** One version of a probe as it was. */
export function ProbeVersionPage() {
  const { version = '' } = useParams()
  const may = useMay()
  return (
    <WithVersions resource={probes} paths={paths.probes} title="Probe version">
      {(versions, name) => {
        const [newest] = versions
        const found = versions.find((candidate) => candidate.version === version)
        const values = found && probeShape.fromDocument(found.fields)
        const now = newest && probeShape.fromDocument(newest.fields)
        if (!found || !values || !now) {
          const history = paths.probes.history(name)
          return <NotFound what={`${name} has no version ${version}.`} to={history} toWhat="its history" />
        }
        const details = paths.probes.details(now.name)
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
    </WithVersions>
  )
}
