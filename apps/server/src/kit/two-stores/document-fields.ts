// Which fields of a document of the Web API the console knows: those that its schema declares, at any depth.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** The fields that identify an item of a list, by the name of the list. */
export type Identities = Readonly<Record<string, readonly string[]>>

interface Fields {
  readonly [field: string]: unknown
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema of a required value. */
const inner = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? inner(schema.unwrap()) : schema

/** The document without the fields that the schema does not declare, and without those that are undefined. */
export function declaredFields(schema: unknown, value: unknown): unknown {
  const type = inner(schema)
  if (type instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => declaredFields(type.element, item))
  if (!(type instanceof z.ZodObject) || !isFields(value)) return value
  const { shape } = type
  const declared = Object.entries(value).filter(([field, given]) => given !== undefined && Object.hasOwn(shape, field))
  return Object.fromEntries(declared.map(([field, given]) => [field, declaredFields(shape[field], given)]))
}

/**
 * The value to send, with the fields of the current one that the schema does not declare: another client stored them, and
 * the Web API replaces whole documents. Items of a list keep theirs if `identities` names the list and an item of the
 * current list has the same identity; of several with the same identity, the first keeps those of the first. An item that was
 * renamed keeps them too.
 */
export function withOtherFields(
  { schema, identities }: { readonly schema: unknown; readonly identities: Identities },
  value: unknown,
  current: unknown,
  list = '',
): unknown {
  const type = inner(schema)
  if (type instanceof z.ZodArray && Array.isArray(value) && Array.isArray(current)) {
    const identity = identities[list]
    if (identity === undefined) return value
    const left = Map.groupBy(current, (item) => identityOf(item, identity))
    const found = value.map((item) => left.get(identityOf(item, identity))?.shift())
    const gone = [...left.values()].flat()
    const isNew = (index: number) => found[index] === undefined
    const before = renamedFrom(
      value.filter((_, index) => isNew(index)),
      gone,
      contentOf(type.element, identity),
    )
    return value.map((item, index) =>
      withOtherFields({ schema: type.element, identities }, item, isNew(index) ? before : found[index]),
    )
  }
  if (!(type instanceof z.ZodObject) || !isFields(value) || !isFields(current)) return value
  const { shape } = type
  const others = Object.entries(current).filter(([field]) => !Object.hasOwn(shape, field))
  const given = Object.entries(value).map(([field, part]) => [
    field,
    withOtherFields({ schema: shape[field], identities }, part, current[field], field),
  ])
  return Object.fromEntries([...others, ...given])
}

const identityOf = (item: unknown, fields: readonly string[]): string =>
  JSON.stringify(isFields(item) ? fields.map((field) => item[field] ?? '') : item)

/** An item without the fields that identify it. */
const contentOf = (schema: unknown, identity: readonly string[]) => (item: unknown) =>
  Object.entries(Object(declaredFields(schema, item))).filter(([field]) => !identity.includes(field))

/**
 * The item that was renamed: the only one that disappeared, if the only one that appeared has the same content, with at
 * least one list that is not empty. Less could be a coincidence: two services can have the same operation.
 */
function renamedFrom(
  added: readonly unknown[],
  gone: readonly unknown[],
  content: (item: unknown) => readonly (readonly [string, unknown])[],
): unknown {
  if (added.length !== 1 || gone.length !== 1) return undefined
  const [now, before] = [content(added[0]), content(gone[0])]
  const isKnown = now.some(([, part]) => Array.isArray(part) && part.length > 0)
  return isKnown && isDeepStrictEqual(Object.fromEntries(now), Object.fromEntries(before)) ? gone[0] : undefined
}
