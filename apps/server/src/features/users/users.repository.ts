import type { AnswerOf, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import {
  byGroupsField,
  type groupsField,
  type User,
  type UserDocument,
  type UserRow,
  type userPage,
} from '@quatrain/contract/resources/user.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { AppError, alreadyExists } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { containing } from '#kit/resource/containing.ts'
import { readPage } from '#kit/resource/read-page.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A user with the row version. */
export type StoredUser = User & { readonly id: number; readonly rowVersion: number }

export type Which = { readonly id: number } | { readonly username: string }

type Names = Partial<Record<GroupKind, string[]>>
type Row = Omit<StoredUser, (typeof groupsField)[GroupKind] | 'date_joined' | 'last_login'> & {
  readonly date_joined: Date
  readonly last_login: Date | null
  readonly groups: Names
}

const selected = sql`
  users.id, users.id as pk, users.row_version as "rowVersion", users.username, users.first_name, users.last_name,
  users.email, users.is_superuser, users.is_active, users.date_joined, users.last_login, users.displayname,
  users.subject, users.egiid,
  (select coalesce(json_object_agg(kind, names), '{}') from (
    select owner.kind, json_agg(owner.name order by owner.name) as names
    from group_members as member
    join groups as owner on owner.tenant_id = member.tenant_id and owner.id = member.group_id
    where member.tenant_id = users.tenant_id and member.user_id = users.id
    group by owner.kind) as of_kind) as groups`

const matches = (criteria: Which) =>
  'id' in criteria ? sql`users.id = ${criteria.id}::integer` : sql`users.username = ${criteria.username}::text`

/** The user; undefined if there is none. */
export async function findIfThere(db: Db, criteria: Which): Promise<StoredUser | undefined> {
  const { rows } = await sql<Row>`select ${selected} from users where ${matches(criteria)}`.execute(db)
  return rows[0] && userOf(rows[0])
}

/** All users of the tenant by username. One statement. */
export async function findAll(db: Db): Promise<StoredUser[]> {
  const { rows } = await sql<Row>`select ${selected} from users order by users.username`.execute(db)
  return rows.map(userOf)
}

/** Throws `not_found`. */
export const find = async (db: Db, criteria: Which): Promise<StoredUser> =>
  (await findIfThere(db, criteria)) ?? throwNotFound()

/** Locks the user until the transaction ends. Throws `not_found`. */
export async function findForUpdate(db: Db, criteria: Which): Promise<StoredUser> {
  const { rows } = await sql<Row>`
    select ${selected} from users where ${matches(criteria)} for update of users
  `.execute(db)
  return rows[0] ? userOf(rows[0]) : throwNotFound()
}

const throwNotFound = (): never => {
  throw new AppError('not_found', 'User does not exist.')
}

const userOf = ({ groups, date_joined, last_login, ...user }: Row): StoredUser => ({
  ...user,
  date_joined: date_joined.toISOString(),
  last_login: last_login?.toISOString() ?? '',
  ...byGroupsField((kind) => groups[kind] ?? []),
})

/** The columns of a user that administrators set. */
const columnsOf = (user: UserDocument) => ({
  username: user.username,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  is_superuser: user.is_superuser,
  is_active: user.is_active,
  displayname: user.displayname,
  subject: user.subject,
  egiid: user.egiid,
})

interface Joined {
  /** Null if the user has no password yet. */
  readonly passwordHash: string | null
  readonly at: Date
}

/** Adds a user without groups. Returns the id. Throws `already_exists` for a username that is taken. */
export async function insert(db: Db, user: UserDocument, { passwordHash, at }: Joined): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ ...columnsOf(user), password_hash: passwordHash, date_joined: at })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explain)
  return id
}

