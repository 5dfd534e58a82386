export type RowState = 'stored' | 'new' | 'changed'

export interface RowStates<Row> {
  /** Rows by their ids, without blank ones; made once for each list. */
  readonly byId: (rows: readonly Row[]) => ReadonlyMap<string, Row>
  /** What became of a row since it was stored. */
  readonly stateOf: (row: Row, stored: ReadonlyMap<string, Row>) => RowState
  /** New and changed rows, and rows that are gone, each counted once. */
  readonly countChanges: (before: readonly Row[], after: readonly Row[]) => number
}

/** How rows of one kind are compared with what was stored: `isSame` tells whether all that can be typed is equal. */
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
    countChanges(before, after) {
      const stored = byId(before)
      const states = after.filter((row) => !isBlank(row)).map((row) => stateOf(row, stored))
      const kept = states.filter((state) => state !== 'new').length
      return states.filter((state) => state !== 'stored').length + stored.size - kept
    },
  }
}
