import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { type GroupRow, groups, wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { AddButton } from '#kit/page/AddButton.tsx'
import { paths } from '#lib/paths.ts'
import { capitalized } from '#lib/words.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { groupListQuery } from './groups.queries.ts'
import { useOwnGroups } from './use-own-groups.ts'

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
