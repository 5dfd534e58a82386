import type { Users, UsersQuery } from './WhereUsed.tsx'

/**
 * The dependents that several queries find, as one: those that were found are shown even if a query fails. What several of them
 * find is shown as the first one has it.
 */
export function combineUsers(queries: readonly UsersQuery[]): UsersQuery {
  const ofKinds = Map.groupBy(
    queries.flatMap(({ data }) => data ?? []),
    ({ one }) => one,
  )
  return {
    data: queries.some(({ data, error }) => !data && !error) ? undefined : [...ofKinds.values()].flatMap(united),
    error: queries.find(({ data, error }) => !data && error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.filter(({ data }) => !data).map(({ refetch }) => refetch())),
  }
}

/** The dependents of one kind. */
function united(groups: readonly Users[]): Users[] {
  const ofNames = Map.groupBy(
    groups.flatMap(({ users }) => users),
    ({ name }) => name,
  )
  const users = [...ofNames.values()].flatMap((users) => users.slice(0, 1))
  return groups.slice(0, 1).map((group) => ({ ...group, users }))
}
