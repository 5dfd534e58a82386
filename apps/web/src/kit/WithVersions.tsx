import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { PublicVersionOf, VersionOf } from '@quatrain/contract/kit/version.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { isApiError } from './api-error.ts'
import { FailurePage } from './Failure.tsx'
import { NotFound } from './NotFound.tsx'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import type { ResourcePaths } from './resource-paths.ts'
import { resourceQueries } from './resource-queries.ts'

export type Version = VersionOf<Resource['document']>
export type PublicVersion = PublicVersionOf<Resource['document']>

interface Props<V> {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly title: string
  readonly children: (versions: readonly V[], name: string) => ReactNode
}

/** Loads all versions of the object that the address names (`:name`), newest first. */
export function WithVersions(props: Props<Version>) {
  const name = useName()
  return show(props, name, useQuery(resourceQueries(props.resource).versions(name)))
}

/** The same for everybody: what it was, and nothing of who made it so. */
export function WithPublicVersions(props: Props<PublicVersion>) {
  const name = useName()
  return show(props, name, useQuery(resourceQueries(props.resource).publicVersions(name)))
}

/** What people call the object: what addresses know by a number has the name of its newest version. */
export const calledIn = (versions: readonly PublicVersion[], name: string, { key }: Resource): string =>
  key.read === 'id' ? (versions[0]?.object_repr ?? name) : name

const useName = () => useParams().name ?? ''

function show<V>({ resource, paths, title, children }: Props<V>, name: string, query: UseQueryResult<readonly V[]>) {
  const { data, error, refetch } = query
  const { one, many } = resource.label
  if (isApiError(error, 'not_found')) {
    return <NotFound what={`There is no ${one} named ${name}.`} to={paths.list} toWhat={`all ${many}`} />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={title} object={name} />
  return children(data, name)
}
