import { keyIn, type RecordOf, type Resource } from '@quatrain/contract/kit/resource.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { Loaded } from './WithRecord.tsx'

/** Loads a renamed object. Throws `not_found` if it does not exist any more. */
async function readRenamed<R extends Resource>(queries: QueryClient, resource: R, id: number): Promise<Loaded<R>> {
  const { list, details } = resourceQueries(resource)
  const rows = await queries.fetchQuery({ ...list(), staleTime: 0 })
  const row = rows.find((row) => idOf(row) === id)
  if (!row) throw new ApiError('not_found', 404, `Somebody else has deleted the ${resource.label.one}.`)
  return queries.fetchQuery({ ...details(keyIn(row, resource.key.read)), staleTime: 0 })
}

/** Loads a stored object again. Its list, which can be long, is needed only if the object has another key now. */
export async function readStored<R extends Resource>(
  queries: QueryClient,
  resource: R,
  record: RecordOf<R>,
): Promise<Loaded<R>> {
  const id = idOf(record)
  const key = keyIn(record, resource.key.read)
  try {
    const loaded = await queries.fetchQuery({ ...resourceQueries(resource).details(key), staleTime: 0 })
    if (id === undefined || idOf(loaded.record) === id) return loaded
  } catch (error) {
    if (id === undefined || !isApiError(error, 'not_found')) throw error
  }
  return readRenamed(queries, resource, id)
}

/** The specification calls the id of a user `pk`. */
function idOf({ id, pk }: { readonly id?: unknown; readonly pk?: unknown }): number | undefined {
  return [id, pk].find((value) => typeof value === 'number')
}
