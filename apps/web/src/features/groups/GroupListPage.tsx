import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { type GroupRow, groups, wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { sessionKey } from '#features/session/session.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { AddButton } from '#kit/page/AddButton.tsx'
import { paths } from '#lib/paths.ts'
import { capitalized } from '#lib/words.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { groupListQuery } from './groups.queries.ts'

const column = columnsFor<GroupRow>()

const count = (id: 'items' | 'users', header: string): Column<GroupRow> => ({
  id,
  header,
  cell: (row) => (row[id] === 0 ? 'none' : <span className="mono">{row[id].toLocaleString('en')}</span>),
  text: (row) => row[id],
  sort: (row) => row[id],
  align: 'end',
  width: '160px',
})

const columnsOf = (kind: GroupKind): Column<GroupRow>[] => [
  column.rowNumber(),
  column.link('name', capitalized(groups[kind].label.one), ({ name }) => paths.groups[kind].details(name)),
  count('items', capitalized(wordsOfGroups(kind).items)),
  count('users', 'Users'),
]

/** The groups of one kind. */
export function GroupListPage({ kind }: { readonly kind: GroupKind }) {
  const resource = groups[kind]
  const columns = useMemo(() => columnsOf(kind), [kind])
  const query = useQuery(groupListQuery(kind))
  useOwnGroups(
    kind,
    query.data?.map(({ name }) => name),
  )
  const addButton = <AddButton resource={resource} to={paths.groups[kind].add} />
  return (
    <PageFrame title={`Select ${resource.label.one} to change`} actions={addButton}>
      <List
        source={query}
        columns={columns}
        keyOf={({ name }) => name}
        words={{ one: 'group', many: 'groups' }}
        sizeName={resource.path}
        pageSize={10}
        empty={`The users of a group may change the ${wordsOfGroups(kind).items} in it.`}
        emptyActions={addButton}
      />
    </PageFrame>
  )
}

/**
 * Asks for the logged-in user again if there are other groups than the user has: a superuser is a member of every group,
 * and the forms of objects offer these.
 */
function useOwnGroups(kind: GroupKind, names: readonly string[] | undefined): void {
  const queries = useQueryClient()
  const own = useConsoleContext().user?.groups[kind]
  const isOutdated = names && own && names.toSorted().join('\n') !== own.toSorted().join('\n')
  useEffect(() => {
    if (isOutdated) void queries.invalidateQueries({ queryKey: sessionKey })
  }, [isOutdated, queries])
}
