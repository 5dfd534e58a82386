import { userGroups } from '@quatrain/contract/catalogue/catalogue.ts'
import { type UserRow, userPage, users } from '@quatrain/contract/resources/user.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import type { ListState } from '#kit/list/list-address.ts'

/** The names of all groups of the tenant, by kind. */
export const groupNames = queryOptions({
  queryKey: ['usergroups', 'names'],
  queryFn: async ({ signal }) => (await call(userGroups, {}, { signal })).result,
})

/** Pages are refreshed with the other queries of users. */
export const pagesKey: readonly string[] = [users.kind, 'member', 'pages']

const { sort: sorts, is_superuser: flags } = userPage.query.shape

export const readUserPage = ({ filters, sort, page, size }: ListState, signal: AbortSignal) => {
  const { username, first_name, last_name, email, is_superuser, is_active } = filters
  const query = {
    page: String(page),
    limit: String(size),
    username,
    first_name,
    last_name,
    email,
    sort: sorts.safeParse(sort && `${sort.descending ? '-' : ''}${sort.column}`).data,
    is_superuser: flags.safeParse(is_superuser).data,
    is_active: flags.safeParse(is_active).data,
  }
  return call(userPage, { query }, { signal })
}

const largestPage = 100

/** All users that match the filters, for a file. */
export async function readAllUsers(state: ListState): Promise<UserRow[]> {
  const { signal } = new AbortController()
  const first = await readUserPage({ ...state, page: 1, size: largestPage }, signal)
  const rows = [...first.rows]
  for (let page = 2; rows.length < first.total && page <= Math.ceil(first.total / largestPage); page += 1) {
    rows.push(...(await readUserPage({ ...state, page, size: largestPage }, signal)).rows)
  }
  return rows
}
