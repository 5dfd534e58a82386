import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'

/** As comma-separated JSON in the order of writing. */
export async function findAll(db: Db): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select '{"name":' || to_json(name) || ',"tags":' || tags || '}' as json from metric_tags order by position`.execute(
    db,
  )
  return rows.map(({ json }) => json).join(',')
}

/** Writers wait for each other with a table lock, because an empty list has no row to lock. */
export const lockMetricTags = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('metric tags'))`.execute(db)

/** `metrics` is the whole list as JSON. */
export async function replaceAll(db: Db, metrics: string): Promise<void> {
  await db.deleteFrom('metric_tags').execute()
  await sql`
    insert into metric_tags (position, name, tags)
    select metric.position, metric.given->>'name', metric.given->'tags'
    from json_array_elements(${metrics}::json) with ordinality as metric (given, position)
  `.execute(db)
}
