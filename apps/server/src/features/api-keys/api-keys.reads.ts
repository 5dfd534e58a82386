// Queries on API keys for other features.
import { expiresSoonDays } from '@quatrain/contract/kit/key-limits.ts'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The numbers of the tenant's active keys that no machine has ever used, and that have expired or are about to. */
export async function keyCounts({ db, now }: Context): Promise<{ unusedKeys: number; expiringKeys: number }> {
  const soon = new Date(now().getTime() + expiresSoonDays * 86_400_000)
  return db
    .selectFrom('api_keys')
    .select(({ fn, lit }) => [
      fn
        .count<number>(lit(1))
        .filterWhere('used_by', '=', 'poem')
        .filterWhere('last_used_at', 'is', null)
        .as('unusedKeys'),
      fn.count<number>(lit(1)).filterWhere('expires_at', '<=', soon).as('expiringKeys'),
    ])
    .where('revoked', '=', false)
    .executeTakeFirstOrThrow()
    .then(({ unusedKeys, expiringKeys }) => ({ unusedKeys: Number(unusedKeys), expiringKeys: Number(expiringKeys) }))
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
