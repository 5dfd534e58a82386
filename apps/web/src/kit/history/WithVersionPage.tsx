import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { historyTitle } from './VersionTable.tsx'

interface Props<Page> {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly name: string
  readonly query: UseQueryResult<Page>
  readonly children: (page: Page) => ReactNode
}

/** Shows a page of versions when it has come, or why it has not. */
export function WithVersionPage<Page>({ resource, paths, name, query, children }: Props<Page>) {
  const { data, error, refetch } = query
  const { one, many } = resource.label
  if (isApiError(error, 'not_found')) {
    return <NotFound what={`There is no ${one} named ${name}.`} to={paths.list} toWhat={`all ${many}`} />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={historyTitle} object={name} />
  return children(data)
}
