import type { ReactNode } from 'react'
import { NotFound } from '#kit/page/NotFound.tsx'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import { capitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { deletionOf } from './versions.ts'
import { WithVersion } from './WithVersion.tsx'

interface Props<Values> {
  readonly definition: VersionedDefinition<Values>
  /** The name of the deleted object, and the version. */
  readonly objectName: string
  readonly version: string
  readonly children: (restored: {
    readonly values: Values
    readonly restoredFrom: number
    readonly restoredObject: number
    readonly notice: ReactNode
  }) => ReactNode
}

/** Loads a version of a deleted object into the form of a new one, which continues its history. */
export function WithDeleted<Values>({ definition, objectName, version, children }: Props<Values>) {
  const { resource, paths, fromDocument } = definition
  const { one } = resource.label
  return (
    <WithVersion {...{ resource, paths, objectName, version, fromDocument }} title={capitalized(`restore ${one}`)}>
      {({ id, newest: { deletion, name } }, values) => {
        if (!deletion) {
          return (
            <NotFound
              detail={`${capitalized(one)} ${name} was not deleted.`}
              why=""
              to={paths.history(objectName)}
              toWhat="its history"
            />
          )
        }
        const notice = (
          <Notice kind="info" icon="clock">
            <p>
              {deletionOf(`${capitalized(one)} ${name}`, deletion)} The form contains version {version}. Saving adds the{' '}
              {one} again, and its history goes on.
            </p>
          </Notice>
        )
        return children({ values, restoredFrom: id, restoredObject: deletion.object, notice })
      }}
    </WithVersion>
  )
}
