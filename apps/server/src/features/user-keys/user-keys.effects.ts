// What other features do with keys of users.
import type { Context } from '#request/context/context.ts'
import { recordKeys } from './recorded-user-keys.ts'
import { removeAllOf } from './user-keys.repository.ts'

/** Ends all keys of a user, in the transaction of the context. */
export async function endKeysOf(
  ctx: Context,
  { id, username }: { readonly id: number; readonly username: string },
): Promise<void> {
  const ended = await removeAllOf(ctx.db, id)
  if (ended.length > 0) await recordKeys(ctx, 'delete', username, ended)
}
