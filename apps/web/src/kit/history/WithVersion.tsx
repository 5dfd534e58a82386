import { size } from '@quatrain/contract/compare/compare.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type {
  Deletion,
  NewestVersion,
  PublicVersionHead,
  PublicVersionOf,
  VersionHead,
} from '@quatrain/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { type Comparable, changesBetween, comparedFields, LazyDifferenceView } from '#kit/compare/comparable.ts'
import { FailurePage, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import { exactTime } from '#lib/dates.ts'
import { paths as addresses } from '#lib/paths.ts'
import { type ResourcePaths, usePathParameters } from '#lib/resource-paths.ts'
import { capitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import classes from './WithRestored.module.css'

interface VersionProps<Values> {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly view?: View | undefined
  readonly title: string
  /** The name of the object, if it is not that of the address. */
  readonly objectName?: string | undefined
  /** The displayed name of the version, or its number. */
  readonly version: string
  /** Converts the document of the version; returns nothing if it is not a document of this resource. */
  readonly fromDocument: (document: unknown) => Values | undefined
  readonly children: (version: Version, values: Values, name: string) => ReactNode
}

/** Loads one version of an object: by default of that in the address (`:name`). */
export function WithVersion<Values>(props: VersionProps<Values>) {
  const { resource, paths, view, title, version, fromDocument, children } = props
  const path = usePathParameters()
  const { objectName: name = path.name ?? '' } = props
  const { data, error, refetch } = useQuery(resourceQueries(resource).version(name, version, view))
  const values = data && fromDocument(data.fields)
  if (isApiError(error, 'archived')) {
    return (
      <NotFound
        detail={`Version ${version} of ${name} was archived.`}
        why="Old versions are moved to files, which the operators of this installation have."
        to={paths.history(name)}
        toWhat="its history"
      />
    )
  }
  if (isApiError(error, 'not_found') || (data && !values)) {
    return <NotFound detail={`${name} has no version ${version}.`} to={paths.history(name)} toWhat="its history" />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data || !values) return <PagePlaceholder title={title} object={name} />
  return children(data, values, name)
}

/** The fields of a version for members only. */
type OfMembers = Partial<Pick<VersionHead, 'user' | 'comment' | 'comment_is_cut' | 'remark' | 'deleted' | 'request'>>

/** The change request that made a version, if one did. */
export const MadeByRequest = ({ request }: Pick<OfMembers, 'request'>) =>
  request && (
    <p>
      Change request{' '}
      <Link to={addresses.changeRequest(request.id)}>
        {request.id}: {request.title}
      </Link>
    </p>
  )

/** One version with its document, and which version is the newest. */
export type Version = PublicVersionOf<Resource['document']> & OfMembers & { readonly newest: NewestVersion }

/** A page of the versions of an object, as the server sends it. */
export interface PageOfVersions {
  readonly versions: readonly (PublicVersionHead & OfMembers)[]
  readonly newest: NewestVersion
  readonly next: number | null
  /** The number of the oldest versions that are in archives. */
  readonly archived: number
}

/** The displayed name of the object: its name in the newest version, if addresses identify it by a number. */
export const calledIn = (newest: NewestVersion, name: string, { key }: Resource): string =>
  key.read === 'id' ? newest.name : name

/** The current key of the object in addresses: an old version may be shown under a former name. */
export const storedAs = (newest: NewestVersion, name: string, { key }: Resource): string =>
  key.read === 'name' ? newest.name : name

/** `The report was deleted by ann on …` */
export const deletionOf = (label: string, { user, date_created }: Deletion): string =>
  `${label} was deleted${user ? ` by ${user}` : ''} on ${exactTime(date_created)}.`

/** A resource whose version pages show the stored document unchanged. */
export const versionedDefinition = <Document,>(
  resource: Resource & { readonly document: z.ZodType<Document> },
  paths: ResourcePaths,
): VersionedDefinition<Document> => ({
  resource,
  paths,
  fromDocument: (document) => resource.document.safeParse(document).data,
})

interface RestoredProps<Values> {
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
export function WithRestored<Values>(props: RestoredProps<Values>) {
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
              <LazyDifferenceView level={3} fields={comparedFields(definition)} changes={changes} emptyText="" />
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
