import { keyIn, type Resource, type RowOf } from '@quatrain/contract/kit/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { useMay } from '#kit/api/console-context.tsx'
import { resourceQueries, type View } from '#kit/api/resource-queries.ts'
import { AddButton } from '#kit/page/AddButton.tsx'
import { Failure } from '#kit/page/Failure.tsx'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { rememberList } from '#kit/page/list-memory.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { useStored } from '#lib/use-stored.ts'
import { counted } from '#lib/words.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import type { Column } from './columns.tsx'
import { ResourceList } from './ResourceList.tsx'
import classes from './ResourceListPage.module.css'
import type { ListSelection } from './SelectionColumn.tsx'

interface Props<R extends Resource> {
  readonly resource: R
  readonly columns: readonly Column<RowOf<R>>[]
  readonly paths: ResourcePaths
  readonly pageSize: number
  /** The purpose of such objects in one sentence; shown if the list is empty. */
  readonly purpose: string
  readonly view?: View
  /** Users without permission do not see the Add button, as specified for a few kinds. */
  readonly hidesAdd?: boolean
  /** Further buttons, left of Add. */
  readonly actions?: ReactNode
  /** Rows can be chosen, for what is done with several at once. */
  readonly selection?: ListSelection | undefined
}

/** A whole list page: heading, Add, the table with sort, filters and pages, and every state it can be in. */
export function ResourceListPage<R extends Resource>(props: Props<R>) {
  const { resource, columns, paths, pageSize, purpose, view = 'member', hidesAdd = false, actions, selection } = props
  const { one, many } = resource.label
  const { search } = useLocation()
  const may = useMay()
  const mayChange = may('change', resource) && view === 'member'
  const hasAdd = view === 'member' && resource.add !== undefined && (!hidesAdd || may('add', resource))
  const [size, rememberSize] = useStored(`page-size.${resource.path}`, z.number().int(), pageSize)
  const { data, error, isFetching, refetch } = useQuery(resourceQueries(resource).list(view))
  useEffect(() => rememberList(paths.list, search), [paths.list, search])

  return (
    <PageFrame
      title={`Select ${one} ${mayChange ? 'to change' : 'for details'}`}
      actions={
        view === 'member' && (
          <>
            {actions}
            {hasAdd && <AddButton resource={resource} to={paths.add} />}
          </>
        )
      }
    >
      {error && data && (
        <LoadFailure what={`The ${many}`} error={error} retry={refetch} isBusy={isFetching}>
          Shown are the {counted(data.length, one, many)} loaded before.
        </LoadFailure>
      )}
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <ResourceList
          rows={data}
          columns={columns}
          keyOf={(row) => keyIn(row, resource.key.read)}
          words={resource.label}
          usualSize={pageSize}
          wantedSize={size}
          onSize={rememberSize}
          selection={selection}
          empty={
            <div className={classes.empty}>
              <strong>No {many}</strong>
              <p>{purpose}</p>
              {hasAdd && <AddButton resource={resource} to={paths.add} />}
            </div>
          }
        />
      )}
    </PageFrame>
  )
}
