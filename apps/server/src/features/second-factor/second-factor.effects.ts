import { storedSecrets } from '#kit/recording/stored-secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { appSecrets } from './app-secret.ts'
import { findAllApps, storeSecret } from './second-factor.repository.ts'

/** The secrets of the authenticator apps of all tenants. */
export const storedAppSecrets = storedSecrets({
  column: appSecrets,
  find: async (db: Db) =>
    (await findAllApps(db)).map(({ username, ...app }) => ({
      ...app,
      object: { kind: 'user', id: app.userId, name: username },
      label: `the authenticator app of ${username}`,
    })),
  store: storeSecret,
})
