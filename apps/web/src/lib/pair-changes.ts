import { diffArrays } from 'diff'

export interface Pair {
  readonly key: string
  readonly value: string
}

/** What became of a list of keys with their values, whose order counts. */
export interface PairChanges {
  readonly came: readonly Pair[]
  readonly gone: readonly Pair[]
  readonly changed: readonly { readonly key: string; readonly before: string; readonly after: string }[]
  /** Keys that stand elsewhere among those that stayed. */
  readonly moved: readonly string[]
}

/** Told by keys and not by places: what is put in between does not change what comes after it. */
export function pairChanges(before: readonly Pair[], after: readonly Pair[]): PairChanges {
  const [old, now] = [byPlace(before), byPlace(after)]
  const [stayed, kept] = [[...old.keys()].filter((place) => now.has(place)), [...now.keys()].filter((p) => old.has(p))]
  return {
    came: [...now].flatMap(([place, pair]) => (old.has(place) ? [] : [pair])),
    gone: [...old].flatMap(([place, pair]) => (now.has(place) ? [] : [pair])),
    changed: [...now].flatMap(([place, { key, value: after }]) => {
      const before = old.get(place)?.value
      return before === undefined || before === after ? [] : [{ key, before, after }]
    }),
    moved: diffArrays(stayed, kept).flatMap(({ added, value }) => (added ? value.map(keyOfPlace) : [])),
  }
}

/** By key; one that is there again, as in a form that is being filled in, is told apart by how often it came before. */
function byPlace(pairs: readonly Pair[]): ReadonlyMap<string, Pair> {
  const seen = new Map<string, number>()
  return new Map(
    pairs.map((pair) => {
      const count = seen.get(pair.key) ?? 0
      seen.set(pair.key, count + 1)
      return [`${count}\n${pair.key}`, pair]
    }),
  )
}

const keyOfPlace = (place: string) => place.slice(place.indexOf('\n') + 1)
