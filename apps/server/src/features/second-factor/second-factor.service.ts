import type { SecondFactor } from '@quatrain/contract/second-factor.ts'
import { inUse, invalidInput, notFound } from '@quatrain/platform/errors.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context.ts'
import type { Secrets } from '#request/secrets.ts'
import type { Sessions } from '#request/sessions.ts'
import { openSecret, sealSecret } from './app-secret.ts'
import { addressFor, newSecret, stepOf } from './one-time-code.ts'
import { newRecoveryCodes, readable } from './recovery-codes.ts'
import * as repository from './second-factor.repository.ts'

interface Person {
  readonly id: number
  readonly username: string
}

export async function stateOf(ctx: Context, { id }: Person): Promise<SecondFactor> {
  const app = await repository.findApp(ctx.db, id)
  if (!app?.confirmedAt) return { app_since: '', recovery_codes: 0 }
  return { app_since: app.confirmedAt.toISOString(), recovery_codes: await repository.countRecoveryCodes(ctx.db, id) }
}

/** A new secret, which replaces one that was not confirmed. Throws `in_use` if the user has an app. */
export async function begin(ctx: Context, secrets: Secrets, person: Person) {
  const secret = newSecret()
  const sealed = sealSecret(secrets, { tenantId: ctx.tenant.id, userId: person.id }, secret)
  if ((await repository.storeUnconfirmed(ctx.db, person.id, sealed)) === undefined) {
    throw inUse('You have an authenticator app. Remove it before you set up another one.')
  }
  return { secret, address: addressFor(secret, { issuer: `Quatrain ${ctx.tenant.name}`, username: person.username }) }
}

/** Requires the app from now on. Returns the recovery codes. Throws `invalid_input` for a wrong code, `in_use`. */
export function confirm(ctx: Context, secrets: Secrets, person: Person, code: string): Promise<string[]> {
  return inTransaction(ctx, async (ctx) => {
    const app = await repository.findApp(ctx.db, person.id)
    if (app?.confirmedAt) throw inUse('You have an authenticator app.')
    if (!app) throw invalidInput({ code: 'The set-up was not begun' })
    const secret = openSecret(secrets, { ...person, tenantId: ctx.tenant.id, userId: person.id }, app.sealed)
    const step = stepOf(secret, code, ctx.now())
    if (step === undefined) throw invalidInput({ code: 'Wrong code. Compare the clock of your device' })
    await repository.confirmApp(ctx.db, person.id, step, ctx.now())
    await recordOn(ctx, person, 'set-factor')
    return replaceCodes(ctx, person)
  })
}

/** Removes the app, if the user has one. */
export function remove(ctx: Context, person: Person): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (await repository.removeApp(ctx.db, person.id)) await recordOn(ctx, person, 'remove-factor')
  })
}

/** Returns new recovery codes instead of the former ones. Throws `invalid_input` if the user has no app. */
export function renewCodes(ctx: Context, person: Person): Promise<string[]> {
  return inTransaction(ctx, async (ctx) => {
    const app = await repository.findApp(ctx.db, person.id)
    if (!app?.confirmedAt) throw invalidInput({ app: 'Set up an authenticator app first' })
    await recordOn(ctx, person, 'renew-codes')
    return replaceCodes(ctx, person)
  })
}

async function replaceCodes(ctx: Context, { id }: Person): Promise<string[]> {
  const codes = newRecoveryCodes()
  await repository.replaceRecoveryCodes(ctx.db, id, codes)
  return codes.map(readable)
}

/** An administrator removes the factor of a user, whose sessions end. Returns whether there was one. Throws `not_found`. */
export async function reset(ctx: Context, sessions: Sessions, username: string): Promise<boolean> {
  const hadFactor = await inTransaction(ctx, async (ctx) => {
    const person = await repository.findUser(ctx.db, username)
    if (!person) throw notFound('User')
    if (!(await repository.removeApp(ctx.db, person.id))) return false
    await recordOn(ctx, person, 'remove-factor', { ended: await sessions.endAllOf(ctx.db, person.id) })
    return true
  })
  if (hadFactor) sessions.forget(ctx.tenant)
  return hadFactor
}

const recordOn = (
  ctx: Context,
  { id, username }: Person,
  action: 'set-factor' | 'remove-factor' | 'renew-codes',
  more: { readonly ended?: number } = {},
) => recordEvent(ctx, { action, kind: 'user', id, name: username, after: { ...more, device: ctx.origin.device ?? '' } })
