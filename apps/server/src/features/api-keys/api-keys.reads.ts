// Queries on API keys for other features.
import type { Context } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'

/** The number of the tenant's active keys that have never been used. */
export async function unusedKeyCount({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('used_by', '=', 'poem')
    .where('revoked', '=', false)
    .where('last_used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The keys of this tenant by kind and name. */
export const keysOfTenant = (db: Db) =>
  db
    .selectFrom('api_keys')
    .select(['name', 'used_by', 'created', 'revoked', 'last_used_at'])
    .orderBy('used_by')
    .orderBy('name')
    .orderBy('created')
    .execute()
