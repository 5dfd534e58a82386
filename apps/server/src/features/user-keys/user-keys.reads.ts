// Queries on keys of users for other features.
import { expiresSoonDays } from '@quatrain/contract/kit/key-limits.ts'
import type { Context } from '#request/context/context.ts'

/** The number of keys of the user who asks that have expired or are about to. */
export async function expiringKeysOfUser({ db, now, caller }: Context): Promise<number> {
  const soon = new Date(now().getTime() + expiresSoonDays * 86_400_000)
  const { count } = await db
    .selectFrom('user_keys as key')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'key.tenant_id').onRef('users.id', '=', 'key.user_id'),
    )
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('users.username', '=', caller.user?.username ?? '')
    .where('key.expires_at', '<=', soon)
    .executeTakeFirstOrThrow()
  return Number(count)
}
