// Keys of a tenant: rules for users, tenants that are added or removed, and the command line.
import { randomInt } from 'node:crypto'
import type { AddInput } from '@quatrain/contract/kit/resource.ts'
import { apiKeys, type KeyKind, tenantInKeyName } from '@quatrain/contract/resources/api-key.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { record } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import { assertFuture } from '#request/keys/key-times.ts'
import { lookupsOf, newKeyRows, storedToken } from '#request/keys/key-tokens.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Tenant } from '#request/tenancy/tenancy.ts'
import * as repository from './api-keys.repository.ts'
import { type KeyToChange, recordedKeys } from './recorded-keys.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const newToken = () => Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join('')

/** The name under which the whole installation's key for the Web API is stored, in the super-tenant. */
const administratorsKey = 'WEB-API-ADMIN'

/** Whether this is the required name of a tenant's key for the Web API. */
export const isWebApiNameOf = ({ name, deployment }: Pick<Tenant, 'name' | 'deployment'>, key: string): boolean =>
  deployment === 'super' ? key === administratorsKey : key === `WEB-API-${name}` || key === `WEB-API-${name}-RO`

/**
 * Adds a key to the tenant of `ctx`, in its transaction, and returns its token. Throws `invalid_input` for an invalid
 * name or token, `already_exists` if there is an active key with this name, or any key with this token.
 */
export async function addApiKeyOf(
  ctx: Context,
  secrets: Secrets,
  apiKey: AddInput<typeof apiKeys>,
): Promise<{ readonly id: number; readonly token: string }> {
  const { name, used_by, token: givenToken, expires = null, networks = [], scopes = [] } = parsed(apiKey)
  if (used_by === 'webapi' && !isWebApiNameOf(ctx.tenant, name)) throw nobodysKey(name)
  assertFuture(ctx, 'expires', expires)
  const token = await newTokenOf(ctx, secrets, givenToken)
  const rows = await newKeyRows(ctx.db, secrets, ctx.tenant.id, [
    { name, used_by, token, created: ctx.now(), expires_at: expires, networks, scopes },
  ])
  const { id } = await repository.insert(ctx.db, rows)
  const unchanged = { revoked: false, rotated: null, previous_until: null }
  await record(ctx, [recordedKeys.added(id, { name, used_by, expires, networks, scopes, ...unchanged })])
  return { id, token }
}

/** The token that was chosen, or a random one if none was. Throws `already_exists` for that of another key. */
async function newTokenOf(ctx: Context, secrets: Secrets, givenToken = ''): Promise<string> {
  if (givenToken === '') return newToken()
  // A constraint refuses current tokens with the same hash. The tenant's write lock prevents concurrent adds.
  if (await repository.hasToken(ctx.db, lookupsOf(secrets, givenToken))) throw repository.tokenTaken()
  return givenToken
}

/** Replaces the token of a key. Returns it, and the key as it is then. Throws `already_exists` for that of another key. */
export async function setToken(
  ctx: Context,
  secrets: Secrets,
  storedKey: Awaited<ReturnType<typeof repository.lock>>,
  {
    token: givenToken,
    previous_until = null,
  }: { readonly token?: string | undefined; readonly previous_until?: string | null },
) {
  const token = await newTokenOf(ctx, secrets, givenToken)
  const after = { ...storedKey, rotated: ctx.now().toISOString(), previous_until }
  const stored = storedToken(secrets, { ...storedKey, tenantId: ctx.tenant.id }, token)
  await repository.replaceToken(ctx.db, storedKey, after, stored)
  await record(ctx, [recordedKeys.changed(ctx, storedKey, after)])
  return { token, after }
}

/** Sets the token that the Web API has issued for the live key of this name; undefined if there is none. */
export async function setWebApiToken(
  ctx: Context,
  secrets: Secrets,
  { name, token }: { readonly name: string; readonly token: string },
): Promise<string | undefined> {
  const live = await repository.lockLive(ctx.db, { name, kind: 'webapi' })
  return live && (await setToken(ctx, secrets, live, { token })).token
}

/** Revokes a key, which cannot be undone. Returns the new row version. */
async function revokeKey(ctx: Context, key: KeyToChange): Promise<number> {
  const revoked = { ...key, revoked: true }
  await repository.update(ctx.db, key.id, revoked)
  await record(ctx, [recordedKeys.changed(ctx, key, revoked)])
  return key.rowVersion + 1
}

/** Revokes the live key of this name. Returns whether there was one. */
export async function revokeLiveKey(
  ctx: Context,
  key: { readonly name: string; readonly kind: KeyKind },
): Promise<boolean> {
  const live = await repository.lockLive(ctx.db, key)
  if (live) await revokeKey(ctx, live)
  return live !== undefined
}

/** The name is well formed, but no such tenant exists. */
export function nobodysKey(name: string): AppError {
  const tenant = tenantInKeyName(name)
  const problem =
    tenant === superTenant
      ? `The key of the super-tenant is called ${administratorsKey}`
      : `There is no tenant ${tenant} that would use a key of this name; capital letters count`
  return new AppError('invalid_input', `Wrong API key name - ${problem}`, { fields: { name: problem } })
}

/** The name of the super-tenant in lists of tenants. */
const superTenant = 'all'

/** Input of the command line has not been validated by an endpoint. */
function parsed(input: AddInput<typeof apiKeys>): AddInput<typeof apiKeys> {
  const checked = apiKeys.add.safeParse(input)
  if (checked.success) return checked.data
  throw invalidInput(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])))
}
