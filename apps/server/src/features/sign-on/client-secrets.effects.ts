// Client secrets of all tenants after a change of the server's secret.
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { recordEvents } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context.ts'
import type { Secrets } from '#request/secrets.ts'
import { isSealedNow, openClientSecret, sealClientSecret } from './client-secret.ts'
import { findAll, keyOf, storeClientSecret } from './identity-providers.repository.ts'

/**
 * Seals every client secret with the current secret, in the transaction of `ctx`, which sees every tenant. Returns the
 * tenants of those that were sealed again, and the number of unchanged ones. Throws `internal` if no accepted secret
 * opens one.
 */
export async function resealClientSecrets(ctx: Context, secrets: Secrets) {
  const providers = (await findAll(ctx.db)).flatMap(({ clientSecretSealed: sealed, ...provider }) =>
    sealed === null ? [] : [{ ...provider, sealed }],
  )
  const stale = providers.filter((provider) => !isSealedNow(secrets, provider, provider.sealed))
  for (const provider of stale) {
    const secret = openClientSecret(secrets, provider, provider.sealed)
    if (secret === undefined) {
      throw new AppError(
        'internal',
        `Nothing was changed: neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens the client secret of ${keyOf(provider)}.`,
      )
    }
    await storeClientSecret(ctx.db, provider.id, sealClientSecret(secrets, provider, secret))
  }
  await recordEvents(
    ctx,
    stale.map(({ tenantId, id, ...provider }) => ({
      ...{ action: 'reseal' as const, kind: identityProviders.kind, tenantId, id, name: keyOf(provider) },
    })),
  )
  return { resealed: stale.map(({ tenantId }) => tenantId), unchanged: providers.length - stale.length }
}
