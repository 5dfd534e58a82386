// What the rotation of the server's secret needs of second factors.
import { recordEvents } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { canOpen, isAppSecretSealedNow, openSecret, sealSecret } from './app-secret.ts'
import * as repository from './second-factor.repository.ts'

/**
 * Seals the secret of every app with the current secret of the server, in the transaction of `ctx`, which sees every tenant.
 * Returns the tenants of those that were sealed again, and the number of unchanged ones. Throws `internal` if one cannot be opened.
 */
export async function resealAppSecrets(ctx: Context, secrets: Secrets) {
  const apps = await repository.findAllApps(ctx.db)
  const stale = apps.filter((app) => !isAppSecretSealedNow(secrets, app, app.sealed))
  for (const app of stale) {
    await repository.storeSecret(ctx.db, app, sealSecret(secrets, app, openSecret(secrets, app, app.sealed)))
  }
  await recordEvents(
    ctx,
    stale.map(({ tenantId, userId: id, username: name }) => ({
      action: 'reseal' as const,
      kind: 'user',
      tenantId,
      id,
      name,
    })),
  )
  return { resealed: stale.map(({ tenantId }) => tenantId), unchanged: apps.length - stale.length }
}

/** Returns the secrets of apps that no accepted secret opens, in words for operators. `db` sees every tenant. */
export const unreadableAppSecrets = async (db: Db, secrets: Secrets): Promise<string[]> =>
  (await repository.findAllApps(db))
    .filter((app) => !canOpen(secrets, app, app.sealed))
    .map(({ username }) => `the authenticator app of ${username}`)
