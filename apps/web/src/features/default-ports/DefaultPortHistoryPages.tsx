import { Button } from '@mantine/core'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { Link, useParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { NotFound } from '#kit/NotFound.tsx'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { VersionNotice } from '#kit/VersionNotice.tsx'
import { WithVersions } from '#kit/WithVersions.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { defaultPortShape } from './default-ports-form.ts'

const shared = { resource: defaultPorts, paths: paths.defaultPorts } as const

export const DefaultPortHistoryPage = () => <ResourceHistoryPage {...shared} />

export const DefaultPortComparePage = () => <ResourceComparePage shape={defaultPortShape} />

/** One version of a port as it was. */
export function DefaultPortVersionPage() {
  const { version = '' } = useParams()
  return (
    <WithVersions {...shared} title="Default port version">
      {(versions, name) => {
        const found = versions.find((candidate) => candidate.version === version)
        const port = found && defaultPortShape.fromDocument(found.fields)
        const { history, compare } = shared.paths
        if (!found || !port) {
          return <NotFound what={`${name} has no version ${version}.`} to={history(name)} toWhat="its history" />
        }
        const [newest] = versions
        return (
          <PageFrame
            title={`Default port version ${version}`}
            object={name}
            width="reading"
            actions={
              newest &&
              newest !== found && (
                <Button component={Link} variant="default" to={compare(name, newest.version, found.version)}>
                  Compare with now
                </Button>
              )
            }
          >
            <VersionNotice version={found} />
            <ValueText label="Port name" value={port.name} isMono />
            <ValueText label="Port value" value={port.value} isMono />
          </PageFrame>
        )
      }}
    </WithVersions>
  )
}
