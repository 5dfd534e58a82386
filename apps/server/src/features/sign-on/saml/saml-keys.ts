import { AppError } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { findSamlKeys, insertSamlKey, type StoredSamlKey } from './saml-keys.repository.ts'
import { newSigningKey, type SigningKey } from './self-signed-certificate.ts'

type Owner = Pick<StoredSamlKey, 'tenantId' | 'certificate'>

/** A private key cannot be decrypted for another tenant or another certificate. */
const ownerText = ({ tenantId, certificate }: Owner): string =>
  JSON.stringify(['saml_keys.private_key_sealed', tenantId, certificate])

export const sealPrivateKey = (secrets: Secrets, owner: Owner, privateKey: string): string =>
  secrets.seal(privateKey, ownerText(owner))

/** Undefined if it was encrypted with another secret or for another certificate. */
export const openPrivateKey = (secrets: Secrets, key: StoredSamlKey): string | undefined =>
  secrets.open(key.privateKeySealed, ownerText(key))

/** Whether it is encrypted with the current secret of the server. */
export const isKeySealedNow = (secrets: Secrets, key: StoredSamlKey): boolean =>
  secrets.isSealedNow(key.privateKeySealed, ownerText(key))

/** A new key for the tenant in `ctx` if it has none yet: made before a transaction, because this takes a while. */
export const missingSamlKey = async ({ db, tenant, now, write }: Context): Promise<SigningKey | undefined> =>
  write.dryRun === true || (await findSamlKeys(db)).length > 0 ? undefined : newSigningKey(tenant.name, now())

export function storeSamlKey({ db, tenant, now }: Context, secrets: Secrets, { privateKey, certificate }: SigningKey) {
  const sealed = sealPrivateKey(secrets, { tenantId: tenant.id, certificate }, privateKey)
  return insertSamlKey(db, { certificate, sealed, createdAt: now() })
}

/** The key with which the console of the tenant in `ctx` signs. Throws `internal` if there is none, or it is unreadable. */
export async function signingKeyOf({ db, tenant }: Context, secrets: Secrets): Promise<SigningKey> {
  const [key] = await findSamlKeys(db)
  const privateKey = key && openPrivateKey(secrets, key)
  if (key && privateKey !== undefined) return { certificate: key.certificate, privateKey }
  const why = key ? 'it was encrypted with another secret of the server' : 'there is none'
  throw new AppError('internal', `The key for SAML messages of ${tenant.name} cannot be read: ${why}.`)
}

/** How the activity log names a key. */
export const samlKeyObject = ({ id, tenant }: { readonly id: number; readonly tenant: string }) => ({
  kind: 'samlkey',
  id,
  name: `SAML key of ${tenant}`,
})
