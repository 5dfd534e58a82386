import type { Data, Field, Fields, Item, Value } from '../src/compare/field.ts'
import { byIdentity } from '../src/compare/members.ts'
import type { Change, Changes } from '../src/compare/rules.ts'

/** The object with changes applied, but for the order of members. A removed member is not added again, an existing one not twice. */
export function applied(fields: Fields, changes: Changes, data: Data): Data {
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const change = changes[name]
    if (change === undefined) return []
    const isList = field.kind === 'records' && change.kind === 'records'
    return [[name, isList ? appliedTo(field, change, data[name]) : 'after' in change ? change.after : undefined]]
  })
  return { ...data, ...Object.fromEntries(changed) }
}

function appliedTo(field: Field<'records'>, change: Change<'records'>, value: Value | undefined): Item[] {
  const result = new Map(byIdentity(field, value))
  for (const id of byIdentity(field, change.removed).keys()) result.delete(id)
  for (const { item: after, changes } of change.changed) {
    for (const id of byIdentity(field, [after]).keys()) {
      const item = result.get(id)
      if (typeof item === 'object') result.set(id, applied(field.fields, changes, item))
    }
  }
  for (const [id, item] of byIdentity(field, change.added)) result.set(id, result.get(id) ?? item)
  return [...result.values()]
}

/** The same value with all lists sorted. */
export function withoutOrder(value: unknown): unknown {
  const textOf = (item: unknown) => JSON.stringify(item)
  if (Array.isArray(value)) {
    return value.map(withoutOrder).toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutOrder(member)]))
}
