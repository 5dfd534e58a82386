import { structuredPatch } from 'diff'

/** A line, and its number. */
export interface Line {
  readonly number: number
  readonly text: string
}

/** A line of both texts, or two lines of which one replaced the other. */
export interface LinePair {
  readonly before: Line | undefined
  readonly after: Line | undefined
  readonly isSame: boolean
}

/** The different lines of two texts, each with the equal ones near it, in groups from the top. */
export const lineChanges = (before: string, after: string): readonly (readonly LinePair[])[] =>
  structuredPatch('', '', before, after, '', '', { context: 3 }).hunks.map(({ oldStart, newStart, lines }) => {
    const pairs: LinePair[] = []
    let [old, now] = [oldStart, newStart]
    for (const line of lines) {
      const [sign, text] = [line.charAt(0), line.slice(1)]
      if (sign === ' ') pairs.push({ before: { number: old++, text }, after: { number: now++, text }, isSame: true })
      if (sign === '-') pairs.push({ before: { number: old++, text }, after: undefined, isSame: false })
      if (sign !== '+') continue
      // The first removed line of the change that has no counterpart.
      const place = pairs.findLastIndex(({ isSame, after }) => isSame || after !== undefined) + 1
      const added = { number: now++, text }
      pairs[place] = { before: pairs[place]?.before, after: added, isSame: false }
    }
    return pairs
  })
