import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { type ListWords, listing, type Verb } from './describe-change.ts'

/** `"a", "b" and "c"`, in order. */
export const quoted = (names: readonly string[]) => listing(names.toSorted(byCodePoint).map((name) => `"${name}"`))

/** Members that a name identifies: `Changed groups field "compute".`, `Added groups fields "a" and "b".` */
export const namedWords = (field: string): ListWords => ({
  sentences: (verb, members) => [
    `${verb} ${field} ${members.length === 1 ? 'field' : 'fields'} ${quoted(members.flat())}.`,
  ],
})

/** Returns the words of a key/value list, whose order counts: machines build command lines from it (decision D16). */
export const keyValueWords = (field: string): ListWords => ({
  ...namedWords(field),
  reordered: `Changed the order of ${field} fields.`,
})

/** Tags, each in a separate sentence: `Added tags field "internal".` */
export const tagWords: ListWords = {
  sentences: (verb, members) =>
    members
      .flat()
      .toSorted(byCodePoint)
      .map((name) => `${verb} tags field "${name}".`),
}

/** A comment names at most this many members of a list one by one; of more it gives the number. */
const maxNamed = 20

const maxInMessage = 5

/** `a, b and 3 more`: the first names, for messages. */
export function someOf(names: readonly string[]): string {
  const moreCount = names.length - maxInMessage
  return moreCount > 0 ? `${names.slice(0, maxInMessage).join(', ')} and ${moreCount} more` : names.join(', ')
}

/** Members that are other objects: `Added metric templates "a", "b" and 3 more.` */
export const memberWords = (label: { readonly one: string; readonly many: string }): ListWords => ({
  sentences(verb, members) {
    const quotedNames = members.slice(0, maxNamed).map((name) => `"${name}"`)
    const moreCount = members.length - quotedNames.length
    const listed = listing(moreCount > 0 ? [...quotedNames, `${moreCount} more`] : quotedNames)
    return [`${verb} ${members.length === 1 ? label.one : label.many} ${listed}.`]
  },
})

/** A sentence for each of the first members, and one with the number of the others. */
export const sentenceForEach =
  (
    each: (verb: Verb, identity: readonly string[]) => string,
    summaryOf: (verb: Verb, count: number) => string,
  ): ListWords['sentences'] =>
  (verb, members) => {
    const sentences = members.slice(0, maxNamed).map((member) => each(verb, member))
    const moreCount = members.length - sentences.length
    return moreCount > 0 ? [...sentences, summaryOf(verb, moreCount)] : sentences
  }
