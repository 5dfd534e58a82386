import type { Field, Item, Value } from './field.ts'

/** The members of a list; empty if there is no list. */
export const membersOf = (value: Value | undefined): readonly Item[] => (Array.isArray(value) ? value : [])

/** Members by a text of their identity. Repeated identities, as in an incomplete form, are numbered. */
export function byIdentity({ cellsOf }: Field<'records'>, value: Value | undefined): ReadonlyMap<string, Item> {
  const countsByIdentity = new Map<string, number>()
  return new Map(
    membersOf(value).map((item) => {
      const cells = JSON.stringify(cellsOf(item))
      const count = countsByIdentity.get(cells) ?? 0
      countsByIdentity.set(cells, count + 1)
      return [`${count} ${cells}`, item]
    }),
  )
}

/** A minimal set of identities that have moved, among those in both lists. */
export function movedMembers(before: Iterable<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  const stayed = [...before].filter((id) => after.has(id))
  const places = new Map(stayed.map((id, place) => [id, place]))
  const now = [...after].filter((id) => places.has(id))
  const inPlace = longestIncreasing(now.map((id) => places.get(id) ?? 0))
  return new Set(now.filter((_, index) => !inPlace.has(index)))
}

/** The indexes of a longest increasing subsequence; of several, the one that ends last. */
function longestIncreasing(numbers: readonly number[]): ReadonlySet<number> {
  // Read from the end: `ends[length]` is the index where a subsequence of this length starts with the largest number.
  const ends: number[] = []
  const next = new Map<number, number | undefined>()
  for (let index = numbers.length - 1; index >= 0; index--) {
    const length = firstAtMost(ends, numbers, numbers[index] ?? 0)
    next.set(index, ends[length - 1])
    ends[length] = index
  }
  const subsequence = new Set<number>()
  for (let index = ends.at(-1); index !== undefined; index = next.get(index)) subsequence.add(index)
  return subsequence
}

/** The first index in the decreasing `ends` with at most this number. */
function firstAtMost(ends: readonly number[], numbers: readonly number[], number: number): number {
  let [start, end] = [0, ends.length]
  while (start < end) {
    const middle = (start + end) >> 1
    if ((numbers[ends[middle] ?? 0] ?? 0) > number) start = middle + 1
    else end = middle
  }
  return start
}

/**
 * All of `kept` in one order: that of `leading`, and each other member after the one that precedes it in `others`,
 * following additions of `leading` at that place. Members at the end of `others` are at the end.
 */
export function inOrder(
  members: { readonly has: (id: string) => boolean },
  leading: Iterable<string>,
  following: ReadonlySet<string>,
): string[] {
  const first = [...leading].filter((id) => members.has(id))
  const leads = new Set(first)
  const followers = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const id of following) {
    if (leads.has(id)) last = id
    else if (members.has(id)) {
      const sameFollowers = followers.get(last)
      if (sameFollowers) sameFollowers.push(id)
      else followers.set(last, [id])
    }
  }
  const atEnd = followers.get(last) ?? []
  followers.delete(last)
  const result: string[] = []
  let due = followers.get(undefined) ?? []
  for (const id of first) {
    if (following.has(id)) {
      result.push(...due)
      due = followers.get(id) ?? []
    }
    result.push(id)
  }
  return [...result, ...due, ...atEnd]
}

/** Whether two orders are equal. */
export const isSameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, place) => id === b[place])

/** The members of these identities, in this order. */
export const membersAt = (ids: readonly string[], members: ReadonlyMap<string, Item>): Item[] =>
  ids.flatMap((id) => {
    const item = members.get(id)
    return item === undefined ? [] : [item]
  })
