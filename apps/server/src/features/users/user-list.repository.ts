import type { AnswerOf, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import type { UserRow, userPage } from '@quatrain/contract/resources/user.ts'
import { containing } from '#kit/resource/containing.ts'
import { readPage } from '#kit/resource/read-page.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

const rows = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id as pk', 'username', 'first_name', 'last_name', 'email'])
    .select(['is_superuser', 'is_active', 'date_joined', 'last_login'])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const rowOf = ({ date_joined, last_login, ...person }: Row): UserRow => ({
  ...person,
  date_joined: date_joined.toISOString(),
  last_login: last_login?.toISOString() ?? '',
})

/** All users by username in code point order, or only one. */
export async function listUsers(db: Db, only?: string): Promise<UserRow[]> {
  const userQuery = rows(db).$if(only !== undefined, (query) => query.where('username', '=', only ?? ''))
  return (await userQuery.orderBy('username').execute()).map(rowOf)
}

const columns = ['username', 'first_name', 'last_name', 'email'] as const
const flags = ['is_superuser', 'is_active'] as const

/** A page of the users that match the filters. Two statements. */
export async function listUserPage(
  db: Db,
  { sort = 'username', ...query }: InputOf<typeof userPage>['query'],
): Promise<AnswerOf<typeof userPage>> {
  let userQuery = rows(db)
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
