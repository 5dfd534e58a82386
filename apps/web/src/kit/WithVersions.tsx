import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { VersionOf } from '@quatrain/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { isApiError } from './api-error.ts'
import { FailurePage } from './Failure.tsx'
import { NotFound } from './NotFound.tsx'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import type { ResourcePaths } from './resource-paths.ts'
import { resourceQueries } from './resource-queries.ts'

export type Version = VersionOf<Resource['document']>

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly title: string
  readonly children: (versions: readonly Version[], name: string) => ReactNode
}

/** Loads all versions of the object that the address names (`:name`), newest first. */
export function WithVersions({ resource, paths, title, children }: Props) {
  const { name = '' } = useParams()
  const { data, error, refetch } = useQuery(resourceQueries(resource).versions(name))
  const { one, many } = resource.label
  if (isApiError(error, 'not_found')) {
    return <NotFound what={`There is no ${one} named ${name}.`} to={paths.list} toWhat={`all ${many}`} />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={title} object={name} />
  return children(data, name)
}
