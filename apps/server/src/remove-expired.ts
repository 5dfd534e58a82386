import { pauseMinutes } from '#features/second-factor/second-factor.repository.ts'
import { signOnSeconds } from '#request/sessions/cookies.ts'
import type { SessionLimits } from '#request/sessions/sessions.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'

const [minute, hour, day] = [60, 3_600, 86_400]

/** Tables with rows that no request uses any more some seconds after the time in a column. */
export const expiringWith = ({ idle }: Pick<SessionLimits, 'idle'>) =>
  [
    { table: 'sessions', column: 'last_seen_at', after: idle / 1_000 },
    { table: 'login_failures', column: 'failed_at', after: hour },
    { table: 'sign_in_addresses', column: 'last_at', after: 90 * day },
    { table: 'wrong_codes', column: 'last_at', after: pauseMinutes * minute },
    { table: 'password_links', column: 'expires_at', after: 0 },
    { table: 'passkey_challenges', column: 'expires_at', after: 0 },
    { table: 'sign_on_requests', column: 'begun_at', after: signOnSeconds },
    { table: 'sign_on_tests', column: 'arrived_at', after: signOnSeconds },
    { table: 'saml_messages', column: 'expires_at', after: 0 },
    { table: 'webhook_deliveries', column: 'at', after: 90 * day },
  ] as const

/** Removes the rows of all tenants that have expired. */
export async function removeExpired(
  { everyTenant }: Tenancy,
  limits: Pick<SessionLimits, 'idle'>,
  now: Date,
): Promise<void> {
  const { ref } = everyTenant.dynamic
  for (const { table, column, after } of expiringWith(limits)) {
    const limit = new Date(now.getTime() - after * 1_000)
    await everyTenant.deleteFrom(table).where(ref(column), '<', limit).execute()
  }
}
