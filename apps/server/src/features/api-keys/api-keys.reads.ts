// What others may ask of API keys. Each function answers one question.
import type { Context } from '#request/context.ts'

/** How many of the tenant's keys would open something, and have never been used? */
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
