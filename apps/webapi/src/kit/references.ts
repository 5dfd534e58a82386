import { sql } from 'kysely'
import { type DatedPath, datedTables } from './dated-tables.ts'
import { isId } from './ids.ts'
import type { Db } from './tenancy.ts'

/**
 * What the items of a dated kind with these ids are called on a day; one that begins later, as it is called then. Those
 * that are not there are left out. They stay there until the transaction ends, and keep their names: whoever wants to
 * delete or change one waits.
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
  // Read after the lock: the state of whoever had it until then.
  const { rows } = await sql<{ id: string; name: string }>`
    select there.id, version.name from unnest(${there.rows.map(({ id }) => id)}::uuid[]) as there (id)
    cross join lateral (
      select name from ${versions} where item_id = there.id
      order by day > ${day}::date, abs(day - ${day}::date), number desc limit 1
    ) as version`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
