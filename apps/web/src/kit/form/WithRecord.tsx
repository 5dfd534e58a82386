import { Button } from '@mantine/core'
import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import type { Deletion } from '@quatrain/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { FailurePage, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { exactTime, shortTime } from '#lib/dates.ts'
import { type ResourcePaths, usePathParameters } from '#lib/resource-paths.ts'
import { capitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { draftAsNew, draftOfChange } from './use-draft.tsx'

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

interface KeptProps {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The name of the object. */
  readonly name: string
}

/** Shown instead of a deleted or renamed object: the link to its history. */
function KeptHistory({ resource, paths, name }: KeptProps) {
  const { data } = useQuery({ ...resourceQueries(resource).versionHeads(name), retry: false })
  if (!data) return null
  const deletion: Deletion | null = data.newest.deletion
  return (
    <p>
      {deletion
        ? `It was deleted${deletion.user ? ` by ${deletion.user}` : ''} on ${exactTime(deletion.date_created)}. Its versions are kept in`
        : 'An object had this name:'}{' '}
      <Link to={paths.history(name)}>its history</Link>.
    </p>
  )
}

/** Shown instead of a deleted object: the user's draft of it can be added as a new one. */
function KeptDraft({ resource, paths, name }: KeptProps) {
  const username = useConsoleContext().user?.username ?? ''
  const mayAdd = useMay()('add', resource)
  const navigate = useNavigate()
  const place = draftOfChange(username, resource, name)
  const [draft] = useState(place.read)
  if (!draft || !mayAdd) return null
  const add = async () => {
    if (!(await draftAsNew(username, resource, draft))) return
    place.discard()
    void navigate(paths.add)
  }
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        <Button size="compact-sm" variant="default" onClick={add}>
          Add it as a new one
        </Button>
      }
    >
      <p>What you typed here on {shortTime(draft.at)} is kept in this browser.</p>
    </Notice>
  )
}
