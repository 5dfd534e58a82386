import { sendStatement } from '@quatrain/platform/database/transactions.ts'
import { type RawBuilder, sql } from 'kysely'
import { type DatedPath, datedTables } from './dated-tables.ts'
import { isId } from './ids.ts'
import type { Db } from './tenancy.ts'

/** SQL of the name that an item of a dated kind has on a day: before its first day, its first name. Also of deleted items. */
export const nameOn = (path: DatedPath, id: RawBuilder<unknown>, day: string): RawBuilder<string | null> => sql`(
  select name from ${sql.table(datedTables[path].versions)} where item_id = ${id}
  order by day > ${day}::date, abs(day - ${day}::date), number desc limit 1)`

/**
 * The names of the items of a dated kind with these ids on a day; an item that begins later has its first name. Missing
 * items are left out. The items are locked until the transaction ends: they cannot be deleted or renamed meanwhile. The statements
 * are sent without waiting.
 */
export async function namesById(
  db: Db,
  path: DatedPath,
  ids: readonly string[],
  day: string,
): Promise<{ readonly names: Promise<ReadonlyMap<string, string>> }> {
  const distinctIds = [...new Set(ids.filter(isId))]
  if (distinctIds.length === 0) return { names: Promise.resolve(new Map()) }
  const items = sql.table(datedTables[path].items)
  const existingItems = sql`${items} where id = any(${distinctIds}::uuid[]) and deleted_at is null`
  await sendStatement(db, sql`select from ${existingItems} order by id for share`)
  // Read after the lock was taken: the state that its previous holder left.
  const { answer } = await sendStatement(
    db,
    sql<{ id: string; name: string }>`
    select id, ${nameOn(path, sql.ref('there.id'), day)} as name from (select id from ${existingItems}) as there`,
  )
  const names = answer.then((rows) => new Map(rows.map(({ id, name }) => [id, name])))
  names.catch(() => {})
  return { names }
}
