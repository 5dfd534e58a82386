import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries, type View } from '#kit/api/resource-queries.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import type { Version } from './versions.ts'

interface Props<Values> {
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
export function WithVersion<Values>(props: Props<Values>) {
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
