import { AppError } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context/context.ts'
import { sealedColumn } from '#request/sealing/sealed-column.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { findSamlKeys, insertSamlKey, type StoredSamlKey } from './saml-keys.repository.ts'
import { newSigningKey, type SigningKey } from './self-signed-certificate.ts'

/** Private keys, each encrypted for its tenant and certificate. */
export const privateKeys = sealedColumn<Pick<StoredSamlKey, 'tenantId' | 'certificate'>>(
  'saml_keys.private_key_sealed',
  ({ tenantId, certificate }) => [tenantId, certificate],
)

/** A new key for the tenant in `ctx` if it has none yet: made before a transaction, because this takes a while. */
export const missingSamlKey = async ({ db, tenant, now, write }: Context): Promise<SigningKey | undefined> =>
  write.dryRun === true || (await findSamlKeys(db)).length > 0 ? undefined : newSigningKey(tenant.name, now())

export function storeSamlKey({ db, tenant, now }: Context, secrets: Secrets, { privateKey, certificate }: SigningKey) {
  const sealed = privateKeys.seal(secrets, { tenantId: tenant.id, certificate }, privateKey)
  return insertSamlKey(db, { certificate, sealed, createdAt: now() })
}

/** The key with which the console of the tenant in `ctx` signs. Throws `internal` if there is none, or it is unreadable. */
export async function signingKeyOf({ db, tenant }: Context, secrets: Secrets): Promise<SigningKey> {
  const [key] = await findSamlKeys(db)
  const subject = `The key for SAML messages of ${tenant.name}`
  if (!key) throw new AppError('internal', `${subject} cannot be read: there is none.`)
  return { certificate: key.certificate, privateKey: privateKeys.opened(secrets, key, key.sealed, subject) }
}

/** How the activity log names a key. */
export const samlKeyObject = ({ id, tenant }: Pick<StoredSamlKey, 'id' | 'tenant'>) => ({
  kind: 'samlkey',
  id,
  name: `SAML key of ${tenant}`,
})
