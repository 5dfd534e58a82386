import { sql } from 'kysely'
import type { Context } from '#kit/endpoint.ts'
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
