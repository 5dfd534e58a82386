import { sql } from 'kysely'
import { type DatedPath, datedTables } from './dated-tables.ts'
import { isId } from './ids.ts'
import type { Db } from './tenancy.ts'

/**
 * The names of the items of a dated kind with these ids on a day; an item that begins later has its first name. Missing
 * items are left out. The items are locked until the transaction ends: they cannot be deleted or renamed meanwhile.
 */
export async function namesById(
  db: Db,
  path: DatedPath,
  ids: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter(isId))]
  if (wanted.length === 0) return new Map()
  const items = sql.table(datedTables[path].items)
  const versions = sql.table(datedTables[path].versions)
  const there = await sql<{ id: string }>`
    select id from ${items} where id = any(${wanted}::uuid[]) and deleted_at is null order by id for share`.execute(db)
  // Read after the lock was taken: the state that its previous holder left.
  const { rows } = await sql<{ id: string; name: string }>`
    select there.id, version.name from unnest(${there.rows.map(({ id }) => id)}::uuid[]) as there (id)
    cross join lateral (
      select name from ${versions} where item_id = there.id
      order by day > ${day}::date, abs(day - ${day}::date), number desc limit 1
    ) as version`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