/** Stores all but the groups, and increases the row version. Throws `already_exists` for a username that is taken. */
export const update = (db: Db, id: number, user: UserDocument) =>
  db
    .updateTable('users')
    .set((stored) => ({ ...columnsOf(user), row_version: stored('row_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(explain)

export const remove = (db: Db, id: number) => db.deleteFrom('users').where('id', '=', id).execute()

/** The kinds of which a group of these names does not exist. */
export async function kindsWithUnknown(db: Db, names: Names): Promise<GroupKind[]> {
  const { rows } = await sql<{ kind: GroupKind }>`
    select distinct kind from json_to_recordset(${pairs(names)}::json) as given (kind text, name text)
    where not exists (select from groups as owner where owner.kind = given.kind and owner.name = given.name)
  `.execute(db)
  return rows.map(({ kind }) => kind)
}

/** Another user with a similar name or the same mail address. */
interface Alike {
  readonly username: string
  /** Whether the usernames differ only in capital letters. */
  readonly hasName: boolean
  readonly hasEmail: boolean
}

/** The other users with this username but for capital letters, or with this mail address, by username. One statement. */
export const findAlike = (db: Db, { username, email }: Pick<UserDocument, 'username' | 'email'>, id?: number) =>
  rowsIn(db)<Alike>`
    select username, lower(username) = lower(${username}) as "hasName", email <> '' and lower(email) = lower(${email}) as "hasEmail"
    from users where id is distinct from ${id ?? null}::integer and username <> ${username}
      and (lower(username) = lower(${username}) or email <> '' and lower(email) = lower(${email}))
    order by username`

/** Makes the user a member of exactly these groups of the given kinds; groups of other kinds stay. Two statements. */
export async function replaceGroups(db: Db, id: number, names: Names): Promise<void> {
  await sql`
    delete from group_members as member using groups as owner
    where member.user_id = ${id}::integer and owner.tenant_id = member.tenant_id and owner.id = member.group_id
      and owner.kind = any(${groupKinds.filter((kind) => names[kind])}::text[])
  `.execute(db)
  await sql`
    insert into group_members (user_id, group_id)
    select ${id}::integer, owner.id from json_to_recordset(${pairs(names)}::json) as given (kind text, name text)
    join groups as owner on owner.kind = given.kind and owner.name = given.name
  `.execute(db)
}

const pairs = (names: Names): string =>
  JSON.stringify(groupKinds.flatMap((kind) => (names[kind] ?? []).map((name) => ({ kind, name }))))

/** The number of active superusers besides this user. */
export async function otherSuperusers(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const explain = explaining({
  users_username_key: () => alreadyExists('User with this username', 'username'),
})

const listQuery = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id as pk', 'username', 'first_name', 'last_name', 'email'])
    .select(['is_superuser', 'is_active', 'date_joined', 'last_login'])

const rowOf = <Row extends { readonly date_joined: Date; readonly last_login: Date | null }>({
  date_joined,
  last_login,
  ...user
}: Row) => ({
  ...user,
  date_joined: date_joined.toISOString(),
  last_login: last_login?.toISOString() ?? '',
})

/** All users by username in code point order, or only one. */
export async function listUsers(db: Db, only?: string): Promise<UserRow[]> {
  const userQuery = listQuery(db).$if(only !== undefined, (query) => query.where('username', '=', only ?? ''))
  return (await userQuery.orderBy('username').execute()).map(rowOf)
}

const columns = ['username', 'first_name', 'last_name', 'email'] as const
const flags = ['is_superuser', 'is_active'] as const

/** A page of the users that match the filters. Two statements. */
export async function listUserPage(
  db: Db,
  { sort = 'username', ...query }: InputOf<typeof userPage>['query'],
): Promise<AnswerOf<typeof userPage>> {
  let userQuery = listQuery(db)
  for (const column of columns) {
    const part = query[column]
    if (part) userQuery = userQuery.where(column, 'ilike', containing(part))
  }
  for (const flag of flags) {
    const value = query[flag]
    if (value !== undefined) userQuery = userQuery.where(flag, '=', value === 'yes')
  }
  const sorted = [...columns, ...flags].find((column) => sort.replace('-', '') === column) ?? 'username'
  const ordered = userQuery.orderBy(sorted, sort.startsWith('-') ? 'desc' : 'asc')
  const page = await readPage(db, sorted === 'username' ? ordered : ordered.orderBy('username'), query)
  return { ...page, rows: page.rows.map(rowOf) }
}
