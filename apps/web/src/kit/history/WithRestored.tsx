import { size } from '@quatrain/contract/compare/compare.ts'
import type { ReactNode } from 'react'
import { type Comparable, changesBetween, comparedFields } from '#kit/compare/comparable.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import { capitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { deletionOf } from './versions.ts'
import classes from './WithRestored.module.css'
import { WithVersion } from './WithVersion.tsx'

interface Props<Values> {
  readonly definition: Comparable<Values> & VersionedDefinition<Values>
  readonly version: string
  /** The stored values. */
  readonly now: Values
  /** Converts the values that a version does not contain from the stored ones; if absent, it contains all. */
  readonly begin?: (old: Values) => Values
  /** What saving does; most objects get a new version. */
  readonly saving?: string
  readonly children: (restored: {
    readonly values: Values
    readonly restoredFrom: number
    readonly notice: ReactNode
  }) => ReactNode
}

/** Loads an old version into the form, and says what saving it changes. */
export function WithRestored<Values>(props: Props<Values>) {
  const { definition, version, now, begin, saving = 'Saving adds a new version.', children } = props
  const { resource, paths, fromDocument } = definition
  const title = capitalized(`change ${resource.label.one}`)
  return (
    <WithVersion resource={resource} paths={paths} title={title} version={version} fromDocument={fromDocument}>
      {(old, was) => {
        const values = begin?.(was) ?? was
        const changes = changesBetween(definition, now, values)
        const notice =
          size(changes) === 0 ? (
            <NothingToRestore version={version} />
          ) : (
            <Notice kind="info" icon="clock">
              <p>
                The form contains version {version}. {saving}
              </p>
              <h2 className={classes.compared}>Compared with now</h2>
              <DifferenceView level={3} fields={comparedFields(definition)} changes={changes} emptyText="" />
            </Notice>
          )
        return children({ values, restoredFrom: old.id, notice })
      }}
    </WithVersion>
  )
}

const NothingToRestore = ({ version }: { readonly version: string }) => (
  <Notice kind="info" icon="clock">
    <p>Version {version} is what is stored now: there is nothing to restore.</p>
  </Notice>
)

interface WithDeletedProps<Values> {
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
export function WithDeleted<Values>({ definition, objectName, version, children }: WithDeletedProps<Values>) {
  const { resource, paths, fromDocument } = definition
  const { one } = resource.label
  return (
    <WithVersion
      resource={resource}
      paths={paths}
      objectName={objectName}
      version={version}
      fromDocument={fromDocument}
      title={capitalized(`restore ${one}`)}
    >
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
