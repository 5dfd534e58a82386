import type { Data } from '@quatrain/contract/compare/field.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { bySegment, idField, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type DocumentInput, inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import type { FieldValues } from 'react-hook-form'
import { writeOf } from '#kit/api/write.ts'
import type { AddableDefinition } from './form-definition.ts'

type Derived = 'writes' | 'toDocument' | 'fromDocument'

interface Parts<R extends Resource, Values extends FieldValues> extends Omit<AddableDefinition<R, Values>, Derived> {
  /** What a write sends for these values, without the identity of a stored object. */
  readonly inputOf: (values: Values) => DocumentInput<R>
  /** The values for what a write sent. */
  readonly valuesOfInput: (input: DocumentInput<R>) => Values
  /** Completes values with what documents do not contain, such as ids of rows; by default all that they lack. */
  readonly valuesBeside?: (values: Values, base: Values) => Values
}

const completed = <Values>(values: Values, base: Values): Values => ({ ...base, ...values })

/**
 * The definition of a form whose adds and changes send the same input. Values of stored objects contain their id, or
 * the key of a delete identifies them. A kind whose writes send more than that declares its `writes` itself.
 */
export function defineForm<R extends Resource, Values extends FieldValues>(
  parts: Parts<R, Values>,
): AddableDefinition<R, Values> {
  const { inputOf, valuesOfInput, valuesBeside = completed, ...definition } = parts
  const { resource } = definition
  const api: Record<'add' | 'change' | 'remove', Endpoint> = resourceEndpoints(resource)
  const { paramsOf } = resource.address ?? bySegment
  const id = idField(resource)
  const identityOf = (values: Values, key: string) =>
    id === undefined ? { [String(resource.key.remove)]: key } : { [id]: values[id] }
  return {
    ...definition,
    writes: {
      add: (values) => writeOf(api.add, { body: inputOf(values) }),
      change: (values, key) => writeOf(api.change, { body: { ...inputOf(values), ...identityOf(values, key) } }),
      remove: (key) => writeOf(api.remove, { params: paramsOf(key) }),
    },
    toDocument: (values) => {
      const input = inputOf(values)
      // The input is that of `toDocument`, and every document is data.
      return (resource.toDocument?.(input as never) ?? input) as Data
    },
    fromDocument: (document, beside) => {
      const input = inputFromDocument(resource, document)
      const values = input && valuesOfInput(input)
      return values && beside ? valuesBeside(values, beside) : values
    },
  }
}
