import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { View } from '#kit/api/resource-queries.ts'
import { HistoryButton } from '#kit/page/ObjectActions.tsx'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import { usePathParameters } from '#lib/path-parameters.ts'
import { capitalized } from '#lib/words.ts'
import { VersionNotice } from './VersionNotice.tsx'
import { storedAs, type Version } from './versions.ts'
import { WithVersion } from './WithVersion.tsx'

/** One version as a page shows it: its values, and the heading, links and notice around them. */
export interface ShownVersion<Values> {
  readonly title: string
  readonly object: string
  readonly values: Values
  readonly view: View
  readonly actions: ReactNode
  readonly notice: ReactNode
}

interface Props<Values> {
  readonly definition: VersionedDefinition<Values>
  readonly view?: View | undefined
  /** Whether the user may restore the version; if absent, nobody can. */
  readonly mayRestore?: (values: Values) => boolean
  readonly children: (shown: ShownVersion<Values>) => ReactNode
}

/** One version (`:version`) of an object, with links to compare and to restore it; the public page leads to the others. */
export function ResourceVersionPage<Values>({ definition, view = 'member', mayRestore, children }: Props<Values>) {
  const { version = '' } = usePathParameters()
  const { resource, paths, fromDocument } = definition
  const title = `${capitalized(resource.label.one)} version`
  return (
    <WithVersion {...{ resource, paths, view, title, version, fromDocument }}>
      {(found, values, name) => {
        const isOld = found.newest.id !== found.id
        const stored = storedAs(found.newest, name, resource)
        const shown = { title: `${title} ${version}`, object: name, values, view }
        const history = <HistoryButton to={paths.history(name)} />
        if (view === 'public') {
          const notice = (
            <VersionNotice version={found}>
              {isOld && (
                <p>
                  There is a newer one: <Link to={paths.details(stored)}>as it is now</Link>.
                </p>
              )}
            </VersionNotice>
          )
          return children({ ...shown, actions: history, notice })
        }
        const isRestorable = mayRestore?.(values) ?? false
        return children({
          ...shown,
          actions: (
            <>
              {history}
              {isOld && <Actions {...{ found, name, stored, paths, isRestorable }} />}
            </>
          ),
          notice: <VersionNotice version={found} />,
        })
      }}
    </WithVersion>
  )
}

interface ActionsProps {
  readonly found: Version
  readonly name: string
  /** The key of the object in addresses now. */
  readonly stored: string
  readonly paths: VersionedDefinition<never>['paths']
  readonly isRestorable: boolean
}

const Actions = ({ found: { id, version, newest }, name, stored, paths, isRestorable }: ActionsProps) => (
  <>
    <Button component={Link} variant="default" to={paths.compare(name, String(newest.id), String(id))}>
      Compare with now
    </Button>
    {isRestorable && (
      <Button component={Link} to={`${paths.details(stored)}?restore=${encodeURIComponent(version)}`}>
        Restore
      </Button>
    )}
  </>
)
