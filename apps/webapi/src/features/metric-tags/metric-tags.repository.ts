import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'

/** Returns all tags as comma-separated JSON in the order of writing. */
export async function findAll(db: Db): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select '{"name":' || to_json(name) || ',"tags":' || tags || '}' as json from metric_tags order by position`.execute(
    db,
  )
  return rows.map(({ json }) => json).join(',')
}

/** The metrics with these names as comma-separated JSON, in the given order; metrics that have no tags too. */
export async function findTagged(db: Db, names: readonly string[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select '{"name":' || to_json(wanted.name) || ',"tags":' || coalesce(metric.tags::text, '[]') || '}' as json
    from unnest(${[...names]}::text[]) with ordinality as wanted (name, position)
    left join metric_tags as metric on metric.name = wanted.name
    order by wanted.position`.execute(db)
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
