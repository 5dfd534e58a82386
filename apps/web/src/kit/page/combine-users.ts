import type { UseQueryResult } from '@tanstack/react-query'
import type { Users, UsersQuery } from './WhereUsed.tsx'

/** The dependents that several queries find, as one: those that were found are shown even if a query fails. */
export function combineUsers(queries: readonly UseQueryResult<readonly Users[]>[]): UsersQuery {
  const allUsers = queries.flatMap(({ data }) => data ?? [])
  return {
    data: queries.some(({ data, error }) => !data && !error) ? undefined : allUsers,
    error: queries.find(({ data, error }) => !data && error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.filter(({ data }) => !data).map(({ refetch }) => refetch())),
  }
}
