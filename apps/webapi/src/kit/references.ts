import { sql } from 'kysely'
import { isId } from './ids.ts'
import type { Db } from './tenancy.ts'

/**
 * What the items of `table` with these ids are called now; those that are not there are left out. They stay there until
 * the transaction ends: whoever wants to delete one waits.
 */
export async function namesById(db: Db, table: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = ids.filter(isId)
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(table)}
    where id = any(${wanted}::uuid[]) and deleted_at is null order by id for share`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
