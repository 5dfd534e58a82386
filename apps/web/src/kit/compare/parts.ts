import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { type PairChanges, pairChanges } from '#lib/pair-changes.ts'

/** One member of a list as a person reads it: its cells, in the order of the list's columns. */
export type Item = readonly string[]

/** A part of an object that is one text. */
export interface TextPart<T> {
  readonly kind: 'text'
  readonly label: string
  readonly of: (object: T) => string
  readonly with: (object: T, text: string) => T
}

/** A part of an object that is a list of members without repetitions, whose order does not count. */
export interface ListPart<T> {
  readonly kind: 'list'
  readonly label: string
  readonly columns: readonly string[]
  readonly of: (object: T) => readonly Item[]
  readonly with: (object: T, items: readonly Item[]) => T
  /** How many changes lie between two states, where a person would count them otherwise than came and went. */
  readonly countChanges?: (before: T, after: T) => number
}

/** A part of an object that is a list of keys with their values, whose order counts. */
export interface PairsPart<T> {
  readonly kind: 'pairs'
  readonly label: string
  readonly of: (object: T) => readonly KeyValue[]
  readonly with: (object: T, pairs: readonly KeyValue[]) => T
}

/** What an object consists of: enough to compare two states of it, to count changes, and to bring two changes together. */
export type Part<T> = TextPart<T> | ListPart<T> | PairsPart<T>

/** Members are told apart by all of their cells, and no cell holds a line break. */
export const keyOfItem = (item: Item): string => item.join('\n')
export const itemOfKey = (key: string): Item => key.split('\n')

export type Difference =
  | { readonly kind: 'text'; readonly label: string; readonly before: string; readonly after: string }
  | {
      readonly kind: 'list'
      readonly label: string
      readonly columns: readonly string[]
      readonly came: readonly Item[]
      readonly gone: readonly Item[]
    }
  | ({ readonly kind: 'pairs'; readonly label: string } & PairChanges)

/** Only the parts that differ; of a list, only the members that came or went. */
export function differences<T>(parts: readonly Part<T>[], before: T, after: T): Difference[] {
  return parts.flatMap<Difference>((part) => {
    const { label } = part
    if (part.kind === 'text') {
      const [old, now] = [part.of(before), part.of(after)]
      return old === now ? [] : [{ kind: 'text', label, before: old, after: now }]
    }
    if (part.kind === 'pairs') {
      const changes = pairChanges(part.of(before), part.of(after))
      return sizeOfPairs(changes) === 0 ? [] : [{ kind: 'pairs', label, ...changes }]
    }
    const [old, now] = [part.of(before), part.of(after)]
    const [gone, came] = [without(old, now), without(now, old)]
    return came.length + gone.length === 0 ? [] : [{ kind: 'list', label, columns: part.columns, came, gone }]
  })
}

function without(items: readonly Item[], others: readonly Item[]): Item[] {
  const keys = new Set(others.map(keyOfItem))
  return items.filter((item) => !keys.has(keyOfItem(item)))
}

/** How many changes a person would say lie between two states. */
export function countChanges<T>(parts: readonly Part<T>[], before: T, after: T): number {
  return parts.reduce((count, part) => {
    if (part.kind === 'list' && part.countChanges) return count + part.countChanges(before, after)
    return differences([part], before, after).reduce((sum, difference) => sum + sizeOf(difference), count)
  }, 0)
}

function sizeOf(difference: Difference): number {
  if (difference.kind === 'text') return 1
  if (difference.kind === 'pairs') return sizeOfPairs(difference)
  return difference.came.length + difference.gone.length
}

const sizeOfPairs = ({ came, gone, changed, moved }: PairChanges): number =>
  came.length + gone.length + changed.length + moved.length

/** What something consists of that was not there before, as differences to nothing. */
export function everythingAdded<T>(parts: readonly Part<T>[], object: T): Difference[] {
  return parts.flatMap<Difference>((part) => {
    const { label } = part
    if (part.kind === 'list') return [{ kind: 'list', label, columns: part.columns, came: part.of(object), gone: [] }]
    if (part.kind === 'pairs') {
      const came = part.of(object)
      return came.length === 0 ? [] : [{ kind: 'pairs', label, came, gone: [], changed: [], moved: [] }]
    }
    const after = part.of(object)
    return after === '' ? [] : [{ kind: 'text', label, before: '', after }]
  })
}
