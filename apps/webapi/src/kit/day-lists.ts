import { rowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Caller } from './callers.ts'
import type { Db } from './tenancy.ts'

/** The two tables of lists that are written for one day: the days that have a list, and every version of their lists. */
export interface DayListTables {
  readonly lists: string
  readonly versions: string
}

export const dayLists = {
  serviceTypes: { lists: 'service_type_lists', versions: 'service_type_list_versions' },
  downtimes: { lists: 'downtime_lists', versions: 'downtime_list_versions' },
} as const satisfies Readonly<Record<string, DayListTables>>

/** A version to be stored. Without entries it marks the list as deleted. */
export interface DayListChange {
  readonly day: string
  readonly entries?: readonly object[]
  readonly at: Date
  readonly by: Pick<Caller, 'key'>
}

/** Stores a version of the day's list; returns its number. */
export async function insertListVersion(
  db: Db,
  { lists, versions }: DayListTables,
  { day, entries, at, by }: DayListChange,
): Promise<number> {
  const document = entries ? JSON.stringify(entries) : null
  const deletedAt = entries ? null : at
  const version = await rowIn(db)<{ number: number }>`
    with list as (
      insert into ${sql.table(lists)} as known (day, deleted_at) values (${day}::date, ${deletedAt}::timestamptz)
      on conflict (tenant_id, day) do update set changes = known.changes + 1, deleted_at = excluded.deleted_at
      returning day, changes
    )
    insert into ${sql.table(versions)} (day, number, document, changed_at, changed_by)
    select day, changes, ${document}::json, ${at}, ${by.key} from list returning number`
  return version.number
}
