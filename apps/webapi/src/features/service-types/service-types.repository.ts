import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import { sql } from 'kysely'
import type { Caller } from '#kit/callers.ts'
import type { Db } from '#kit/tenancy.ts'

export interface ServiceTypeList {
  /** For which day it was written. */
  readonly day: string
  /** How often the list of that day has been written or deleted. */
  readonly changes: number
  readonly types: readonly WebApiServiceTypeInput[]
}

/** A version to keep. Without types the day has no list any more. */
export interface ListChange {
  readonly day: string
  readonly types?: readonly WebApiServiceTypeInput[]
  readonly at: Date
  readonly by: Caller
}

/** The list in force on a day: that of the newest day up to it. Nothing when there is none. */
export const findInForce = async (db: Db, day: string): Promise<ServiceTypeList | undefined> =>
  (
    await sql<ServiceTypeList>`
      select to_char(list.day, 'YYYY-MM-DD') as day, list.changes, version.document as types
      from (
        select tenant_id, day, changes from service_type_lists
        where deleted_at is null and day <= ${day}::date order by day desc limit 1
      ) list
      join service_type_list_versions version
        on version.tenant_id = list.tenant_id and version.day = list.day and version.number = list.changes`.execute(db)
  ).rows[0]

/** A list of another tenant that feeds this one. */
export interface FedList extends Pick<ServiceTypeList, 'day' | 'types'> {
  readonly tenant: string
}

/** The lists in force on a day in the tenants that feed this one, in the order of the feed. */
export const findFed = async (db: Db, day: string): Promise<FedList[]> =>
  (await sql<FedList>`select tenant, day, types from fed_service_types(${day}::date)`.execute(db)).rows

/** Whoever writes a list of the tenant waits for the others, also where there is no list yet that could be locked. */
export const takeTurns = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('service types'), current_tenant())`.execute(db)

/** Keeps a version of the day's list; answers with its number. */
export async function insertVersion(db: Db, { day, types, at, by }: ListChange): Promise<number> {
  const document = types ? JSON.stringify(types) : null
  const deletedAt = types ? null : at
  const { rows } = await sql<{ number: number }>`
    with list as (
      insert into service_type_lists as known (day, deleted_at) values (${day}::date, ${deletedAt}::timestamptz)
      on conflict (tenant_id, day) do update set changes = known.changes + 1, deleted_at = excluded.deleted_at
      returning day, changes
    )
    insert into service_type_list_versions (day, number, document, changed_at, changed_by)
    select day, changes, ${document}::json, ${at}, ${by.key} from list returning number`.execute(db)
  const [version] = rows
  if (!version) throw new Error(`No version of the service types of ${day} was kept.`)
  return version.number
}
