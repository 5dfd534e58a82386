import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { loggedTenants } from '#kit/recording/logged-tenants.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A row of the activity log of any tenant as it leaves the installation; `docs/audit-export.md` explains the fields. */
export interface LoggedRow {
  /** Null for a tenant that was deleted. */
  readonly tenant: string | null
  readonly tenant_id: number
  readonly number: number
  /** ISO 8601 in UTC, with microseconds. */
  readonly at: string
  readonly request_id: string
  readonly actor: string
  readonly address: string
  readonly device: string
  readonly action: string
  readonly kind: string
  readonly object_id: number
  readonly object_name: string
  readonly before: object | null
  readonly after: object | null
  readonly hash: string
  /** The change request that has made the change; null without one. */
  readonly change_request: { readonly id: number; readonly title: string } | null
}

/** The number of the last row that a receiver has, by tenant. */
export type Cursors = ReadonlyMap<number, number>

/** A batch has at most this many rows, and this many of one tenant. */
const maxRows = 200
const maxRowsOfTenant = 50

/** A batch ends with the row whose documents exceed this size, in bytes. */
const batchBytes = 4_000_000

/**
 * The next rows after `cursors`, in the order of time, and in the order of their numbers for each tenant. One statement for any
 * number of tenants. `db` spans tenants; deleted tenants keep their log.
 */
export const readNextRows = (db: Db, cursors: Cursors, tenantId?: number) =>
  rowsIn(db)<LoggedRow>`
    with recursive ${loggedTenants}, begun as (
      select logged.id, coalesce(given.number, 0) as number
      from logged left join json_to_recordset(${asRecords(cursors)}::json) as given (tenant integer, number integer)
        on given.tenant = logged.id
      where logged.id = coalesce(${tenantId ?? null}::integer, logged.id)
    ), next as (
      select tenant_id, entry.number, hash, max(at) over (partition by tenant_id order by entry.number) as reached
      from begun cross join lateral (
        select tenant_id, activity.number, at, hash from activity
        where tenant_id = begun.id and activity.number > begun.number
        order by activity.number limit ${maxRowsOfTenant}
      ) as entry
      order by reached, tenant_id, entry.number limit ${maxRows}
    ), sized as (
      select entry.*, next.hash, next.reached, sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0))
        over (order by reached, tenant_id, number rows between unbounded preceding and 1 preceding) as bytes_before
      from next join activity_with_documents as entry using (tenant_id, number)
    )
    select tenants.name as tenant, tenant_id, number, to_json(at at time zone 'utc') #>> '{}' || 'Z' as at, request_id, actor,
      address, device, action, kind, object_id, object_name, before, after, hash,
      (select json_build_object('id', id, 'title', title) from change_requests as request
        where request.tenant_id = sized.tenant_id and request.request_id = sized.request_id) as change_request
    from sized left join tenants on tenants.id = tenant_id
    where coalesce(bytes_before, 0) < ${batchBytes}
    order by reached, tenant_id, number`

/** Cursors for which the next rows are those of this time and later; a few older ones may be among them. `db` spans tenants. */
export async function cursorsBefore(db: Db, time: Date): Promise<Cursors> {
  const { rows } = await sql<{ tenant: number; number: number }>`
    with recursive ${loggedTenants}
    select logged.id as tenant, coalesce(
      (select min(number) - 1 from activity where tenant_id = logged.id and at >= ${time}::timestamptz),
      (select max(number) from activity where tenant_id = logged.id)) as number
    from logged where logged.id is not null`.execute(db)
  return new Map(rows.map(({ tenant, number }) => [tenant, number]))
}

/** The cursors after these rows were sent, only of their tenants. */
export const cursorsAfter = (rows: readonly LoggedRow[]): Cursors =>
  new Map(rows.map(({ tenant_id, number }) => [tenant_id, number]))

export const asRecords = (cursors: Cursors): string =>
  JSON.stringify([...cursors].map(([tenant, number]) => ({ tenant, number })))
