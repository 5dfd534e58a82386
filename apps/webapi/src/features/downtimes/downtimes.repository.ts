import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { dayLists } from '#kit/day-lists.ts'
import type { Db } from '#kit/tenancy.ts'

/** The downtimes of a day without their content: the number of writes and deletes of that day. */
interface DayOfDowntimes {
  readonly changes: number
}

/** Downtimes with exactly these values; an empty value matches everything. */
export interface DowntimeFilter {
  readonly severity: string
  readonly classification: string
}

const lists = sql.table(dayLists.downtimes.lists)
const versions = sql.table(dayLists.downtimes.versions)

/** Undefined if the day has none. */
export const findHead = (db: Db, day: string): Promise<DayOfDowntimes | undefined> =>
  firstRowIn(db)<DayOfDowntimes>`select changes from ${lists} where day = ${day}::date and deleted_at is null`

/** The downtimes of a day as comma-separated JSON, in their order; undefined if the day has none. */
export const findWritten = (
  db: Db,
  day: string,
  { severity, classification }: DowntimeFilter,
): Promise<(DayOfDowntimes & { readonly downtimes: string }) | undefined> =>
  firstRowIn(db)<DayOfDowntimes & { downtimes: string }>`
    select list.changes, coalesce((
      select string_agg(downtime::text, ',' order by position)
      from json_array_elements(version.document) with ordinality as entry (downtime, position)
      where ${severity} in ('', downtime->>'severity') and ${classification} in ('', downtime->>'classification')
    ), '') as downtimes
    from ${lists} as list
    join ${versions} as version
      on version.tenant_id = list.tenant_id and version.day = list.day and version.number = list.changes
    where list.day = ${day}::date and list.deleted_at is null`
