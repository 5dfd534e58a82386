// Client secrets and SAML keys of all tenants after a change of the server's secret.
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { recordEvents } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { type Db, findTenants } from '#request/tenancy/tenancy.ts'
import { isClientSecretSealedNow, openClientSecret, sealClientSecret } from './client-secret.ts'
import { findAll, keyOf, storeClientSecret } from './identity-providers.repository.ts'
import { findSamlKeys, storePrivateKey } from './saml/saml-keys.repository.ts'
import { isKeySealedNow, openPrivateKey, samlKeyObject, sealPrivateKey } from './saml/saml-keys.ts'

/**
 * Seals every client secret and SAML key with the current secret, in the transaction of `ctx`, which sees every tenant. Returns the
 * tenants of those that were sealed again, and the number of unchanged ones. Throws `internal` if no accepted secret
 * opens one.
 */
export async function resealClientSecrets(ctx: Context, secrets: Secrets) {
  const providers = await findClientSecrets(ctx.db)
  const stale = providers.filter((provider) => !isClientSecretSealedNow(secrets, provider, provider.sealed))
  for (const provider of stale) {
    const secret = openClientSecret(secrets, provider, provider.sealed)
    if (secret === undefined) {
      throw new AppError(
        'internal',
        `Nothing was changed: neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens the client secret of ${keyOf(provider)}.`,
      )
    }
    await storeClientSecret(ctx.db, provider, sealClientSecret(secrets, provider, secret))
  }
  await recordEvents(
    ctx,
    stale.map(({ tenantId, id, ...provider }) => ({
      action: 'reseal' as const,
      kind: identityProviders.kind,
      tenantId,
      id,
      name: keyOf(provider),
    })),
  )
  const keys = await resealSamlKeys(ctx, secrets)
  return {
    resealed: [...stale.map(({ tenantId }) => tenantId), ...keys.resealed],
    unchanged: providers.length - stale.length + keys.unchanged,
  }
}

/** Returns the client secrets that no accepted secret opens, in words for operators. `db` sees every tenant. */
export async function unreadableClientSecrets(db: Db, secrets: Secrets): Promise<string[]> {
  const providers = (await findClientSecrets(db)).filter(
    (provider) => openClientSecret(secrets, provider, provider.sealed) === undefined,
  )
  const keys = (await findSamlKeys(db)).filter((key) => openPrivateKey(secrets, key) === undefined)
  return [
    ...providers.map((provider) => `the client secret of ${keyOf(provider)}`),
    ...keys.map(({ id }) => `the SAML key ${id}`),
  ]
}

const findClientSecrets = async (db: Db) =>
  (await findAll(db)).flatMap(({ clientSecretSealed: sealed, ...provider }) =>
    sealed === null ? [] : [{ ...provider, sealed }],
  )

async function resealSamlKeys(ctx: Context, secrets: Secrets) {
  const { db } = ctx
  const keys = await findSamlKeys(db)
  const stale = keys.filter((key) => !isKeySealedNow(secrets, key))
  for (const key of stale) {
    const privateKey = openPrivateKey(secrets, key)
    if (privateKey === undefined) {
      throw new AppError(
        'internal',
        `Nothing was changed: neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens the SAML key ${key.id}.`,
      )
    }
    await storePrivateKey(db, key, sealPrivateKey(secrets, key, privateKey))
  }
  const names = new Map(stale.length === 0 ? [] : (await findTenants(db)).map(({ id, name }) => [id, name]))
  await recordEvents(
    ctx,
    stale.map(({ tenantId, id }) => ({
      action: 'reseal' as const,
      tenantId,
      ...samlKeyObject({ id, tenant: names.get(tenantId) ?? '' }),
    })),
  )
  return { resealed: stale.map(({ tenantId }) => tenantId), unchanged: keys.length - stale.length }
}
