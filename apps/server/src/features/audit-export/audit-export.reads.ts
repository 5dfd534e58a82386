import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { loggedTenants } from '#kit/recording/logged-tenants.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** What a receiver does not have yet, of all tenants. */
interface ExportLag {
  readonly rows: number
  /** Age of the oldest of these rows; 0 without any. */
  readonly seconds: number
}

/** Returns how far a receiver lags behind, without archived rows, which it will not get. One statement. `everyTenant` spans tenants. */
export async function readExportLag(everyTenant: Db, receiver: string, now: Date): Promise<ExportLag> {
  const { rows } = await sql<ExportLag>`
    with recursive ${loggedTenants}
    select coalesce(sum(last.number - begun.number), 0)::float8 as rows,
      coalesce(greatest(extract(epoch from ${now}::timestamptz - min(next.at)), 0), 0)::float8 as seconds
    from logged
    left join audit_cursors as sent on sent.tenant_id = logged.id and sent.receiver = ${receiver}
    cross join lateral (
      select number from activity where tenant_id = logged.id order by number desc limit 1
    ) as last
    cross join lateral (
      select greatest(sent.number, coalesce(max(last_number), 0)) as number from activity_archives
      where tenant_id = logged.id
    ) as begun
    left join activity as next on next.tenant_id = logged.id and next.number = begun.number + 1`.execute(everyTenant)
  return rows[0] ?? { rows: 0, seconds: 0 }
}

/** The last row of a tenant's log that all receivers have, and the one that has the fewest. */
export interface SentToAll {
  readonly tenantId: number
  readonly number: number
  readonly receiver: string
}

/**
 * What all receivers of the log have, for tenants whose rows go to at least one. `configured` are receivers of the settings,
 * which may not have been sent anything yet. A receiver that was never limited to chosen tenants gets the rows of all. One
 * statement. `everyTenant` spans tenants.
 */
export const readSentToAll = (everyTenant: Db, configured: readonly string[]) =>
  rowsIn(everyTenant)<SentToAll>`
    with recursive ${loggedTenants}, receivers as (
      select receiver as name from audit_cursors
      union select name from audit_receivers
      union select unnest(${[...configured]}::text[])
    )
    select distinct on (logged.id) logged.id as "tenantId", receivers.name as receiver, coalesce(sent.number, 0) as number
    from logged cross join receivers
    left join audit_receivers as known on known.name = receivers.name
    left join audit_cursors as sent on sent.tenant_id = logged.id and sent.receiver = receivers.name
    where logged.id is not null and (sent.number is not null or coalesce(known.every_tenant, true))
    order by logged.id, coalesce(sent.number, 0)`
