import type { SecondFactor } from '@quatrain/contract/accounts/second-factor.ts'
import { inUse, invalidInput, notFound } from '@quatrain/platform/errors.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { NamedUser } from '#request/sessions/logged-in-user.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { appSecrets, openAppSecret } from './app-secret.ts'
import { afterAdding, afterRemoving, countFactors, recordOn, replaceCodes } from './factor-changes.ts'
import { addressFor, newSecret, stepOf } from './one-time-code.ts'
import { findPasskeys, removeAllPasskeys } from './passkeys.repository.ts'
import * as repository from './second-factor.repository.ts'

export async function stateOf({ db }: Context, { id }: NamedUser): Promise<SecondFactor> {
  const app = await repository.findConfirmedApp(db, id)
  const passkeys = await findPasskeys(db, id)
  return {
    app_since: app?.confirmedAt.toISOString() ?? '',
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? '',
    })),
    recovery_codes: await repository.countRecoveryCodes(db, id),
  }
}

/** A new secret, which replaces one that was not confirmed. Throws `in_use` if the user has an app. */
export async function beginApp(ctx: Context, secrets: Secrets, user: NamedUser) {
  const secret = newSecret()
  const sealed = appSecrets.seal(secrets, { tenantId: ctx.tenant.id, userId: user.id }, secret)
  if ((await repository.storeUnconfirmed(ctx.db, user.id, sealed)) === undefined) {
    throw inUse('You have an authenticator app. Remove it before you set up another one.')
  }
  return { secret, address: addressFor(secret, { issuer: `Quatrain ${ctx.tenant.name}`, username: user.username }) }
}

/** Requires the app from now on. Returns recovery codes if it is the first factor. Throws `invalid_input` for a wrong code, `in_use`. */
export function confirm(
  ctx: Context,
  { secrets, sessions }: { readonly secrets: Secrets; readonly sessions: Sessions },
  user: NamedUser,
  code: string,
): Promise<string[]> {
  return inTransaction(ctx, async (ctx) => {
    const app = await repository.findApp(ctx.db, user.id)
    if (app?.confirmedAt) throw inUse('You have an authenticator app.')
    if (!app) throw invalidInput({ code: 'The set-up was not begun' })
    const step = stepOf(openAppSecret(ctx, secrets, user, app.sealed), code, ctx.now())
    if (step === undefined) throw invalidInput({ code: 'Wrong code. Compare the clock of your device' })
    await repository.confirmApp(ctx.db, user.id, step, ctx.now())
    return afterAdding(ctx, sessions, user, { factor: 'app' })
  })
}

/** Removes the app, if the user has one. Throws `in_use` if a second factor is required. */
export function removeApp(ctx: Context, user: NamedUser): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (await repository.removeApp(ctx.db, user.id)) await afterRemoving(ctx, user, { factor: 'app' })
  })
}

/** Returns new recovery codes instead of the former ones. Throws `invalid_input` if the user has no factor. */
export function renewCodes(ctx: Context, user: NamedUser): Promise<string[]> {
  return inTransaction(ctx, async (ctx) => {
    if ((await countFactors(ctx, user)) === 0) throw invalidInput({ factor: 'Set up a second factor first' })
    await recordOn(ctx, user, 'renew-codes')
    return replaceCodes(ctx, user)
  })
}

/** An administrator removes all factors of a user, whose sessions end. Returns whether there was one. Throws `not_found`. */
export async function reset(ctx: Context, sessions: Sessions, username: string): Promise<boolean> {
  const hadFactor = await inTransaction(ctx, async (ctx) => {
    const user = await repository.findUser(ctx.db, username)
    if (!user) throw notFound('User')
    const hadApp = await repository.removeApp(ctx.db, user.id)
    const passkeys = await removeAllPasskeys(ctx.db, user.id)
    if (!hadApp && passkeys === 0) return false
    await repository.removeRecoveryCodes(ctx.db, user.id)
    await recordOn(ctx, user, 'remove-factor', { left: 0, ended: await sessions.endAllOf(ctx.db, user.id) })
    return true
  })
  if (hadFactor) sessions.forget(ctx.tenant)
  return hadFactor
}
