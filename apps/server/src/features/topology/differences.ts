import { isDeepStrictEqual } from 'node:util'
import type { TopologyTag } from '@quatrain/contract/reports/topology.ts'

interface Tagged {
  readonly tags: TopologyTag[]
}

export interface Difference<Row> {
  readonly change: 'added' | 'removed' | 'changed'
  readonly row: Row
  readonly tagsBefore?: TopologyTag[]
}

/**
 * How a list differs from an earlier one. Rows are the same if they have the same identity; of rows that a list repeats,
 * the first is compared with the first, and so on.
 */
export function differencesOf<Row extends Tagged>(
  before: readonly Row[],
  after: readonly Row[],
  identityOf: (row: Row) => string,
): Difference<Row>[] {
  const earlier = byIdentity(before, identityOf)
  const later = byIdentity(after, identityOf)
  const differences: Difference<Row>[] = []
  for (const [identity, row] of later) {
    const old = earlier.get(identity)
    if (!old) differences.push({ change: 'added', row })
    else if (!isDeepStrictEqual(old.tags, row.tags)) differences.push({ change: 'changed', row, tagsBefore: old.tags })
  }
  for (const [identity, row] of earlier) if (!later.has(identity)) differences.push({ change: 'removed', row })
  return differences
}

function byIdentity<Row>(rows: readonly Row[], identityOf: (row: Row) => string): Map<string, Row> {
  const rowsByIdentity = new Map<string, Row>()
  const repetitions = new Map<string, number>()
  for (const row of rows) {
    const identity = identityOf(row)
    const repetition = repetitions.get(identity) ?? 0
    repetitions.set(identity, repetition + 1)
    rowsByIdentity.set(`${identity}\n${repetition}`, row)
  }
  return rowsByIdentity
}

/** The number of differences of each type. */
export function countsOf(differences: readonly Pick<Difference<unknown>, 'change'>[]) {
  const counts = { added: 0, removed: 0, changed: 0 }
  for (const { change } of differences) counts[change] += 1
  return counts
}
