import type { Context } from '#request/context/context.ts'
import { sealedColumn } from '#request/sealing/sealed-column.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { NamedUser } from '#request/sessions/logged-in-user.ts'

/** The secrets of authenticator apps, each encrypted for its user. */
export const appSecrets = sealedColumn<{ readonly tenantId: number; readonly userId: number }>(
  'authenticator_apps.secret_sealed',
  ({ tenantId, userId }) => [tenantId, userId],
)

/** The secret of the app of a user of the tenant. Throws `internal` if it cannot be decrypted. */
export const openAppSecret = (
  { tenant }: Context,
  secrets: Secrets,
  { id: userId, username }: NamedUser,
  sealed: string,
): string => {
  const subject = `The secret of the authenticator app of ${username}`
  return appSecrets.opened(secrets, { tenantId: tenant.id, userId }, sealed, subject)
}
