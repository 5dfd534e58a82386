import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'

/** As JSON, separated by commas, in the order in which they were written. */
export async function findAll(db: Db): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select '{"name":' || to_json(name) || ',"tags":' || tags || '}' as json from metric_tags order by position`.execute(
    db,
  )
  return rows.map(({ json }) => json).join(',')
}

/** Whoever writes the list waits for the others, also while there is nothing in it that could be locked. */
export const takeTurns = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('metric tags'))`.execute(db)

/** `metrics` is the whole list as JSON. */
export async function replaceAll(db: Db, metrics: string): Promise<void> {
  await db.deleteFrom('metric_tags').execute()
  await sql`
    insert into metric_tags (position, name, tags)
    select metric.position, metric.given->>'name', metric.given->'tags'
    from json_array_elements(${metrics}::json) with ordinality as metric (given, position)
  `.execute(db)
}
