// What other features do with keys of users.
import { recordEvents } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import { removeAllOf } from './user-keys.repository.ts'

/** Ends all keys of a user, in the transaction of the context. Returns their number. */
export async function endKeysOf(
  ctx: Context,
  { id, username }: { readonly id: number; readonly username: string },
): Promise<number> {
  const ended = await removeAllOf(ctx.db, id)
  if (ended.length > 0) await recordKeys(ctx, 'delete', username, ended)
  return ended.length
}

interface Recorded {
  readonly id: number
  readonly name: string
}

/** Adds a row to the activity log for each of these keys of a user. Keys have no versions. */
export const recordKeys = (
  ctx: Context,
  action: 'add' | 'change' | 'delete',
  username: string,
  keys: readonly Recorded[],
): Promise<void> =>
  recordEvents(
    ctx,
    keys.map(({ id, name }) => ({ action, kind: 'userkey', id, name: `${name} of ${username}` })),
  )
