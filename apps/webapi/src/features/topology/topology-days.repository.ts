import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { firstRowIn, rowIn } from '@quatrain/platform/database/rows.ts'
import type { Caller } from '#kit/callers.ts'
import type { Db } from '#kit/tenancy.ts'
import type { LeftOut } from './received-rows.ts'

/** The list of a day. */
export interface DayList {
  /** The day it was written for. */
  readonly day: string
  /** The number of writes and deletes of the list of that day. */
  readonly changes: number
  /** The number of the list, which determines its rows. */
  readonly list: number
  /** The number of its rows. */
  readonly size: number
  /** The submitted rows that are not in it; null without any. */
  readonly leftOut: LeftOut | null
}

/** The list of a version of a day. */
type VersionOfDay = Pick<DayList, 'list' | 'leftOut'>

/** A version of a day to be stored. Without a list it marks the day as deleted. */
export interface DayChange {
  readonly day: string
  readonly version?: VersionOfDay
  readonly at: Date
  readonly by: Pick<Caller, 'key'>
}

/** The list that is in force on a day: that of the newest day up to it. Undefined if there is none. */
export const findInForce = (db: Db, kind: TopologyKind, day: string): Promise<DayList | undefined> =>
  firstRowIn(db)<DayList>`
    select to_char(current.day, 'YYYY-MM-DD') as day, current.changes, version.list, list.size,
      version.left_out as "leftOut"
    from (
      select tenant_id, day, changes from topology_days
      where kind = ${kind} and deleted_at is null and day <= ${day}::date order by day desc limit 1
    ) as current
    join topology_day_versions as version on version.tenant_id = current.tenant_id and version.kind = ${kind}
      and version.day = current.day and version.number = current.changes
    join topology_lists as list on list.tenant_id = version.tenant_id and list.kind = ${kind}
      and list.number = version.list`

/** The last list of a day that has none now; undefined if it never had one, or has one. */
export const findDeleted = (db: Db, kind: TopologyKind, day: string): Promise<VersionOfDay | undefined> =>
  firstRowIn(db)<VersionOfDay>`
    select version.list, version.left_out as "leftOut" from topology_day_versions as version
    join topology_days as deleted on deleted.tenant_id = version.tenant_id and deleted.kind = version.kind
      and deleted.day = version.day
    where version.kind = ${kind} and version.day = ${day}::date and version.list is not null
      and deleted.deleted_at is not null
    order by version.number desc limit 1`

/** Stores a version of the day; returns its number. */
export async function insertVersion(db: Db, kind: TopologyKind, { day, version, at, by }: DayChange): Promise<number> {
  const deletedAt = version === undefined ? at : null
  const leftOut = version?.leftOut ? JSON.stringify(version.leftOut) : null
  const stored = await rowIn(db)<{ number: number }>`
    with written as (
      insert into topology_days as known (kind, day, deleted_at)
      values (${kind}, ${day}::date, ${deletedAt}::timestamptz)
      on conflict (tenant_id, kind, day) do update
        set changes = known.changes + 1, deleted_at = excluded.deleted_at
      returning day, changes
    )
    insert into topology_day_versions (kind, day, number, list, left_out, changed_at, changed_by)
    select ${kind}, day, changes, ${version?.list ?? null}::integer, ${leftOut}::jsonb, ${at}, ${by.key}
    from written returning number`
  return stored.number
}
