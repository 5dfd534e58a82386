import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { blankUser, byGroupsField } from '@quatrain/contract/resources/user.ts'
import { addedGroup } from '#features/groups/added-group.reads.ts'
import { addMembers } from '#features/users/group-members.repository.ts'
import { recordedUsers } from '#features/users/recorded-users.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { DemoTenant, DemoUser } from './data.ts'
import { insertFirstVersions } from './history.ts'

/** The groups of a tenant besides the default groups. They begin without objects. */
export async function loadGroups(
  db: Db,
  { groups, created_on }: Pick<DemoTenant, 'groups' | 'created_on'>,
): Promise<void> {
  const added = await db
    .insertInto('groups')
    .values(groupKinds.flatMap((kind) => groups[kind].map(({ name }) => ({ kind, name }))))
    .onConflict((conflict) => conflict.constraint('groups_name_key').doNothing())
    .returning(['id', 'kind', 'name'])
    .execute()
  await insertFirstVersions(db, added.map(addedGroup), () => new Date(created_on))
}

/** The users of a tenant with their memberships, and a superuser `admin`. All have the same password. */
export async function loadUsers(db: Db, users: readonly DemoUser[], passwordHash: string): Promise<void> {
  const rows = [admin, ...users].map(({ profile, groups, ...user }) => ({ ...user, ...profile, groups }))
  const members = rows.flatMap(({ username, groups }) =>
    groupKinds.flatMap((kind) => (groups?.[kind] ?? []).map((name) => ({ username, kind, name }))),
  )
  const added = await db
    .insertInto('users')
    .values(rows.map(({ groups, ...user }) => ({ ...user, password_hash: passwordHash })))
    .returning(['id', 'username'])
    .execute()
  await addMembers(db, members)
  const ids = new Map(added.map(({ id, username }) => [username, id]))
  const joined = new Map(rows.map(({ username, date_joined }) => [username, date_joined]))
  const first = rows.map(({ groups, ...user }) =>
    recordedUsers.added(ids.get(user.username) ?? 0, documentOf(user, groups)),
  )
  await insertFirstVersions(db, first, ({ name }) => joined.get(name) ?? admin.date_joined)
}

const documentOf = (user: object, groups: DemoUser['groups']) =>
  recordedUsers.documentIn({
    ...blankUser,
    ...user,
    ...byGroupsField((kind) => groups?.[kind] ?? []),
  })

const admin: DemoUser = {
  username: 'admin',
  first_name: 'Demo',
  last_name: 'Admin',
  email: 'admin@example.org',
  is_superuser: true,
  is_active: true,
  date_joined: new Date('2019-11-18T09:00:00Z'),
  last_login: null,
}
