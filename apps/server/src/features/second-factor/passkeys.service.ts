import type { PasskeyCreation } from '@quatrain/contract/accounts/new-passkey.ts'
import { type addPasskey, maxPasskeys } from '@quatrain/contract/accounts/second-factor.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { inUse, invalidInput, notFound } from '@quatrain/platform/errors.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { NamedUser } from '#request/sessions/logged-in-user.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { afterAdding, afterRemoving } from './factor-changes.ts'
import { challengeIn, creationOf, newChallenge, siteAt, verifyNew } from './passkey-messages.ts'
import * as repository from './passkeys.repository.ts'

const bound = ({ id }: NamedUser, session: string) => ({ userId: id, purpose: 'add', secret: session }) as const

const siteOf = ({ origin, tenant }: Context) => siteAt(origin.site ?? '', tenant.name)

/** What the browser of this session needs to make a passkey. Throws `in_use` if the user has too many. */
export async function beginPasskey(ctx: Context, user: NamedUser, session: string): Promise<PasskeyCreation> {
  const passkeys = await repository.findPasskeys(ctx.db, user.id)
  assertRoom(passkeys.length)
  const challenge = newChallenge()
  await repository.storeChallenge(ctx.db, bound(user, session), challenge, ctx.now())
  const owner = { tenantId: ctx.tenant.id, userId: user.id, username: user.username }
  return creationOf(siteOf(ctx), owner, challenge, passkeys)
}

/**
 * Adds a passkey. Returns recovery codes if it is the first factor. Throws `invalid_input` for a passkey that was not made
 * for this challenge, session and site, `already_exists`, `in_use`.
 */
export async function add(
  ctx: Context,
  sessions: Sessions,
  { user, session }: { readonly user: NamedUser; readonly session: string },
  { name, passkey: registration }: InputOf<typeof addPasskey>['body'],
): Promise<string[]> {
  const challenge = challengeIn(registration.client_data)
  if (!(await repository.takeChallenge(ctx.db, bound(user, session), challenge, ctx.now()))) throw notMade()
  const passkey = await verifyNew(siteOf(ctx), challenge, registration).catch(() => Promise.reject(notMade()))
  return inTransaction(ctx, async (ctx) => {
    assertRoom((await repository.findPasskeys(ctx.db, user.id)).length)
    await repository.insertPasskey(ctx.db, user.id, { name, now: ctx.now(), passkey })
    return afterAdding(ctx, sessions, user, { factor: 'passkey', name })
  })
}

const notMade = () => invalidInput({ passkey: 'This passkey was not made for this page, or too long ago. Try again' })

function assertRoom(passkeys: number): void {
  if (passkeys >= maxPasskeys) throw inUse(`You have ${maxPasskeys} passkeys. Remove one before you add another one.`)
}

/** Removes one of the user's passkeys. Throws `not_found`, and `in_use` if a second factor is required. */
export function removePasskey(ctx: Context, user: NamedUser, id: number): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const name = await repository.removePasskey(ctx.db, user.id, id)
    if (name === undefined) throw notFound('Passkey')
    await afterRemoving(ctx, user, { factor: 'passkey', name })
  })
}
