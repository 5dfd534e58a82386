import { sql } from 'kysely'
import type { Context } from '#kit/endpoint.ts'
import { tenantNotFound } from '#kit/refusals.ts'
import type { Db } from '#kit/tenancy.ts'

/** The feeds of a tenant, by the last part of their address. */
export type FeedName = 'topology' | 'weights' | 'data'

/** Stores a version of a feed, which is JSON. The caller's transaction holds the tenant's write lock. */
export async function insertFeedVersion(db: Db, { now, caller }: Context, feed: FeedName, json: string): Promise<void> {
  await sql`
    insert into feed_versions (feed, number, document, changed_at, changed_by)
    select ${feed}, coalesce(max(number), 0) + 1, ${json}::json, ${now}::timestamptz, ${caller.key}
    from feed_versions where feed = ${feed}`.execute(db)
}

/** The newest version of a feed as JSON; undefined if it was never set. */
export async function findFeed(db: Db, feed: FeedName): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select document::text as json from feed_versions where feed = ${feed} order by number desc limit 1`.execute(db)
  return rows[0]?.json
}

/**
 * Names of the tenants that feed this one, in the given order; a tenant that was deleted since is left out. Undefined if
 * they were never set.
 */
export async function findFeeding(db: Db): Promise<string[] | undefined> {
  const { rows } = await sql<{ names: (string | null)[] }>`
    select names_of_tenants(tenants) as names from data_feeds`.execute(db)
  return rows[0]?.names.filter((name) => name !== null)
}

/** Throws for the first name without a tenant that may feed this one, before anything is written. */
export async function writeFeeding(db: Db, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ ids: (number | null)[] }>`select tenants_named(${[...names]}::text[]) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  for (const [position, id] of ids.entries()) if (id === null) throw tenantNotFound(names[position] ?? '')
  await sql`
    insert into data_feeds (tenants) values (${ids}::integer[])
    on conflict (tenant_id) do update set tenants = excluded.tenants
  `.execute(db)
}
