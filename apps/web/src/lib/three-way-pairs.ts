import { type Pair, pairChanges } from './pair-changes.ts'
import { type Side, sideOfText } from './three-way.ts'

/** One key that either side added, changed or removed; no value where the key is not there. */
export interface KeyChange {
  readonly key: string
  readonly mine: string | undefined
  readonly theirs: string | undefined
  readonly side: Exclude<Side, 'neither'>
}

/** Every key whose value, or whose being there, either side changed. */
export function keyChanges(base: readonly Pair[], mine: readonly Pair[], theirs: readonly Pair[]): KeyChange[] {
  const [before, left, right] = [valuesOf(base), valuesOf(mine), valuesOf(theirs)]
  const keys = new Set([...before.keys(), ...right.keys(), ...left.keys()])
  return [...keys].flatMap((key) => {
    const values = { mine: left.get(key), theirs: right.get(key) }
    const side = sideOfText(before.get(key), values.mine, values.theirs)
    return side === 'neither' ? [] : [{ key, ...values, side }]
  })
}

/** What both sides together make of it; mine where both changed a value. The order is of whoever changed it. */
export function mergePairs(base: readonly Pair[], mine: readonly Pair[], theirs: readonly Pair[]): Pair[] {
  const changes = new Map(keyChanges(base, mine, theirs).map((change) => [change.key, change]))
  const [left, right] = [valuesOf(mine), valuesOf(theirs)]
  const isMineMoved = pairChanges(base, mine).moved.length > 0
  const keys = isMineMoved ? [...left.keys(), ...right.keys()] : [...right.keys(), ...left.keys()]
  return [...new Set(keys)].flatMap((key) => {
    const value = changes.get(key)?.side === 'theirs' ? right.get(key) : left.get(key)
    return value === undefined ? [] : [{ key, value }]
  })
}

/** With another value for one key: in its place, at the end where it was not there, nowhere for no value. */
export function withValue(pairs: readonly Pair[], key: string, value: string | undefined): Pair[] {
  if (value === undefined) return pairs.filter((pair) => pair.key !== key)
  if (!pairs.some((pair) => pair.key === key)) return [...pairs, { key, value }]
  return pairs.map((pair) => (pair.key === key ? { key, value } : pair))
}

const valuesOf = (pairs: readonly Pair[]): ReadonlyMap<string, string> =>
  new Map(pairs.map(({ key, value }) => [key, value]))
