import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import type { PublicVersion, Version } from './versions.ts'

interface Props<V, Values> {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly title: string
  /** What people call the version, or its number. */
  readonly version: string
  /** The values that its document stands for. */
  readonly fromDocument: (document: unknown) => Values | undefined
  readonly children: (found: V, values: Values, name: string) => ReactNode
}

/** Loads one version of the object that the address names (`:name`). */
export function WithVersion<Values>(props: Props<Version, Values>) {
  const name = useParams().name ?? ''
  return show(props, name, useQuery(resourceQueries(props.resource).version(name, props.version)))
}

/** The same for everybody: what it was, and nothing of who made it so. */
export function WithPublicVersion<Values>(props: Props<PublicVersion, Values>) {
  const name = useParams().name ?? ''
  return show(props, name, useQuery(resourceQueries(props.resource).publicVersion(name, props.version)))
}

function show<V extends PublicVersion, Values>(props: Props<V, Values>, name: string, query: UseQueryResult<V>) {
  const { paths, title, version, fromDocument, children } = props
  const { data, error, refetch } = query
  const values = data && fromDocument(data.fields)
  if (isApiError(error, 'not_found') || (data && !values)) {
    return <NotFound what={`${name} has no version ${version}.`} to={paths.history(name)} toWhat="its history" />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data || !values) return <PagePlaceholder title={title} object={name} />
  return children(data, values, name)
}
