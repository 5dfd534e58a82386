import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { capitalised } from '#lib/words.ts'
import { NotFound } from './NotFound.tsx'
import type { ComparedShape } from './resource-form.ts'
import { VersionNotice } from './VersionNotice.tsx'
import { type Version, WithVersions } from './WithVersions.tsx'

/** One version as a page shows it: what it held, and what stands around that. */
export interface ShownVersion<Values> {
  readonly title: string
  readonly object: string
  readonly values: Values
  readonly actions: ReactNode
  readonly notice: ReactNode
}

interface Props<Values> {
  readonly shape: ComparedShape<Values>
  /** Without it, nobody brings back an old version here. */
  readonly mayRestore?: (values: Values) => boolean
  readonly children: (shown: ShownVersion<Values>) => ReactNode
}

/** One version of an object as it was (`:version`), with the ways to compare it and to bring it back. */
export function ResourceVersionPage<Values>({ shape, mayRestore, children }: Props<Values>) {
  const { version = '' } = useParams()
  const { resource, paths, fromDocument } = shape
  const title = `${capitalised(resource.label.one)} version`
  return (
    <WithVersions resource={resource} paths={paths} title={title}>
      {(versions, name) => {
        const found = versions.find((candidate) => candidate.version === version)
        const values = found && fromDocument(found.fields)
        if (!found || !values) {
          return <NotFound what={`${name} has no version ${version}.`} to={paths.history(name)} toWhat="its history" />
        }
        const newest = versions[0] ?? found
        return children({
          title: `${title} ${version}`,
          object: name,
          values,
          actions: newest !== found && (
            <Actions
              found={found}
              newest={newest}
              name={name}
              paths={paths}
              mayRestore={mayRestore?.(values) ?? false}
            />
          ),
          notice: <VersionNotice version={found} />,
        })
      }}
    </WithVersions>
  )
}

interface ActionsProps {
  readonly found: Version
  readonly newest: Version
  readonly name: string
  readonly paths: ComparedShape<never>['paths']
  readonly mayRestore: boolean
}

const Actions = ({ found, newest, name, paths, mayRestore }: ActionsProps) => (
  <>
    <Button component={Link} variant="default" to={paths.compare(name, String(newest.id), String(found.id))}>
      Compare with now
    </Button>
    {mayRestore && (
      <Button component={Link} to={`${paths.details(name)}?restore=${encodeURIComponent(found.version)}`}>
        Restore
      </Button>
    )}
  </>
)
