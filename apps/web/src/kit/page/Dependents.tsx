import { useQuery } from '@tanstack/react-query'
import { combineUsers } from './combine-users.ts'
import { dependentsQuery, type NamedObject } from './dependents.queries.ts'
import { type UsersQuery, WhereUsed } from './WhereUsed.tsx'

interface Props {
  readonly object: NamedObject
  /** What the page knows more about. */
  readonly query?: UsersQuery
  readonly emptyText: string
}

/** What refers to an object by the table of references, and what its page adds to that. */
export function Dependents({ object, query, emptyText }: Props) {
  const dependents = useQuery(dependentsQuery(object))
  return <WhereUsed query={combineUsers(query ? [query, dependents] : [dependents])} emptyText={emptyText} />
}
