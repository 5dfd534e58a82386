import { keyIn, type RecordOf, type Resource } from '@quatrain/contract/kit/resource.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Base, RecordDefinition, ResourceFormOptions } from '#kit/write/form-definition.ts'
import { readStored } from './read-again.ts'
import { type ResourceFormState, useResourceForm } from './use-resource-form.ts'

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
        const found = await readStored(queries, resource, record)
        return { values: valuesOf(found.record), etag: found.etag }
      },
    }),
  })
}
