// Which fields of a document of the Web API the console knows: those that its schema declares, at any depth.
import { z } from 'zod'

/** The fields that identify an item of a list, by the name of the list. */
export type Identities = Readonly<Record<string, readonly string[]>>

export interface Fields {
  readonly [field: string]: unknown
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema of a required value. */
const inner = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? inner(schema.unwrap())
    : schema

/** The document without the fields that the schema does not declare, and without those that are undefined. */
export function declaredFields(schema: unknown, value: unknown): unknown {
  const type = inner(schema)
  if (type instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => declaredFields(type.element, item))
  if (!(type instanceof z.ZodObject) || !isFields(value)) return value
  const { shape } = type
  const declared = Object.entries(value).filter(([field, part]) => part !== undefined && Object.hasOwn(shape, field))
  return Object.fromEntries(declared.map(([field, part]) => [field, declaredFields(shape[field], part)]))
}

/** The declared fields of a document; none of what is no object. */
export function fieldsDeclared(schema: z.ZodType, document: object): Fields {
  const declared = declaredFields(schema, document)
  return isFields(declared) ? declared : {}
}

/** The whole document to send in place of the current one, with everything of it that is not sent. */
export function wholeDocument(options: Parameters<typeof withOtherFields>[0], input: object, current: object): object {
  const { id: _, date: __, etag: ___, ...currentFields } = { id: '', date: '', etag: '', ...current }
  const whole = withOtherFields(options, input, currentFields)
  return { ...currentFields, ...(isFields(whole) ? whole : input) }
}

/**
 * The value to send, with the fields of the current one that the schema does not declare: another client stored them, and
 * the Web API replaces whole documents. Items of a list keep theirs if `identities` names the list and an item of the
 * current list has the same identity; of several with the same identity, the first keeps those of the first. An item that was
 * renamed, and perhaps changed too, is recognized by the members of its own lists, and keeps them too.
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
    const counterparts = new Map(value.map((item, index) => [index, left.get(identityOf(item, identity))?.shift()]))
    const added = [...counterparts].flatMap(([index, item]) => (item === undefined ? [index] : []))
    const renamed = renamedFrom(
      added.map((index) => ({ item: index, members: membersOf(value[index], identities) })),
      [...left.values()].flat().map((item) => ({ item, members: membersOf(item, identities) })),
    )
    return value.map((item, index) =>
      withOtherFields({ schema: type.element, identities }, item, counterparts.get(index) ?? renamed.get(index)),
    )
  }
  if (!(type instanceof z.ZodObject) || !isFields(value) || !isFields(current)) return value
  const { shape } = type
  const undeclaredFields = Object.entries(current).filter(([field]) => !Object.hasOwn(shape, field))
  const declaredParts = Object.entries(value).map(([field, part]) => [
    field,
    withOtherFields({ schema: shape[field], identities }, part, current[field], field),
  ])
  return Object.fromEntries([...undeclaredFields, ...declaredParts])
}

const identityOf = (item: unknown, fields: readonly string[]): string =>
  JSON.stringify(isFields(item) ? fields.map((field) => item[field] ?? '') : item)

/** The identities of the members of all lists of an item. */
const membersOf = (item: unknown, identities: Identities): readonly string[] =>
  Object.entries(isFields(item) ? item : {}).flatMap(([list, members]) =>
    Array.isArray(members) ? members.map((member) => `${list} ${identityOf(member, identities[list] ?? [])}`) : [],
  )

interface Members<Item> {
  readonly item: Item
  readonly members: readonly string[]
}

/**
 * The items that were renamed, each with the one that disappeared: those that share most members first, and at least half of
 * the longer list. Less could be a coincidence: many groups have some service in common.
 */
function renamedFrom<Added, Removed>(
  added: readonly Members<Added>[],
  removed: readonly Members<Removed>[],
): ReadonlyMap<Added, Removed> {
  const holders = Map.groupBy(
    removed.flatMap(({ item, members }) => [...new Set(members)].map((member) => ({ item, member }))),
    ({ member }) => member,
  )
  const lengthOf = new Map(removed.map(({ item, members }) => [item, members.length]))
  const pairs = added.flatMap(({ item, members }) => {
    const shared = Map.groupBy(
      [...new Set(members)].flatMap((member) => holders.get(member) ?? []),
      (holder) => holder.item,
    )
    const enough = (before: Removed) => Math.max(members.length, lengthOf.get(before) ?? 0) / 2
    return [...shared].flatMap(([before, { length }]) =>
      length >= enough(before) ? [{ item, before, common: length }] : [],
    )
  })
  const renamed = new Map<Added, Removed>()
  const matchedItems = new Set<Removed>()
  for (const { item, before } of pairs.toSorted((a, b) => b.common - a.common)) {
    if (renamed.has(item) || matchedItems.has(before)) continue
    renamed.set(item, before)
    matchedItems.add(before)
  }
  return renamed
}
