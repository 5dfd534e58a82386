import { createHash } from 'node:crypto'
import { type ActivityTexts, activityText } from './activity-text.ts'

/** The chain of one tenant in a sequence of rows. */
export interface ChainOfRows {
  readonly tenantId: string
  readonly rows: number
  readonly lastHash: string
  /** The number of the first row with a wrong hash or number; null if all are valid. */
  readonly firstBroken: string | null
}

/** Verifies the activity logs of tenants row by row, without a database. Rows of a tenant come in their order. */
export function chainsOfRows() {
  const chains = new Map<string, ChainOfRows>()
  return {
    add(row: ActivityTexts): void {
      const tenantId = row.tenant_id ?? ''
      const { rows, lastHash, firstBroken } = chains.get(tenantId) ?? { rows: 0, lastHash: '', firstBroken: null }
      const text = activityText(row)
      const isValid =
        text !== undefined &&
        row.number === String(rows + 1) &&
        row.previous_hash === lastHash &&
        row.hash === createHash('sha256').update(text).digest('hex')
      chains.set(tenantId, {
        ...{ tenantId, rows: rows + 1, lastHash: row.hash ?? '' },
        firstBroken: firstBroken ?? (isValid ? null : (row.number ?? '')),
      })
    },
    chains: (): ChainOfRows[] => [...chains.values()],
  }
}
