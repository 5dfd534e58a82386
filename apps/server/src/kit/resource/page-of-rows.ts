import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'

interface Requested {
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

const usualLimit = 30

/** One page of rows, and their number, counted up to `maxCountedRows + 1` as in lists from the database. */
export function pageOfRows<Row>(rows: readonly Row[], { page = 1, limit = usualLimit }: Requested) {
  const first = (page - 1) * limit
  return { rows: rows.slice(first, first + limit), total: Math.min(rows.length, maxCountedRows + 1) }
}

/**
 * Compares rows by one column, `column` or `-column` for descending; rows that are equal in it by the others. Without
 * `sort`, in the order of the columns.
 */
export function byColumns<Column extends string>(columns: readonly Column[], sort: string | undefined) {
  const [, minus, first] = /^(-?)(.*)$/.exec(sort ?? '') ?? []
  const order = columns.toSorted((a, b) => Number(b === first) - Number(a === first))
  return (a: Readonly<Record<Column, string>>, b: Readonly<Record<Column, string>>): number => {
    for (const column of order) {
      const difference = byCodePoint(a[column], b[column])
      if (difference !== 0) return minus === '-' && column === first ? -difference : difference
    }
    return 0
  }
}
