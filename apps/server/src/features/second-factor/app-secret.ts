import { AppError } from '@quatrain/platform/errors.ts'
import type { Secrets } from '#request/sealing/secrets.ts'

/** The user whose app has a secret, which cannot be decrypted for another one. */
export interface AppSecretOwner {
  readonly tenantId: number
  readonly userId: number
}

const ownerText = ({ tenantId, userId }: AppSecretOwner): string =>
  JSON.stringify(['authenticator_apps.secret_sealed', tenantId, userId])

export const sealSecret = (secrets: Secrets, owner: AppSecretOwner, secret: string): string =>
  secrets.seal(secret, ownerText(owner))

/** Whether it is encrypted with the current secret of the server. */
export const isAppSecretSealedNow = (secrets: Secrets, owner: AppSecretOwner, sealed: string): boolean =>
  secrets.isSealedNow(sealed, ownerText(owner))

/** Whether an accepted secret of the server opens it. */
export const canOpen = (secrets: Secrets, owner: AppSecretOwner, sealed: string): boolean =>
  secrets.open(sealed, ownerText(owner)) !== undefined

/** Throws `internal` if it was encrypted with another secret or for another user. */
export function openSecret(
  secrets: Secrets,
  owner: AppSecretOwner & { readonly username: string },
  sealed: string,
): string {
  const secret = secrets.open(sealed, ownerText(owner))
  if (secret !== undefined) return secret
  const why = 'it was encrypted with another secret of the server or for another user'
  throw new AppError('internal', `The secret of the authenticator app of ${owner.username} cannot be read: ${why}.`)
}
