import { createHash } from 'node:crypto'
import { type ArchivedRange, endOfRanges, type Link } from './activity-archives.ts'
import { type ActivityTexts, activityText } from './activity-text.ts'

/** The chain of one tenant in a sequence of rows. */
export interface ChainOfRows {
  readonly tenantId: string
  readonly rows: number
  readonly lastHash: string
  /** The number of the first row with a wrong hash or number, or that is missing; null if all are valid. */
  readonly firstBroken: string | null
}

/** Whether a row of the log is the next one after this place, and has the hash of its content. */
export function continues({ number, hash }: Link, row: ActivityTexts): boolean {
  const text = activityText(row)
  return (
    text !== undefined &&
    row.number === String(number + 1) &&
    row.previous_hash === hash &&
    row.hash === createHash('sha256').update(text).digest('hex')
  )
}

export const linkOf = (row: ActivityTexts): Link => ({ number: Number(row.number), hash: row.hash ?? '' })

interface Chain extends ChainOfRows {
  readonly begin: Link
}

/** Verifies the activity logs of tenants row by row, without a database. Rows of a tenant come in their order. */
export function chainsOfRows() {
  const chains = new Map<string, Chain>()
  const archived = new Map<string, ArchivedRange[]>()
  return {
    add(row: ActivityTexts): void {
      const tenantId = row.tenant_id ?? ''
      const chain = chains.get(tenantId)
      const previousEnd = { number: Number(row.number) - 1, hash: row.previous_hash ?? '' }
      // What is before the first row is known when the archives are.
      const end = chain ? { number: chain.begin.number + chain.rows, hash: chain.lastHash } : previousEnd
      const broken = continues(end, row) ? null : (row.number ?? '')
      chains.set(tenantId, {
        tenantId,
        begin: chain?.begin ?? previousEnd,
        rows: (chain?.rows ?? 0) + 1,
        lastHash: row.hash ?? '',
        firstBroken: chain?.firstBroken ?? broken,
      })
    },
    /** Adds a row of the table of archives; those of a tenant come in the order of their rows. */
    addArchive(row: ActivityTexts): void {
      const tenantId = row.tenant_id ?? ''
      const range = {
        firstNumber: Number(row.first_number),
        lastNumber: Number(row.last_number),
        previousHash: row.previous_hash ?? '',
        lastHash: row.last_hash ?? '',
      }
      archived.set(tenantId, [...(archived.get(tenantId) ?? []), range])
    },
    chains: (): ChainOfRows[] =>
      [...new Set([...chains.keys(), ...archived.keys()])].map((tenantId) => {
        const { end, gap } = endOfRanges(archived.get(tenantId) ?? [])
        const { begin, ...chain } = chains.get(tenantId) ?? {
          ...emptyChain,
          tenantId,
          begin: { ...end, hash: 'no row' },
        }
        const begins = begin.number === end.number && begin.hash === end.hash
        const wrong = gap ?? (begins ? null : begin.number + 1)
        return wrong === null ? chain : { ...chain, firstBroken: String(wrong) }
      }),
  }
}

/** The chain of an empty log; a log with archives always has a row. */
const emptyChain = { rows: 0, lastHash: '', firstBroken: null }
