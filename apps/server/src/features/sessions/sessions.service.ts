import { AppError } from '@quatrain/platform/errors.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import { attempted, attemptOf, maxPerPair } from '#request/sessions/attempts.ts'
import type { NamedUser } from '#request/sessions/logged-in-user.ts'
import { hashPassword, needsNewHash, passwordFits } from '#request/sessions/passwords.ts'
import { findUserWithPassword, replaceHash } from './logins.repository.ts'

/** Unknown names are not recorded, because they may be passwords. */
const unknownUser: NamedUser = { id: 0, username: '' }

/**
 * Finds the user of these credentials. Wrong passwords, unknown and inactive users get the same refusal after the same
 * work. Throws `not_authenticated` and `too_many_attempts`.
 */
export async function authenticate(ctx: Context, username: string, password: string): Promise<NamedUser> {
  let storedUser: NamedUser | undefined
  const attempt = await attempted(ctx.db, attemptOf(ctx, username), async () => {
    const user = await findUserWithPassword(ctx.db, username)
    storedUser = user
    const fits = await passwordFits(user?.is_active ? user.password_hash : undefined, password)
    return fits ? user : undefined
  })
  if ('result' in attempt) {
    const { id, password_hash: imported } = attempt.result
    if (needsNewHash(imported)) await replaceHash(ctx.db, { id, from: imported, to: await hashPassword(password) })
    return attempt.result
  }
  await recordRefusal(ctx, storedUser ?? unknownUser, attempt.failures)
  throw new AppError('not_authenticated', 'Unable to log in with provided credentials.')
}

/** Two rows of the log record many attempts: the first, and the one that reaches the limit. */
export async function recordRefusal(ctx: Context, { id, username }: NamedUser, attempts: number): Promise<void> {
  if (attempts !== 1 && attempts !== maxPerPair) return
  await recordEvent(ctx, { action: 'refuse', kind: 'user', id, name: username, after: { attempts } })
}
