import { diffLines } from 'diff'

/** A line, and its number. */
export interface Line {
  readonly number: number
  readonly text: string
}

interface ShownPair {
  readonly before: Line | undefined
  readonly after: Line | undefined
  readonly isSame: boolean
}

/** A line of both texts, two lines of which one replaced the other, or a number of equal lines that are left out `after` some pairs. */
export type LinePair = ShownPair | { readonly leftOut: number; readonly after: number }

/** The number of equal lines above and below a different one. */
const context = 3

/** Two texts line by line. */
export function lineChanges(before: string, after: string): readonly LinePair[] {
  const pairs: ShownPair[] = []
  let [old, now] = [1, 1]
  let removed: readonly string[] = []
  const flush = (added: readonly string[]) => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [was, is] = [removed[at], added[at]]
      pairs.push({
        before: was === undefined ? undefined : { number: old++, text: was },
        after: is === undefined ? undefined : { number: now++, text: is },
        isSame: false,
      })
    }
    removed = []
  }
  for (const change of diffLines(before, after, { ignoreNewlineAtEof: false })) {
    const lines = change.value.replace(/\n$/, '').split('\n')
    if (change.removed) removed = lines
    else if (change.added) flush(lines)
    else {
      flush([])
      for (const text of lines)
        pairs.push({ before: { number: old++, text }, after: { number: now++, text }, isSame: true })
    }
  }
  flush([])
  return withoutDistant(pairs)
}

/** Equal lines are shown near different ones only. */
function withoutDistant(pairs: readonly ShownPair[]): readonly LinePair[] {
  const changed = pairs.flatMap(({ isSame }, at) => (isSame ? [] : [at]))
  const near = new Set(
    changed.flatMap((at) => Array.from({ length: 2 * context + 1 }, (_, step) => at + step - context)),
  )
  return pairs.reduce<LinePair[]>((shown, pair, at) => {
    const last = shown.at(-1)
    if (near.has(at)) shown.push(pair)
    else if (last && 'leftOut' in last) shown[shown.length - 1] = { ...last, leftOut: last.leftOut + 1 }
    else shown.push({ leftOut: 1, after: at })
    return shown
  }, [])
}
