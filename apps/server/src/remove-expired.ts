import { signOnSeconds } from '#request/cookies.ts'
import type { Tenancy } from '#request/tenancy.ts'

/** Days after which unusable data is removed. */
const keepDays = 7
/** Hours after which failed sign-ins expire, and days after which known addresses of sign-ins expire. */
const keepFailuresHours = 1
const keepAddressesDays = 90

/** Removes the rows of all tenants that have expired and that no request uses any more. */
export async function removeExpired({ everyTenant }: Tenancy, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - keepDays * 86_400_000)
  await everyTenant.deleteFrom('sessions').where('last_seen_at', '<', limit).execute()
  const failuresLimit = new Date(now.getTime() - keepFailuresHours * 3_600_000)
  await everyTenant.deleteFrom('login_failures').where('failed_at', '<', failuresLimit).execute()
  const addressesLimit = new Date(now.getTime() - keepAddressesDays * 86_400_000)
  await everyTenant.deleteFrom('sign_in_addresses').where('last_at', '<', addressesLimit).execute()
  await everyTenant.deleteFrom('password_links').where('expires_at', '<', now).execute()
  await everyTenant.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
  const signOnLimit = new Date(now.getTime() - signOnSeconds * 1000)
  await everyTenant.deleteFrom('sign_on_requests').where('begun_at', '<', signOnLimit).execute()
  await everyTenant.deleteFrom('sign_on_tests').where('arrived_at', '<', signOnLimit).execute()
}
