// Sessions of users who have proved who they are, here or at an identity provider.
import { recordEvent, recordEvents } from '#kit/recording/recorder.ts'
import { clientAddressOf } from '#request/addresses/client-address.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { forgiveAttempts } from '#request/sessions/attempts.ts'
import type { LoggedInUser, NamedUser } from '#request/sessions/logged-in-user.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { recordLogin } from './logins.repository.ts'

interface Beginning {
  /** The session that the new one replaces. */
  readonly previous: string | undefined
  /** The identity provider that the user logged in with, if it was not the console itself. */
  readonly provider?: string
  /** What the user has proved besides the password, if it was required. */
  readonly factor?: string
  /** When the provider asked the user for it, if it was before now. */
  readonly verifiedAt?: Date | undefined
  /** Whether a second factor is required that the user does not have. */
  readonly needsFactor?: boolean | undefined
}

/** Starts a session of this user. Returns the value of the cookie. */
export function beginSession(
  ctx: Context,
  sessions: Sessions,
  { id, username }: NamedUser,
  { previous, provider, factor, verifiedAt, needsFactor }: Beginning,
): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const { host } = clientAddressOf(ctx.origin.address)
    await forgiveAttempts(ctx.db, username, ctx.origin.address)
    await recordLogin(ctx.db, { id, address: host, now: ctx.now() })
    const { device = '' } = ctx.origin
    const token = await sessions.start(ctx.tenant, ctx.db, id, previous, {
      address: host,
      device,
      verifiedAt,
      needsFactor,
    })
    const after = { ...(provider !== undefined && { provider }), ...(factor !== undefined && { factor }) }
    await recordEvent(ctx, { action: 'sign-in', actor: username, kind: 'user', id, name: username, after })
    return token
  })
}

/** Ends the session of the token. Nothing is recorded if there is none. */
export function finishSession(
  ctx: Context,
  sessions: Sessions,
  token: string,
  user: LoggedInUser | undefined,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await sessions.end(ctx.tenant, ctx.db, token)
    if (!user) return
    await recordEvent(ctx, { action: 'sign-out', kind: 'user', id: user.id, name: user.username })
  })
}

/** Ends the sessions with these ids, because an identity provider has ended its own. */
export async function finishSessions(
  ctx: Context,
  sessions: Sessions,
  ids: readonly number[],
  { provider }: { readonly provider: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const users = await sessions.endThese(ctx.db, ids)
    await recordEvents(
      ctx,
      users.map(({ id, username }) => ({
        action: 'sign-out' as const,
        actor: username,
        kind: 'user',
        id,
        name: username,
        after: { provider },
      })),
    )
  })
  sessions.forget(ctx.tenant)
}
