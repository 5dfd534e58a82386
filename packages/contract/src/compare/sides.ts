import type { Field, Item, Scalar } from './field.ts'

/** One thing as two people left it, and as both found it. */
export interface Sides<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

/** Who changed it. */
export type Side = 'neither' | 'mine' | 'theirs' | 'both alike' | 'both differently'

/** Who changed a thing; `isSame` tells whether two states of it are alike. */
export function sideOf<T>({ base, mine, theirs }: Sides<T>, isSame: (one: T, other: T) => boolean = Object.is): Side {
  if (isSame(mine, theirs)) return isSame(mine, base) ? 'neither' : 'both alike'
  if (isSame(mine, base)) return 'theirs'
  return isSame(theirs, base) ? 'mine' : 'both differently'
}

/** One thing that somebody changed: a value, a member that came to or left a list, or the order of a list. */
export type Entry = {
  /** Names it among the entries of a merge. */
  readonly key: string
  /** Where it is, for a person: labels of fields and names of members, from the outside in. */
  readonly labels: readonly string[]
  readonly side: Exclude<Side, 'neither'>
} & (
  | { readonly what: 'value'; readonly field: Field<'text' | 'choice'>; readonly sides: Sides<Scalar> }
  | { readonly what: 'member'; readonly field: Field<'records'>; readonly sides: Sides<Item | undefined> }
  | { readonly what: 'order'; readonly field: Field<'records'>; readonly sides: Sides<readonly Item[]> }
)

/** What somebody chose for an entry: what it is on one of the sides, or another value. */
export type Choice = keyof Sides<unknown> | { readonly value: Scalar }

/** What was chosen, by the keys of entries. */
export type Choices = ReadonlyMap<string, Choice>

/** The result of a merge, and everything that either side changed. */
export interface Merged<T> {
  readonly value: T
  readonly entries: readonly Entry[]
}

/** Where a merge is: names and identities from the outside in, the same for a person, and what was chosen. */
export interface Place {
  readonly path: readonly string[]
  readonly labels: readonly string[]
  readonly choices: Choices
}

/** One step further in. Without a label, a person need not be told of it. */
export const within = ({ path, labels, choices }: Place, name: string, label?: string): Place => ({
  path: [...path, name],
  labels: label === undefined ? labels : [...labels, label],
  choices,
})

export const keyOf = ({ path }: Place): string => JSON.stringify(path)

/** Whose state an entry takes: what was chosen, else that of who changed it, and mine where both did. */
export function takenSide({ key, side }: Pick<Entry, 'key' | 'side'>, choices: Choices): keyof Sides<unknown> {
  const choice = choices.get(key)
  if (typeof choice === 'string') return choice
  return side === 'theirs' ? 'theirs' : 'mine'
}

/** The value that an entry gives the result. */
export function takenValue<T>(
  entry: Pick<Entry, 'key' | 'side'> & { readonly sides: Sides<T> },
  choices: Choices,
): T | Scalar {
  const choice = choices.get(entry.key)
  return typeof choice === 'object' ? choice.value : entry.sides[takenSide(entry, choices)]
}
