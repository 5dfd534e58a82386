import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiError, isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import type { Base, RecordDefinition, ResourceFormOptions } from '#kit/write/form-definition.ts'
import { type ResourceFormState, useResourceForm } from './use-resource-form.ts'
import type { Loaded } from './WithRecord.tsx'

/** The source of a form: a new object, a clone, a stored object, or an old version of it or of a deleted one. */
export interface RecordFormProps<R extends Resource, Values extends FieldValues> {
  readonly title: string
  readonly draftName: string
  /** The stored values; blank for a new object. */
  readonly base: Base<Values>
  /** The stored object; undefined for a new one. */
  readonly record?: RecordOf<R>
  /** The initial values, if they are not the stored ones. */
  readonly initial?: Values
  readonly restoredFrom?: number
  readonly restoredObject?: number
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** `useResourceForm` for one record: identifies the stored object, and loads it again after another user's save. */
export function useRecordForm<R extends Resource, Values extends FieldValues>(
  definition: RecordDefinition<R, Values>,
  props: RecordFormProps<R, Values>,
  rules: Pick<ResourceFormOptions<Values>, 'schema' | 'fieldOf'>,
): ResourceFormState<Values> {
  const queries = useQueryClient()
  const { record } = props
  const { resource, valuesOf } = definition
  return useResourceForm({
    ...props,
    ...rules,
    definition,
    stored: record && keyIn(record, resource.key.remove),
    ...(record && {
      reload: async () => {
        const loaded = await readStored(queries, resource, record)
        return { values: valuesOf(loaded.record), etag: loaded.etag }
      },
    }),
  })
}

/** Loads a renamed object. Throws `not_found` if it does not exist any more. */
async function readRenamed<R extends Resource>(queries: QueryClient, resource: R, id: number): Promise<Loaded<R>> {
  const { list, details } = resourceQueries(resource)
  const rows = await queries.fetchQuery({ ...list(), staleTime: 0 })
  const row = rows.find((row) => idOf(row) === id)
  if (!row) throw new ApiError('not_found', 404, `Somebody else has deleted the ${resource.label.one}.`)
  return queries.fetchQuery({ ...details(keyIn(row, resource.key.read)), staleTime: 0 })
}

/** Loads a stored object again. Its list, which can be long, is needed only if the object has another key now. */
async function readStored<R extends Resource>(
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
