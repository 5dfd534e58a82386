import { createHash } from 'node:crypto'
import { tagsIn } from '@quatrain/platform/http/entity-tags.ts'

/** The entity tag of a state: its identity and its number of changes. */
export const tagOf = (which: string, changes: number): string => `"${which}.${changes}"`

/**
 * The entity tag of an item that contains names of others, which change without a change of the item. Writers need only
 * the part that `tagOf` returns.
 */
export const tagWithNames = (which: string, changes: number, json: string): string =>
  `"${which}.${changes}+${createHash('sha256').update(json).digest('hex').slice(0, 8)}"`

const names = /\+[0-9a-f]{8}"$/

/** Whether the client says with `If-None-Match` that it has the state with this tag. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && lists(ifNoneMatch, (listed) => listed === tag)

/** Whether `If-Match` allows a write to the state with this tag; true without the header. */
export const matches = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || lists(ifMatch, (listed) => listed.replace(names, '"') === tag)

const lists = (header: string, isMeant: (tag: string) => boolean): boolean =>
  tagsIn(header).some((tag) => tag === '*' || isMeant(tag))
