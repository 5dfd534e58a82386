import type { Field, Item, Scalar } from './field.ts'

/** The two changed states of a merged value, and the base from which both started. */
export interface Sides<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

/** Says which sides changed a value. */
export type Side = 'neither' | 'mine' | 'theirs' | 'both alike' | 'both differently'

/** Returns which sides changed a value; `isSame` compares two states of it. */
export function sideOf<T>({ base, mine, theirs }: Sides<T>, isSame: (a: T, b: T) => boolean = Object.is): Side {
  if (isSame(mine, theirs)) return isSame(mine, base) ? 'neither' : 'both alike'
  if (isSame(mine, base)) return 'theirs'
  return isSame(theirs, base) ? 'mine' : 'both differently'
}

/** An entry of a merge: a changed value, an added or removed member, or the order of a list. */
export type Entry = {
  /** Identifies it among the entries of a merge. */
  readonly key: string
  /** The place of the entry as users read it: labels of fields and names of members, from the outside in. */
  readonly labels: readonly string[]
  readonly side: Exclude<Side, 'neither'>
} & (
  | { readonly kind: 'value'; readonly field: Field<'text' | 'choice'>; readonly sides: Sides<Scalar> }
  | { readonly kind: 'member'; readonly field: Field<'records'>; readonly sides: Sides<Item | undefined> }
  | { readonly kind: 'order'; readonly field: Field<'records'>; readonly sides: Sides<readonly Item[]> }
)

/** The choice for an entry: the state of one of the sides, or another value. */
export type Choice = keyof Sides<unknown> | { readonly value: Scalar }

/** The choices by the keys of entries. */
export type Choices = ReadonlyMap<string, Choice>

/** The result of a merge, and all entries. */
export interface Merged<T> {
  readonly value: T
  readonly entries: readonly Entry[]
}

/** The current place of a merge: names and identities from the outside in, their labels, and the choices. */
export interface Place {
  readonly path: readonly string[]
  readonly labels: readonly string[]
  readonly choices: Choices
}

/** A nested place. Without a label, it is not shown to users. */
export const nestedPlace = ({ path, labels, choices }: Place, name: string, label?: string): Place => ({
  path: [...path, name],
  labels: label === undefined ? labels : [...labels, label],
  choices,
})

/** Returns the text that identifies an entry at this place among the entries of a merge. */
export const keyOf = ({ path }: Place): string => JSON.stringify(path)

/** The side that an entry takes: the chosen one, else the one that changed it, and mine if both did. */
export function takenSide({ key, side }: Pick<Entry, 'key' | 'side'>, choices: Choices): keyof Sides<unknown> {
  const choice = choices.get(key)
  if (typeof choice === 'string') return choice
  return side === 'theirs' ? 'theirs' : 'mine'
}

/** The value of an entry in the result. */
export function takenValue<T>(
  entry: Pick<Entry, 'key' | 'side'> & { readonly sides: Sides<T> },
  choices: Choices,
): T | Scalar {
  const choice = choices.get(entry.key)
  return typeof choice === 'object' ? choice.value : entry.sides[takenSide(entry, choices)]
}
