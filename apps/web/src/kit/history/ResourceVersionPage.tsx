import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import { capitalised } from '#lib/words.ts'
import { VersionNotice } from './VersionNotice.tsx'
import { storedAs, type Version } from './versions.ts'
import { WithVersion } from './WithVersion.tsx'

/** One version as a page shows it: what it held, and what stands around that. */
export interface ShownVersion<Values> {
  readonly title: string
  readonly object: string
  readonly values: Values
  readonly actions: ReactNode
  readonly notice: ReactNode
}

interface Props<Values> {
  readonly definition: VersionedDefinition<Values>
  /** Without it, nobody brings back an old version here. */
  readonly mayRestore?: (values: Values) => boolean
  readonly children: (shown: ShownVersion<Values>) => ReactNode
}

/** One version of an object as it was (`:version`), with the ways to compare it and to bring it back. */
export function ResourceVersionPage<Values>({ definition, mayRestore, children }: Props<Values>) {
  const { version = '' } = useParams()
  const { resource, paths, fromDocument } = definition
  const title = `${capitalised(resource.label.one)} version`
  return (
    <WithVersion resource={resource} paths={paths} title={title} version={version} fromDocument={fromDocument}>
      {(found, values, name) =>
        children({
          title: `${title} ${version}`,
          object: name,
          values,
          actions: found.newest.id !== found.id && (
            <Actions
              found={found}
              name={name}
              paths={paths}
              stored={storedAs(found.newest, name, resource)}
              mayRestore={mayRestore?.(values) ?? false}
            />
          ),
          notice: <VersionNotice version={found} />,
        })
      }
    </WithVersion>
  )
}

interface ActionsProps {
  readonly found: Version
  readonly name: string
  /** What the object is called in addresses now. */
  readonly stored: string
  readonly paths: VersionedDefinition<never>['paths']
  readonly mayRestore: boolean
}

const Actions = ({ found: { id, version, newest }, name, stored, paths, mayRestore }: ActionsProps) => (
  <>
    <Button component={Link} variant="default" to={paths.compare(name, String(newest.id), String(id))}>
      Compare with now
    </Button>
    {mayRestore && (
      <Button component={Link} to={`${paths.details(stored)}?restore=${encodeURIComponent(version)}`}>
        Restore
      </Button>
    )}
  </>
)
