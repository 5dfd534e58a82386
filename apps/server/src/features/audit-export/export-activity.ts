// Sends the activity log of all tenants to a receiver outside of the installation.
import type { Db } from '#request/tenancy/tenancy.ts'
import { type Cursors, cursorsAfter, type LoggedRow, readNextRows } from './logged-rows.repository.ts'

export interface ExportOptions {
  /** Spans tenants. */
  readonly everyTenant: Db
  /** The id of the only tenant to export; absent for all tenants. */
  readonly tenantId?: number | undefined
  /** Sends a batch. It resolves when the receiver has it, as far as that can be known, and rejects otherwise. */
  readonly send: (rows: readonly LoggedRow[]) => Promise<void>
  /** Stores the cursors of these tenants, after their rows were sent. Returns false if this process must not send any more. */
  readonly move: (cursors: Cursors) => Promise<boolean>
  /** Called before each batch: none is read after it returned true. */
  readonly isEnding?: () => boolean
}

/**
 * Sends all rows after `cursors` in batches, and returns the cursors afterwards. Each row is sent at least once: if the process ends
 * between `send` and `move`, its batch is sent again.
 */
export async function exportActivity(options: ExportOptions, cursors: Cursors): Promise<Cursors> {
  const { everyTenant, tenantId, send, move, isEnding = () => false } = options
  let sentCursors = cursors
  while (!isEnding()) {
    const rows = await readNextRows(everyTenant, sentCursors, tenantId)
    if (rows.length === 0) break
    await send(rows)
    const after = cursorsAfter(rows)
    sentCursors = new Map([...sentCursors, ...after])
    if (!(await move(after))) break
  }
  return sentCursors
}
