import { createHash } from 'node:crypto'
import { namesState } from '@quatrain/platform/http/entity-tags.ts'
import { itemNotFound, Refusal } from './refusals.ts'

/** The entity tag of a state: its identity and its number of changes. */
export const tagOf = (stateName: string, changes: number): string => `"${stateName}.${changes}"`

/**
 * The entity tag of an item that contains names of others, which change without a change of the item. Writers need only
 * the part that `tagOf` returns.
 */
export const tagWithNames = (stateName: string, changes: number, json: string): string =>
  `"${stateName}.${changes}+${createHash('sha256').update(json).digest('hex').slice(0, 8)}"`

const names = /\+[0-9a-f]{8}"$/

/** Whether the client says with `If-None-Match` that it has the state with this tag. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && namesState(ifNoneMatch, (listed) => listed === tag)

/** Whether `If-Match` allows a write to the state with this tag; true without the header. */
export const matches = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || namesState(ifMatch, (listed) => listed.replace(names, '"') === tag)

/** The number of changes in an `If-Match` that names exactly one state of an item. */
export function changesIn(ifMatch: string | undefined, id: string): number | undefined {
  const tag = ifMatch?.replace(names, '"')
  const changes = Number(/\.(\d{1,9})"$/.exec(tag ?? '')?.[1] ?? Number.NaN)
  return tag === tagOf(id, changes) ? changes : undefined
}

/** Refuses a write whose `If-Match` names another state than that with this tag, or any state if there is none. */
export function assertSeen(ifMatch: string | undefined, tag: string | undefined, problem: string): void {
  if (ifMatch === undefined || (tag !== undefined && matches(ifMatch, tag))) return
  throw new Refusal(412, [problem])
}

/** The same for the list that is in force on a day. */
export const assertListSeen = (ifMatch: string | undefined, tag: string | undefined): void =>
  assertSeen(ifMatch, tag, 'the list that is in force on that day is not the one in If-Match')

/** The same for an item. Refuses a write of one that does not exist. */
export function assertItemSeen<Item extends { readonly changes: number }>(
  item: Item | undefined,
  id: string,
  ifMatch: string | undefined,
): asserts item is Item {
  if (!item) throw itemNotFound()
  assertSeen(ifMatch, tagOf(id, item.changes), 'item with the specific ID was changed after the state in If-Match')
}
