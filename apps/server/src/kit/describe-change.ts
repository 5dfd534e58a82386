import { isDeepStrictEqual } from 'node:util'
import type { Document } from '#request/touched.ts'

/** How the members of a list read in a comment: `member` names one of them, `sentence` says what became of some. */
export interface ListWords {
  readonly member: (member: unknown) => string
  /** `names` are those of one verb, in order. */
  readonly sentences: (verb: Verb, names: readonly string[]) => string[]
}

type Verb = 'Added' | 'Changed' | 'Deleted'

/**
 * The generated comment of a version: first what came to and went from lists, field by field, then one sentence each
 * for plain fields that were added (empty before), changed, or deleted (empty now). Order within a list does not count.
 */
export function describeChange(before: Document, after: Document, lists: Readonly<Record<string, ListWords>>): string {
  const sentences: string[] = []
  const plain: Record<Verb, string[]> = { Added: [], Changed: [], Deleted: [] }
  for (const field of Object.keys(after).sort()) {
    const [old, now] = [before[field], after[field]]
    const words = lists[field]
    if (words) sentences.push(...listSentences(words, asList(old), asList(now)))
    else if (!isDeepStrictEqual(old, now)) plain[verbFor(old, now)].push(field)
  }
  for (const verb of ['Added', 'Changed', 'Deleted'] as const) {
    if (plain[verb].length > 0) sentences.push(`${verb} ${listing(plain[verb])}.`)
  }
  return sentences.join(' ') || 'No fields changed.'
}

/** `a, b and c`: commas, and an `and` without one before it. */
export function listing(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isEmpty = (value: unknown) => value === '' || value === null || value === undefined
const verbFor = (old: unknown, now: unknown): Verb => (isEmpty(old) ? 'Added' : isEmpty(now) ? 'Deleted' : 'Changed')

function listSentences({ member, sentences }: ListWords, old: unknown[], now: unknown[]): string[] {
  const [gone, here] = [new Set(old.map(member)), new Set(now.map(member))]
  const deleted = [...gone].filter((name) => !here.has(name))
  const added = [...here].filter((name) => !gone.has(name))
  return [...sentences('Deleted', deleted), ...sentences('Added', added)]
}
