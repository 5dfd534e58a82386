// Tokens of all tenants after a change of the server's secret.
import { randomBytes } from 'node:crypto'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { storedAppSecrets } from '#features/second-factor/second-factor.effects.ts'
import { storedClientSecrets, storedSamlKeys } from '#features/sign-on/client-secrets.effects.ts'
import { storedWebhookSecrets } from '#features/webhooks/webhook-secrets.effects.ts'
import { recordEvents } from '#kit/recording/recorder.ts'
import { type Context, inEveryTenant } from '#request/context/context.ts'
import { isStoredNow, openToken, storedToken } from '#request/keys/key-tokens.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'
import { findTokens, type KeyWithToken, storeTokens } from './api-keys.repository.ts'

/** What is stored encrypted besides tokens of keys, whose hashes depend on the secret too. */
const otherSecrets = [storedClientSecrets, storedSamlKeys, storedAppSecrets, storedWebhookSecrets]

/** The number of tokens and secrets that were sealed again, of their tenants, and of unchanged ones. */
export interface Rotation {
  readonly resealed: number
  readonly tenants: number
  readonly unchanged: number
}

/**
 * Seals the token of every key, the client secret of every identity provider, every SAML key and the secret of every
 * authenticator app and webhook with the current secret, in one transaction, and adds a row to the activity log of its tenant for each.
 * `ctx` is the super-tenant's. Throws `internal` with the names of the keys if there are tokens that no accepted secret
 * opens, or that two keys of one tenant have; then nothing is written.
 */
export function rotateSecret(ctx: Context, secrets: Secrets): Promise<Rotation> {
  return inEveryTenant(ctx, async (ctx) => {
    const keys = (await findTokens(ctx.db)).map((key) => ({ ...key, token: openToken(secrets, key) }))
    assertNone(
      'neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens the tokens of these keys',
      keys.filter(({ token }) => token === undefined),
    )
    assertNone('keys of one tenant have the same token', withSameToken(keys))
    const stale = keys.flatMap(({ token, ...key }) =>
      token === undefined || isStoredNow(secrets, key, token) ? [] : [{ ...key, ...storedToken(secrets, key, token) }],
    )
    await storeTokens(ctx.db, stale)
    await recordEvents(
      ctx,
      stale.map(({ tenantId, id, name }) => ({ action: 'reseal', kind: apiKeys.kind, tenantId, id, name })),
    )
    const resealed = stale.map(({ tenantId }) => tenantId)
    let unchanged = keys.length - stale.length
    for (const kind of otherSecrets) {
      const result = await kind.reseal(ctx, secrets)
      resealed.push(...result.resealed)
      unchanged += result.unchanged
    }
    return { resealed: resealed.length, tenants: new Set(resealed).size, unchanged }
  })
}

/** Hashes depend on the secret, so processes with different secrets could store a token twice. */
const withSameToken = <Key extends { readonly tenantId: number; readonly token: string | undefined }>(
  keys: readonly Key[],
): Key[] =>
  [...Map.groupBy(keys, ({ tenantId, token }) => `${tenantId} ${token}`).values()]
    .filter((namesakes) => namesakes.length > 1)
    .flat()

/** What no accepted secret opens, in words for operators. `db` sees every tenant. */
export async function unreadableSecrets(db: Db, secrets: Secrets): Promise<string[]> {
  const keys = (await findTokens(db)).filter((key) => openToken(secrets, key) === undefined)
  const unreadable = keys.map((key) => `the token of the key ${nameOf(key)}`)
  for (const kind of otherSecrets) unreadable.push(...(await kind.unreadable(db, secrets)))
  return unreadable
}

const nameOf = ({ name, used_by, tenant }: KeyWithToken) => `${name} (${used_by}) of ${tenant}`

const maxNamed = 20

function assertNone(why: string, keys: readonly KeyWithToken[]): void {
  if (keys.length === 0) return
  const keyNames = keys.slice(0, maxNamed).map(nameOf)
  const more = keys.length > maxNamed ? [`${keys.length - maxNamed} more`] : []
  const namesAndCount = [...keyNames, ...more].join(', ')
  throw new AppError('internal', `Nothing was changed: ${why}: ${namesAndCount}.`)
}

/** Gives every key of a tenant a new token that nobody has seen. `db` sees every tenant. */
export async function replaceTokens(db: Db, secrets: Secrets, { id }: Pick<Tenant, 'id'>): Promise<void> {
  const keys = (await findTokens(db)).filter(({ tenantId }) => tenantId === id)
  await storeTokens(
    db,
    keys.map((key) => ({ ...key, ...storedToken(secrets, key, randomBytes(32).toString('base64url')) })),
  )
}
