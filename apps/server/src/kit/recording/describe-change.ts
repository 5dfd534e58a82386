import { isDeepStrictEqual } from 'node:util'
import type { Document } from '#request/recording.ts'
import { byCodePoint } from './by-code-point.ts'

/** How changes of a list's members are described in a comment. */
export interface ListWords {
  /** The identity of a member. Members with the same name that differ otherwise have changed. */
  readonly member: (member: unknown) => string
  /** A sentence about members; `names` are those of one verb, in order. */
  readonly sentences: (verb: Verb, names: readonly string[]) => string[]
  /** The sentence for kept members in another order. If it is absent, the order does not matter. */
  readonly reordered?: string
}

export type Verb = 'Added' | 'Changed' | 'Deleted'

/**
 * The generated comment of a version: first the added and removed members of lists, in the order of `lists`, then one
 * sentence each for plain fields that were added (empty before), changed, or deleted (empty now). The database function
 * with the same name returns the same for changes that stay in the database.
 */
export function describeChange(before: Document, after: Document, lists: Readonly<Record<string, ListWords>>): string {
  const sentences = Object.entries(lists).flatMap(([field, words]) =>
    listSentences(words, asList(before[field]), asList(after[field])),
  )
  const plain: Record<Verb, string[]> = { Added: [], Changed: [], Deleted: [] }
  for (const field of Object.keys(after).sort(byCodePoint)) {
    const [old, now] = [before[field], after[field]]
    if (!lists[field] && !isDeepStrictEqual(old, now)) plain[verbFor(old, now)].push(field)
  }
  for (const verb of ['Added', 'Changed', 'Deleted'] as const) {
    if (plain[verb].length > 0) sentences.push(`${verb} ${listing(plain[verb])}.`)
  }
  return sentences.join(' ') || 'No fields changed.'
}

/** `a, b and c`: commas, and an `and` without a comma. */
export function listing(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isEmpty = (value: unknown) => value === '' || value === null || value === undefined
const verbFor = (old: unknown, now: unknown): Verb => (isEmpty(old) ? 'Added' : isEmpty(now) ? 'Deleted' : 'Changed')

function listSentences({ member, sentences, reordered }: ListWords, old: unknown[], now: unknown[]): string[] {
  const [before, after] = [Map.groupBy(old, member), Map.groupBy(now, member)]
  const deleted = [...before.keys()].filter((name) => !after.has(name))
  const added = [...after.keys()].filter((name) => !before.has(name))
  const changed = [...after.keys()].filter((name) => {
    return before.has(name) && !isDeepStrictEqual(before.get(name), after.get(name))
  })
  return [
    ...sentences('Deleted', deleted),
    ...sentences('Changed', changed),
    ...sentences('Added', added),
    ...(reordered !== undefined && isReordered(old.map(member), now.map(member)) ? [reordered] : []),
  ]
}

/** Whether the order of the kept names has changed; equal names are numbered. */
function isReordered(old: readonly string[], now: readonly string[]): boolean {
  const [before, after] = [places(old), places(now)]
  const [was, is] = [new Set(before), new Set(after)]
  return !isDeepStrictEqual(
    before.filter((place) => is.has(place)),
    after.filter((place) => was.has(place)),
  )
}

function places(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return `${count} ${name}`
  })
}
