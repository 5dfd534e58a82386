import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries, type View } from '#kit/api/resource-queries.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { capitalized } from '#lib/words.ts'
import { KeptDraft } from './KeptDraft.tsx'
import { KeptHistory } from './KeptHistory.tsx'

export interface Loaded<R extends Resource> {
  readonly record: RecordOf<R>
  readonly etag: string | undefined
}

interface Props<R extends Resource> {
  readonly resource: R
  readonly paths: ResourcePaths
  readonly view?: View
  readonly children: (loaded: Loaded<R>) => ReactNode
}

/**
 * Loads the object of the address (`:name`) before the form is rendered. It is always loaded again, because a form must
 * not start with a row of a list or with outdated data.
 */
export function WithRecord<R extends Resource>(props: Props<R>) {
  const { name = '' } = usePathParameters()
  // The router reuses a page for another object, so the key remounts it.
  return <RecordOfName key={name} {...props} name={name} />
}

function RecordOfName<R extends Resource>({
  resource,
  paths,
  view = 'member',
  name,
  children,
}: Props<R> & { readonly name: string }) {
  const query = useQuery({
    ...resourceQueries(resource).details(name, view),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [opened] = useState(Date.now)
  const { one, many } = resource.label
  const { data, error, dataUpdatedAt, isFetchedAfterMount } = query
  // After the first load the children stay mounted even if a reload fails, because they contain input.
  if (data && dataUpdatedAt >= opened) return children(data)
  if (isApiError(error, 'not_found')) {
    return (
      <NotFound detail={`There is no ${one} named ${name}.`} to={paths.list} toWhat={`all ${many}`}>
        {view === 'member' && (
          <>
            <KeptHistory resource={resource} paths={paths} name={name} />
            <KeptDraft resource={resource} paths={paths} name={name} />
          </>
        )}
      </NotFound>
    )
  }
  if (error && isFetchedAfterMount) return <FailurePage error={error} retry={() => void query.refetch()} />
  return <PagePlaceholder title={capitalized(one)} object={name} />
}
