import type { WebApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'

/** In the order in which they were written. */
export const findAll = (db: Db): Promise<WebApiMetricTags[]> =>
  db.selectFrom('metric_tags').select(['name', 'tags']).orderBy('position').execute()

/** Whoever writes the list waits for the others, also while there is nothing in it that could be locked. */
export const takeTurns = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('metric tags'))`.execute(db)

export async function replaceAll(db: Db, metrics: readonly WebApiMetricTags[]): Promise<void> {
  await db.deleteFrom('metric_tags').execute()
  await sql`
    insert into metric_tags (position, name, tags)
    select metric.position, metric.given->>'name', metric.given->'tags'
    from json_array_elements(${JSON.stringify(metrics)}::json) with ordinality as metric (given, position)
  `.execute(db)
}
