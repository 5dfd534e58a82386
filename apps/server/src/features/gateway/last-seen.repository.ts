import type { Db } from '#request/tenancy/tenancy.ts'

export interface LastSeen {
  readonly data: readonly unknown[]
  readonly seenAt: Date
}

/** Milliseconds after which the time of an unchanged response is stored again, so that few reads write. */
const storedEvery = 60_000

/** Stores a response of the Web API, unless the same one was stored within the last minute, or a newer one. */
export async function storeLastSeen(db: Db, collection: string, { data, seenAt }: LastSeen): Promise<void> {
  await db
    .insertInto('last_seen_collections')
    .values({ collection, data: JSON.stringify(data), seen_at: seenAt })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'collection'])
        .doUpdateSet({ data: (eb) => eb.ref('excluded.data'), seen_at: seenAt })
        .where('last_seen_collections.seen_at', '<', seenAt)
        .where((eb) =>
          eb.or([
            eb('last_seen_collections.seen_at', '<=', new Date(seenAt.getTime() - storedEvery)),
            eb(
              eb.cast('last_seen_collections.data', 'text'),
              'is distinct from',
              eb.cast(eb.ref('excluded.data'), 'text'),
            ),
          ]),
        ),
    )
    .execute()
}

/** The stored response; undefined if the Web API has never answered. */
export async function findLastSeen(db: Db, collection: string): Promise<LastSeen | undefined> {
  const row = await db
    .selectFrom('last_seen_collections')
    .select(['data', 'seen_at as seenAt'])
    .where('collection', '=', collection)
    .executeTakeFirst()
  return row
}
