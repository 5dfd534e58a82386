import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { type Difference, isOnDay, type ListVersions, operatorsChange, type StoredList } from '#kit/stored-lists.ts'
import { type DayList, insertVersion } from './topology-days.repository.ts'
import { endpoints, groups, type TopologyList } from './topology-lists.ts'
import { inList } from './where.repository.ts'

/** The stored versions of the days of a list. */
const versionsOf = ({ kind, rows: table }: TopologyList): ListVersions => ({
  find: (db, tenant, day) =>
    rowsIn(db)<StoredList>`
      select to_char(day, 'YYYY-MM-DD') as day, version.number, list.size, changed_at as at, changed_by as by
      from topology_day_versions as version left join topology_lists as list
        on list.tenant_id = version.tenant_id and list.kind = version.kind and list.number = version.list
      where version.tenant_id = ${tenant} and version.kind = ${kind} and ${isOnDay(day)}
      order by version.day, version.number`,

  compare: (db, tenant, { day, number }) =>
    rowIn(db)<Difference>`
      with version as (
        select number, list from topology_day_versions
        where tenant_id = ${tenant} and kind = ${kind} and day = ${day}::date
      ), of_both as (
        select coalesce(${inList(sql`kept.list`)}, false) as is_kept,
          coalesce(${inList(sql`current.list`)}, false) as is_current
        from (select list from version where number = ${number}) as kept
        cross join (select list from version order by number desc limit 1) as current
        cross join ${table} as item where item.tenant_id = ${tenant}
      )
      select count(*) filter (where is_kept and not is_current)::integer as gained,
        count(*) filter (where is_current and not is_kept)::integer as lost
      from of_both`,

  async restore(db, tenant, { day, number }) {
    const version = await rowIn(db)<Pick<DayList, 'list' | 'leftOut'>>`
      select list, left_out as "leftOut" from topology_day_versions
      where tenant_id = ${tenant} and kind = ${kind} and day = ${day}::date and number = ${number}`
    await insertVersion(db, kind, { ...operatorsChange(day), version })
  },
})

export const groupVersions = versionsOf(groups)
export const endpointVersions = versionsOf(endpoints)
