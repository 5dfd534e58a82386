import { keyIn, type RecordOf, type Resource } from '@quatrain/contract/kit/resource.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { Loaded } from './WithRecord.tsx'

/** Loads an object again that may have been renamed. Throws `not_found` if it does not exist any more. */
async function readAgain<R extends Resource>(queries: QueryClient, resource: R, id: number): Promise<Loaded<R>> {
  const { list, details } = resourceQueries(resource)
  const rows = await queries.fetchQuery({ ...list(), staleTime: 0 })
  const row = rows.find((row) => idOf(row) === id)
  if (!row) throw new ApiError('not_found', 404, `Somebody else has deleted the ${resource.label.one}.`)
  return queries.fetchQuery({ ...details(keyIn(row, resource.key.read)), staleTime: 0 })
}

/** Loads a stored object again: by its id, or by its key if it has none and cannot be renamed. */
export async function readStored<R extends Resource>(
  queries: QueryClient,
  resource: R,
  record: RecordOf<R>,
): Promise<Loaded<R>> {
  const id = idOf(record)
  if (id !== undefined) return readAgain(queries, resource, id)
  const key = keyIn(record, resource.key.read)
  return queries.fetchQuery({ ...resourceQueries(resource).details(key), staleTime: 0 })
}

/** The specification calls the id of a user `pk`. */
function idOf({ id, pk }: { readonly id?: unknown; readonly pk?: unknown }): number | undefined {
  return [id, pk].find((value) => typeof value === 'number')
}
