// Client secrets and SAML keys of all tenants after a change of the server's secret.
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { storedSecrets } from '#kit/recording/stored-secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { clientSecrets } from './client-secret.ts'
import { findAll, keyOf, storeClientSecret } from './identity-providers.repository.ts'
import { findSamlKeys, storePrivateKey } from './saml/saml-keys.repository.ts'
import { privateKeys, samlKeyObject } from './saml/saml-keys.ts'

export const storedClientSecrets = storedSecrets({
  column: clientSecrets,
  find: async (db: Db) =>
    (await findAll(db)).flatMap(({ clientSecretSealed: sealed, tenantId, id, ...provider }) => {
      const name = keyOf(provider)
      const object = { kind: identityProviders.kind, id, name }
      return sealed === null ? [] : [{ tenantId, id, sealed, object, label: `the client secret of ${name}` }]
    }),
  store: storeClientSecret,
})

export const storedSamlKeys = storedSecrets({
  column: privateKeys,
  find: async (db: Db) =>
    (await findSamlKeys(db)).map((key) => ({
      ...key,
      object: samlKeyObject(key),
      label: `the SAML key ${key.id}`,
    })),
  store: storePrivateKey,
})
