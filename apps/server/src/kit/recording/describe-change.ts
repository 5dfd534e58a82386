import { diff } from '@quatrain/contract/compare/compare.ts'
import { type Data, type Field, type Fields, type Item, isData, type Value } from '@quatrain/contract/compare/field.ts'
import { membersOf } from '@quatrain/contract/compare/members.ts'
import type { Change } from '@quatrain/contract/compare/rules.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import type { Document } from '#request/context/recording.ts'

/** How changes of a list's members are described in a comment. */
export interface ListWords {
  /** Sentences about the members of one verb, at least one, in order; each is given by the values of its identity. */
  readonly sentences: (verb: Verb, members: readonly Identity[]) => string[]
  /** The sentence for kept members in another order, if the order is significant. */
  readonly reordered?: string
}

/** The words of a kind by the names of its lists, in the order of the sentences. */
export type Words = Readonly<Record<string, ListWords>>

export type Verb = 'Added' | 'Changed' | 'Deleted'

type Identity = readonly string[]

/**
 * The generated comment of a version: first the removed, changed and added members of lists, in the order of `words`, then
 * one sentence each for other fields that were added (empty before), changed, or deleted (empty now). `fields` says what is
 * a change, as in comparisons. The database function `describe_change` returns the same for changes that stay in the
 * database.
 */
export function describeChange(fields: Fields, before: Document, after: Document, words: Words = {}): string {
  const [old, now] = [dataOf(before), dataOf(after)]
  const changes = diff(fields, old, now)
  const sentences = Object.entries(words).flatMap(([name, words]) => {
    const [field, change] = [fields[name], changes[name]]
    const isList = field?.kind === 'records' && change?.kind === 'records'
    return isList ? listSentences(words, field, change, old[name], now[name]) : []
  })
  const plain: Record<Verb, string[]> = { Added: [], Changed: [], Deleted: [] }
  for (const name of Object.keys(changes).sort(byCodePoint)) {
    if (!words[name]) plain[verbFor(old[name], now[name])].push(name)
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

function dataOf(document: Document): Data {
  if (!isData(document)) throw new Error('A document contains something else than texts, numbers, flags and lists.')
  return document
}

const isEmpty = (value: Value | undefined) => value === '' || value === null || value === undefined
const verbFor = (old: Value | undefined, now: Value | undefined): Verb =>
  isEmpty(old) ? 'Added' : isEmpty(now) ? 'Deleted' : 'Changed'

/** Members with one identity, such as repeated keys, are described as one: as changed if it exists before and after. */
function listSentences(
  { sentences, reordered }: ListWords,
  { cellsOf }: Field<'records'>,
  { added, removed, changed, moved }: Change<'records'>,
  old: Value | undefined,
  now: Value | undefined,
): string[] {
  const identities = (items: readonly Item[]): ReadonlyMap<string, Identity> =>
    new Map(items.map((item) => [JSON.stringify(cellsOf(item)), cellsOf(item)]))
  const [before, after] = [identities(membersOf(old)), identities(membersOf(now))]
  const differing = identities([...added, ...removed, ...changed.map(({ item }) => item)])
  const membersIn = (side: typeof before, isOf: (id: string) => boolean) =>
    [...side].flatMap(([id, identity]) => (differing.has(id) && isOf(id) ? [identity] : []))
  const members: readonly [Verb, readonly Identity[]][] = [
    ['Deleted', membersIn(before, (id) => !after.has(id))],
    ['Changed', membersIn(after, (id) => before.has(id))],
    ['Added', membersIn(after, (id) => !before.has(id))],
  ]
  return [
    ...members.flatMap(([verb, members]) => (members.length > 0 ? sentences(verb, members) : [])),
    ...(reordered !== undefined && moved.length > 0 ? [reordered] : []),
  ]
}
