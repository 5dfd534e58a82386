export type RowState = 'stored' | 'new' | 'changed'

export interface RowStates<Row> {
  /** Rows by their ids, without blank ones; computed once for each list. */
  readonly byId: (rows: readonly Row[]) => ReadonlyMap<string, Row>
  /** How a row has changed since it was stored. */
  readonly stateOf: (row: Row, stored: ReadonlyMap<string, Row>) => RowState
  /** Whether rows that both lists have are in another order. */
  readonly isReordered: (before: readonly Row[], after: readonly Row[]) => boolean
  /** The numbers of new, changed and removed rows. */
  readonly countChanges: (before: readonly Row[], after: readonly Row[]) => number
}

/** How rows are compared with stored ones: `isSame` says whether all editable values are equal. */
export function rowStatesOf<Row extends { readonly id: string }>(
  isBlank: (row: Row) => boolean,
  isSame: (one: Row, other: Row) => boolean,
): RowStates<Row> {
  const known = new WeakMap<readonly Row[], ReadonlyMap<string, Row>>()
  const byId = (rows: readonly Row[]) => {
    const found = known.get(rows) ?? new Map(rows.filter((row) => !isBlank(row)).map((row) => [row.id, row]))
    known.set(rows, found)
    return found
  }
  const stateOf = (row: Row, stored: ReadonlyMap<string, Row>): RowState => {
    const before = stored.get(row.id)
    if (!before) return 'new'
    return isSame(before, row) ? 'stored' : 'changed'
  }
  return {
    byId,
    stateOf,
    isReordered(before, after) {
      const [earlier, later] = [byId(before), byId(after)]
      const ids = [...earlier.keys()].filter((id) => later.has(id))
      return [...later.keys()].filter((id) => earlier.has(id)).some((id, place) => id !== ids[place])
    },
    countChanges(before, after) {
      const stored = byId(before)
      const states = after.filter((row) => !isBlank(row)).map((row) => stateOf(row, stored))
      const kept = states.filter((state) => state !== 'new').length
      return states.filter((state) => state !== 'stored').length + stored.size - kept
    },
  }
}
