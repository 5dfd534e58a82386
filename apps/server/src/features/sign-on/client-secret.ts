import { AppError } from '@quatrain/platform/errors.ts'
import type { Secrets } from '#request/sealing/secrets.ts'

/** The provider that owns a client secret, which cannot be decrypted for another one. */
export interface ClientSecretOwner {
  readonly tenantId: number
  readonly id: number
}

const ownerText = ({ tenantId, id }: ClientSecretOwner): string =>
  JSON.stringify(['identity_providers.client_secret_sealed', tenantId, id])

export const sealClientSecret = (secrets: Secrets, owner: ClientSecretOwner, secret: string): string =>
  secrets.seal(secret, ownerText(owner))

/** Undefined if it was encrypted with another secret or for another provider. */
export const openClientSecret = (secrets: Secrets, owner: ClientSecretOwner, sealed: string): string | undefined =>
  secrets.open(sealed, ownerText(owner))

/** Whether it is encrypted with the current secret of the server. */
export const isClientSecretSealedNow = (secrets: Secrets, owner: ClientSecretOwner, sealed: string): boolean =>
  secrets.isSealedNow(sealed, ownerText(owner))

/** The client secret; undefined for a public client. Throws `internal` if it cannot be decrypted. */
export function clientSecretOf(
  secrets: Secrets,
  provider: ClientSecretOwner & { readonly name: string; readonly clientSecretSealed: string | null },
): string | undefined {
  const { clientSecretSealed: sealed, name } = provider
  if (sealed === null) return undefined
  const secret = openClientSecret(secrets, provider, sealed)
  if (secret !== undefined) return secret
  const why = 'it was encrypted with another secret of the server or for another provider'
  throw new AppError('internal', `The client secret of the identity provider ${name} cannot be read: ${why}.`)
}
