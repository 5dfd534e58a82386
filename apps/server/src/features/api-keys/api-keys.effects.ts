// Keys of a tenant: rules for users, tenants that are added or removed, and the command line.
import { randomInt } from 'node:crypto'
import { type ApiKeyDocument, apiKeys, type KeyKind, tenantInKeyName } from '@quatrain/contract/resources/api-key.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { record } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context.ts'
import { lookupsOf, newKeyRows } from '#request/key-tokens.ts'
import type { Secrets } from '#request/secrets.ts'
import type { Tenant } from '#request/tenancy.ts'
import * as repository from './api-keys.repository.ts'

export interface NewKey {
  readonly name: string
  readonly used_by: KeyKind
  /** A random one if missing or empty. */
  readonly token?: string | undefined
}

const { kind } = apiKeys
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
export async function addKey(
  ctx: Context,
  secrets: Secrets,
  given: NewKey,
): Promise<{ readonly id: number; readonly token: string }> {
  const { name, used_by, token: chosen = '' } = parsed(given)
  if (used_by === 'webapi' && !isWebApiNameOf(ctx.tenant, name)) throw nobodysKey(name)
  const token = chosen === '' ? newToken() : chosen
  await assertNewToken(ctx, secrets, token)
  const rows = await newKeyRows(ctx.db, secrets, ctx.tenant.id, [
    { name, used_by, token, created: ctx.now(), last_used_at: null },
  ])
  const { id } = await repository.insert(ctx.db, rows)
  await record(ctx, [{ kind, id, name, after: documentOf({ name, used_by, revoked: false }) }])
  return { id, token }
}

/** Revokes a key, which cannot be undone. Returns the new row version. */
export async function revokeKey(
  ctx: Context,
  key: ApiKeyDocument & { readonly id: number; readonly rowVersion: number },
): Promise<number> {
  const { id, name, rowVersion } = key
  await repository.markRevoked(ctx.db, key)
  const [before, after] = [documentOf(key), documentOf({ ...key, revoked: true })]
  await record(ctx, [{ kind, id, name, before, after, rowVersion, comment: () => 'Changed revoked.' }])
  return rowVersion + 1
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

/** The document of a version of the key. */
export const documentOf = ({ name, used_by, revoked }: ApiKeyDocument): ApiKeyDocument => ({ name, used_by, revoked })

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

/** A constraint refuses tokens that were hashed with the same secret. The tenant's write lock prevents concurrent adds. */
async function assertNewToken({ db }: Context, secrets: Secrets, token: string): Promise<void> {
  const [, ...previous] = lookupsOf(secrets, token)
  if (await repository.hasToken(db, previous)) throw repository.tokenTaken()
}

/** Input of the command line has not been validated by an endpoint. */
function parsed(given: NewKey): NewKey {
  const checked = apiKeys.add.safeParse(given)
  if (checked.success) return checked.data
  throw invalidInput(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])))
}
