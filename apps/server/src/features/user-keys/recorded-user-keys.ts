import { recordEvents } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'

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
