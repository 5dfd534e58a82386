import { sql } from 'kysely'
import { type DayListTables, insertListVersion } from '#kit/day-lists.ts'
import { inTenant, OperatorError } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'

/** A version of the list of a day; `size` is null if the list was deleted. */
export interface StoredList {
  readonly day: string
  readonly number: number
  readonly size: number | null
  readonly at: Date
  readonly by: string
}

/** Every version of a tenant's lists in these tables, by day, then in order of writing. */
export const findStoredLists = (operator: Db, { versions }: DayListTables, tenant: string): Promise<StoredList[]> =>
  inTenant(operator, tenant, async (db, id) => {
    // Row security does not apply to a superuser, so the tenant is a condition here.
    const { rows } = await sql<StoredList>`
      select to_char(day, 'YYYY-MM-DD') as day, number, json_array_length(document) as size,
        changed_at as at, changed_by as by
      from ${sql.table(versions)} where tenant_id = ${id} order by day, number`.execute(db)
    return rows
  })

interface Version {
  readonly tenant: string
  readonly day: string
  readonly number: string
}

/** Makes a version of a day's list the current one again; the versions in between are kept. */
export const restoreList = (operator: Db, tables: DayListTables, { tenant, day, number }: Version): Promise<void> =>
  inTenant(operator, tenant, async (db, id) => {
    const { rows } = await sql<{ entries: object[] }>`
      select document as entries from ${sql.table(tables.versions)}
      where tenant_id = ${id} and to_char(day, 'YYYY-MM-DD') = ${day} and number::text = ${number}
        and document is not null`.execute(db)
    const [kept] = rows
    if (!kept) throw new OperatorError(`The tenant ${tenant} has no version ${number} for ${day}.`)
    await insertListVersion(db, tables, { day, entries: kept.entries, at: new Date(), by: { key: 'operator' } })
  })
