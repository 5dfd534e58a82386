import { type Change, diffWordsWithSpace } from 'diff'

/** A part of two compared texts: of both, or of one of them. */
export interface Part {
  readonly value: string
  readonly of: 'both' | 'before' | 'after'
}

/**
 * The different words of two texts, as phrases: what is between two changes and shorter than both counts as changed too.
 * Returns nothing if the texts have little in common, because a mixture of them would be unreadable.
 */
export function wordChanges(before: string, after: string): readonly Part[] | undefined {
  const changes = diffWordsWithSpace(before, after)
  const kept = changes.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim())
  if (kept.join('').length * 3 <= Math.min(before.length, after.length)) return undefined
  return phrasesIn(changes).flatMap(({ removed, added, kept }) =>
    [
      { value: removed, of: 'before' as const },
      { value: added, of: 'after' as const },
      { value: kept, of: 'both' as const },
    ].filter(({ value }) => value !== ''),
  )
}

/** A change, and the text after it that both have. */
interface Phrase {
  readonly removed: string
  readonly added: string
  readonly kept: string
}

const phrasesIn = (changes: readonly Change[]): readonly Phrase[] =>
  changes
    .map(({ value, added, removed }) => ({
      removed: removed ? value : '',
      added: added ? value : '',
      kept: added || removed ? '' : value,
    }))
    .reduce<Phrase[]>((phrases, phrase) => {
      const last = phrases.at(-1)
      if (last && isOneWith(last, phrase)) phrases.splice(-1, 1, joined(last, phrase))
      else phrases.push(phrase)
      return phrases
    }, [])
    .map(withoutCommonEnd)

/** A space that both sides end with is kept. */
const withoutCommonEnd = ({ removed, added, kept }: Phrase): Phrase =>
  removed.endsWith(' ') && added.endsWith(' ')
    ? { removed: removed.slice(0, -1), added: added.slice(0, -1), kept: ` ${kept}` }
    : { removed, added, kept }

/** What is kept at the end of a phrase, or is too short to keep two phrases apart. */
function isOneWith(last: Phrase, next: Phrase): boolean {
  if (last.kept === '') return true
  const [size, nextSize] = [sizeOf(last), sizeOf(next)]
  return size > 0 && nextSize > 0 && last.kept.trim().length <= Math.min(size, nextSize)
}

const sizeOf = ({ removed, added }: Phrase) => Math.max(removed.length, added.length)

const joined = (last: Phrase, next: Phrase): Phrase => ({
  removed: last.removed + last.kept + next.removed,
  added: last.added + last.kept + next.added,
  kept: next.kept,
})
