import { sealedColumn } from '#request/sealing/sealed-column.ts'
import type { Secrets } from '#request/sealing/secrets.ts'

/** The provider that owns a client secret. */
export interface ClientSecretOwner {
  readonly tenantId: number
  readonly id: number
}

/** The client secrets of identity providers, each encrypted for its provider. */
export const clientSecrets = sealedColumn<ClientSecretOwner>(
  'identity_providers.client_secret_sealed',
  ({ tenantId, id }) => [tenantId, id],
)

/** The client secret; undefined for a public client. Throws `internal` if it cannot be decrypted. */
export const clientSecretOf = (
  secrets: Secrets,
  provider: ClientSecretOwner & { readonly name: string; readonly clientSecretSealed: string | null },
): string | undefined => {
  const { clientSecretSealed: sealed, name } = provider
  if (sealed === null) return undefined
  return clientSecrets.opened(secrets, provider, sealed, `The client secret of the identity provider ${name}`)
}
