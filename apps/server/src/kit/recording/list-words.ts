import { keyValue } from '@quatrain/contract/kit/fields.ts'
import { z } from 'zod'
import { byCodePoint } from './by-code-point.ts'
import { type ListWords, listing, type Verb } from './describe-change.ts'

/** `"a", "b" and "c"`, in order. */
export const quoted = (names: readonly string[]) => listing(names.toSorted(byCodePoint).map((name) => `"${name}"`))

/**
 * A key/value list: `Changed config field "timeout".`, `Added flags fields "OBSESS" and "VO".` Its order counts, since
 * machines build command lines from it (decision D16).
 */
export const keyValueWords = (field: string): ListWords => ({
  member: (member) => keyValue.parse(member).key,
  sentences(verb, names) {
    if (names.length === 0) return []
    return [`${verb} ${field} ${names.length === 1 ? 'field' : 'fields'} ${quoted(names)}.`]
  },
  reordered: `Changed the order of ${field} fields.`,
})

/** Tags, each in a separate sentence: `Added tags field "internal".` */
export const tagWords: ListWords = {
  member: (member) => z.string().parse(member),
  sentences: (verb, names) => names.toSorted(byCodePoint).map((name) => `${verb} tags field "${name}".`),
}

/** A comment names at most this many members of a list one by one; of more it gives the number. */
const maxNamed = 20

/** A sentence for each of the first members, and one with the number of the others. */
export const sentenceForEach =
  (each: (verb: Verb, name: string) => string, others: (verb: Verb, count: number) => string) =>
  (verb: Verb, names: readonly string[]): string[] => {
    const sentences = names.slice(0, maxNamed).map((name) => each(verb, name))
    const rest = names.length - sentences.length
    return rest > 0 ? [...sentences, others(verb, rest)] : sentences
  }
