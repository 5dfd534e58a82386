import type {
  changePassword as endpoint,
  reauthenticate as reauthentication,
} from '@quatrain/contract/accounts/own-account.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { AppError, invalidInput, notAllowed } from '@quatrain/platform/errors.ts'
import { proveFactor } from '#features/second-factor/prove-factor.effects.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { attempted, attemptOf, forgiveAttempts } from '#request/sessions/attempts.ts'
import type { LoggedInUser } from '#request/sessions/logged-in-user.ts'
import { assertUncommon, hashPassword, passwordFits, samePassword } from '#request/sessions/passwords.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { findUserWithPassword, storePassword } from './logins.repository.ts'
import { recordRefusal } from './sessions.service.ts'

/** The user of a request, and the token of the session, which survives what ends the others. */
export interface Own {
  readonly sessions: Sessions
  readonly user: LoggedInUser
  readonly token: string
}

/**
 * Changes the user's own password and ends the user's other sessions. Wrong current passwords count like failed logins, so
 * that nobody can guess the password in a session that was left open. Throws `not_allowed` for another user,
 * `invalid_input`, `too_many_attempts`.
 */
export async function changePassword(
  { sessions, user, token }: Own,
  ctx: Context,
  { username, current_password, new_password }: InputOf<typeof endpoint>['body'],
): Promise<void> {
  if (username !== user.username) {
    throw notAllowed('You do not have permission to change password for another user.')
  }
  await assertUncommon(new_password, 'new_password')
  await assertPassword(ctx, user, current_password, 'current_password')
  if (new_password === current_password) throw invalidInput({ new_password: samePassword })
  const passwordHash = await hashPassword(new_password)
  await inTransaction(ctx, async (ctx) => {
    await forgiveAttempts(ctx.db, username, ctx.origin.address)
    await storePassword(ctx.db, user.id, passwordHash)
    const ended = await sessions.endAllOf(ctx.db, user.id, token)
    await recordOwn(ctx, user, 'set-password', { ended })
  })
  sessions.forget(ctx.tenant)
}

/** Throws `invalid_input` for this field, and `too_many_attempts`. */
async function assertPassword(
  ctx: Context,
  { id, username }: LoggedInUser,
  password: string,
  field: string,
): Promise<void> {
  const attempt = await attempted(ctx.db, attemptOf(ctx, username), async () => {
    const user = await findUserWithPassword(ctx.db, username)
    return (await passwordFits(user?.password_hash, password)) ? user : undefined
  })
  if ('result' in attempt) return
  await recordRefusal(ctx, { id, username }, attempt.failures)
  throw invalidInput({ [field]: 'Wrong password' })
}

/**
 * The user of the session proves again who they are, with the factors of a login. Returns what is missing, if a factor is.
 * Throws `invalid_input`, `too_many_attempts`.
 */
export async function reauthenticate(
  { sessions, user, token }: Own,
  ctx: Context,
  secrets: Secrets,
  { password, ...factorProof }: InputOf<typeof reauthentication>['body'],
) {
  await assertPassword(ctx, user, password, 'password')
  const { requirement } = await proveFactor({ ctx, secrets, user, secret: () => token }, factorProof)
  if (requirement) return requirement
  const { id, username: name } = user
  await inTransaction(ctx, async (ctx) => {
    await forgiveAttempts(ctx.db, name, ctx.origin.address)
    await sessions.verify(ctx.tenant, ctx.db, token)
    await recordEvent(ctx, { action: 'confirm', kind: 'user', id, name })
  })
  sessions.forget(ctx.tenant)
  return undefined
}

/** Ends one of the user's own sessions. Throws `not_found`, also for sessions of others. */
export async function endSession({ sessions, user }: Own, ctx: Context, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await sessions.endOneOf(ctx.db, user.id, id))) throw new AppError('not_found', 'This session has ended.')
    await recordOwn(ctx, user, 'end-session', { ended: 1 })
  })
  sessions.forget(ctx.tenant)
}

/** Ends all of the user's sessions except that of the request. Returns their number. */
export async function endOtherSessions({ sessions, user, token }: Own, ctx: Context): Promise<number> {
  const ended = await inTransaction(ctx, async (ctx) => {
    const ended = await sessions.endAllOf(ctx.db, user.id, token)
    if (ended > 0) await recordOwn(ctx, user, 'end-session', { ended })
    return ended
  })
  sessions.forget(ctx.tenant)
  return ended
}

const recordOwn = (
  ctx: Context,
  { id, username }: LoggedInUser,
  action: 'set-password' | 'end-session',
  after: { readonly ended: number },
) => recordEvent(ctx, { action, kind: 'user', id, name: username, after })
