import { changeUsers, type UserRow, users } from '@quatrain/contract/resources/user.ts'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { SelectionButton, useSelection } from '#kit/list/use-selection.tsx'
import { AddButton } from '#kit/page/AddButton.tsx'
import { YesNo } from '#kit/page/Marks.tsx'
import { useTogether } from '#kit/write/use-together.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { loadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { pagesKey, readAllUsers, readUserPage } from './users.queries.ts'

const column = columnsFor<UserRow>()

const choices = ['yes', 'no']

const flag = (id: 'is_superuser' | 'is_active', header: string): Column<UserRow> => ({
  ...column.choiceOf(id, header, (user) => (user[id] ? 'yes' : 'no'), '112px'),
  filter: { kind: 'choice', choices },
  cell: (user) => <YesNo is={user[id]} />,
})

const columns: readonly Column<UserRow>[] = [
  {
    ...column.text('username', 'Username'),
    cell: ({ username }) => (
      <ClampedText text={username}>
        <Link className="mono" to={paths.users.details(username)}>
          {username}
        </Link>
      </ClampedText>
    ),
  },
  column.text('first_name', 'First name', '14%'),
  column.text('last_name', 'Last name', '14%'),
  column.text('email', 'Email address', '24%'),
  flag('is_superuser', 'Superuser'),
  flag('is_active', 'Active'),
]

/** The users, page by page. Several can be activated, deactivated, or put into other groups. */
export function UserListPage() {
  const selection = useSelection()
  const isTenant = useConsoleContext().caller.deployment === 'tenant'
  const changing = useTogether({
    resource: users,
    paths: paths.users,
    changeMany: changeUsers,
    selection,
  })
  const grouping = useWriting({
    async mutationFn() {
      const { askForGroups } = await loadPart(() => import('./ChangeGroupsDialog.tsx'))
      const valuesOf = await askForGroups(selection.keys.size)
      if (valuesOf) changing.run({ verb: 'Change groups of', valuesOf })
    },
    doing: 'changing groups',
  })
  const isBusy = changing.isBusy || grouping.isBusy
  const activation = (verb: string, is_active: boolean) => (
    <SelectionButton isBusy={isBusy} onClick={() => changing.run({ verb, valuesOf: () => ({ is_active }) })}>
      {verb}
    </SelectionButton>
  )
  const actions = (
    <>
      {activation('Activate', true)}
      {activation('Deactivate', false)}
      {isTenant && (
        <SelectionButton isBusy={isBusy} onClick={() => grouping.run()}>
          Change groups
        </SelectionButton>
      )}
    </>
  )
  return (
    <PageFrame title="Select user to change" actions={<AddButton resource={users} to={paths.users.add} />}>
      <List
        source={{ queryKey: pagesKey, read: readUserPage, readAll: readAllUsers }}
        columns={columns}
        keyOf={({ username }) => username}
        words={users.label}
        pageSize={20}
        empty={<p>No users</p>}
        selection={{ selection, header: 'Select', actions }}
      />
    </PageFrame>
  )
}
