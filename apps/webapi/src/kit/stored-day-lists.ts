import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { type DayListTables, insertListVersion } from './day-lists.ts'
import { type Difference, isOnDay, type ListVersions, operatorsChange, type StoredList } from './stored-lists.ts'

/** The stored versions of lists that are kept as one document for each version. */
export const versionsOfDayLists = (tables: DayListTables): ListVersions => {
  const versions = sql.table(tables.versions)
  return {
    find: (db, tenant, day) =>
      rowsIn(db)<StoredList>`
        select to_char(day, 'YYYY-MM-DD') as day, number, json_array_length(document) as size,
          changed_at as at, changed_by as by
        from ${versions} where tenant_id = ${tenant} and ${isOnDay(day)}
        order by day, number`,

    compare: (db, tenant, { day, number }) =>
      rowIn(db)<Difference>`
        with version as (
          select number, document from ${versions} where tenant_id = ${tenant} and day = ${day}::date
        ), kept as (
          select json_array_elements(document)::text as entry from version where number = ${number}
        ), current as (
          select json_array_elements(document)::text as entry from version
          where number = (select max(number) from version)
        )
        select
          (select count(*)::integer from (table kept except all table current) as entry) as gained,
          (select count(*)::integer from (table current except all table kept) as entry) as lost`,

    async restore(db, tenant, { day, number }) {
      const { entries } = await rowIn(db)<{ entries: object[] }>`
        select document as entries from ${versions}
        where tenant_id = ${tenant} and day = ${day}::date and number = ${number}`
      await insertListVersion(db, tables, { ...operatorsChange(day), entries })
    },
  }
}
