import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource, RowOf } from '@quatrain/contract/kit/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useMay } from '#kit/api/console-context.tsx'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { AddButton } from '#kit/page/AddButton.tsx'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import type { Column } from './columns.tsx'
import { List } from './List.tsx'
import { useMissingNameMarks } from './missing-names.tsx'
import type { ListSelection } from './selection.tsx'

type Columns<R extends Resource> = readonly Column<RowOf<R>>[]

interface Props<R extends Resource> {
  readonly resource: R
  /** A function of the paths, if members and the public have lists with links to different pages. */
  readonly columns: Columns<R> | ((paths: ResourcePaths) => Columns<R>)
  readonly paths: ResourcePaths
  readonly pageSize: number
  /** The purpose of such objects in one sentence; shown if the list is empty. */
  readonly purpose: string
  readonly view?: View
  /** Users without permission do not see the Add button, as specified for a few kinds. */
  readonly hidesAdd?: boolean
  /** Further buttons, left of Add. */
  readonly actions?: ReactNode
  /** Rows can be selected for actions on several objects. */
  readonly selection?: ListSelection | undefined
  /** What follows the list. */
  readonly children?: ReactNode
}

/** A whole list page: heading, Add, the table with sort, filters and pages, and every state it can be in. */
export function ResourceListPage<R extends Resource>(props: Props<R>) {
  const {
    resource,
    columns,
    paths,
    pageSize,
    purpose,
    view = 'member',
    hidesAdd = false,
    actions,
    selection,
    children,
  } = props
  const columnList = useMemo(() => (typeof columns === 'function' ? columns(paths) : columns), [columns, paths])
  const markedColumns = useMissingNameMarks(columnList, resource, view)
  const may = useMay()
  const mayChange = may('change', resource) && view === 'member'
  const query = useQuery(resourceQueries(resource).list(view))
  const hasAdd = view === 'member' && resource.add !== undefined && (!hidesAdd || may('add', resource))
  const addButton = hasAdd && <AddButton resource={resource} to={paths.add} />
  return (
    <PageFrame
      title={`Select ${resource.label.one} ${mayChange ? 'to change' : 'for details'}`}
      actions={
        view === 'member' && (
          <>
            {actions}
            {addButton}
          </>
        )
      }
    >
      <List
        source={query}
        columns={markedColumns}
        keyOf={(row) => keyIn(row, resource.key.read)}
        words={resource.label}
        sizeName={resource.path}
        pageSize={pageSize}
        empty={purpose}
        emptyActions={addButton}
        selection={selection}
      />
      {children}
    </PageFrame>
  )
}
