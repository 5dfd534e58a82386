import { AppError } from '@quatrain/platform/errors.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context.ts'
import type { Sessions, SignedIn } from '#request/sessions.ts'
import { visitorAddressOf } from '#request/visitor-address.ts'
import { findAccount, recordSignIn } from './accounts.repository.ts'
import { countAttempt, forgiveAttempts, maxPerPair } from './login-failures.repository.ts'
import { passwordFits } from './passwords.ts'

interface Account {
  readonly id: number
  readonly username: string
}

/** Of an account that there is not, nothing is remembered that was typed: it may be somebody's password. */
const unknownAccount: Account = { id: 0, username: '' }

/**
 * Finds whose these credentials are. Wrong password, unknown and inactive users get one and the same refusal, for the
 * same work. Throws `not_authenticated` and `too_many_attempts`.
 */
export async function authenticate(ctx: Context, username: string, password: string): Promise<Account> {
  const attempts = await countAttempt(ctx.db, username, ctx.origin.address, ctx.now())
  const person = await findAccount(ctx.db, username)
  const fits = await passwordFits(person?.is_active ? person.password_hash : undefined, password)
  if (fits && person) return person
  await recordRefusal(ctx, person ?? unknownAccount, attempts)
  throw new AppError('not_authenticated', 'Unable to log in with provided credentials.')
}

/** Two rows of the log tell of many attempts: the first, and the one after which no more are taken. */
async function recordRefusal(ctx: Context, { id, username }: Account, attempts: number): Promise<void> {
  if (attempts !== 1 && attempts !== maxPerPair) return
  await recordEvent(ctx, { action: 'refuse', kind: 'user', id, name: username, after: { attempts } })
}

/** Begins a session, in place of the one that `previous` opens. Answers with what the cookie is to hold. */
export function beginSession(
  ctx: Context,
  sessions: Sessions,
  { id, username }: Account,
  previous: string | undefined,
): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const { host } = visitorAddressOf(ctx.origin.address)
    await forgiveAttempts(ctx.db, username, ctx.origin.address)
    await recordSignIn(ctx.db, { id, address: host, at: ctx.now() })
    const token = await sessions.start(ctx.tenant, ctx.db, id, previous)
    await recordEvent(ctx, { action: 'sign-in', actor: username, kind: 'user', id, name: username })
    return token
  })
}

/** Ends the session that the token opens. Nothing is remembered where it opened none any more. */
export function finishSession(
  ctx: Context,
  sessions: Sessions,
  token: string,
  person: SignedIn | undefined,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await sessions.end(ctx.tenant, ctx.db, token)
    if (!person) return
    await recordEvent(ctx, { action: 'sign-out', kind: 'user', id: person.id, name: person.username })
  })
}
