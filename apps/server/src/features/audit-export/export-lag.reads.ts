import { sql } from 'kysely'
import { loggedTenants } from '#kit/recording/logged-tenants.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** What a receiver does not have yet, of all tenants. */
export interface ExportLag {
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
