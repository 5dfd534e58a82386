import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import { visitorAddressOf } from '#request/visitor-address.ts'

/** Minutes that failed attempts count for. */
const windowMinutes = 5
/** From one address, as one account. */
export const mostPerPair = 5
/** Of everybody in the network of an address, and as one account from everywhere: so many are no mistakes any more. */
const mostPerNetwork = 60
const mostPerAccount = 100

/**
 * Counts an attempt to sign in, as failed until `forgiveAttempts` is called. Returns the number of attempts from this
 * address as this account. Throws `too_many_attempts`, for missing accounts as for existing ones; refused attempts do
 * not count. From an address with an earlier login of the account, only the attempts from there count, so that nobody
 * can lock the account out from elsewhere.
 */
export async function countAttempt(db: Db, username: string, address: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - windowMinutes * 60_000)
  const { host, network } = visitorAddressOf(address)
  const counted = await db.transaction().execute(async (db) => {
    // One after the other: many at once would not see each other.
    await sql`select pg_advisory_xact_lock(hashtext('login'), current_tenant())`.execute(db)
    const { rows } = await sql<{ attempts: number }>`
      with recent as (
        select count(*) filter (where username = ${username} and address = ${host})::integer as of_pair,
          count(*) filter (where network = ${network})::integer as of_network,
          count(*) filter (where username = ${username})::integer as of_account
        from login_failures
        where (username = ${username} or network = ${network}) and failed_at > ${since}::timestamptz
      ), added as (
        insert into login_failures (username, address, network, failed_at)
        select ${username}, ${host}, ${network}, ${now}::timestamptz
        from recent
        where of_pair < ${mostPerPair} and (
          of_network < ${mostPerNetwork} and of_account < ${mostPerAccount}
          or exists (
            select from sign_in_addresses as known
            join users as person on person.tenant_id = known.tenant_id and person.id = known.user_id
            where person.username = ${username} and known.address = ${host}))
        returning id
      )
      select of_pair + 1 as attempts from recent where exists (select from added)
    `.execute(db)
    return rows[0]?.attempts
  })
  if (counted === undefined) {
    throw new AppError('too_many_attempts', `Too many attempts to log in. Try again in ${windowMinutes} minutes.`)
  }
  return counted
}

/** A successful login resets the count. */
export const forgiveAttempts = (db: Db, username: string, address: string) =>
  db
    .deleteFrom('login_failures')
    .where('username', '=', username)
    .where('address', '=', visitorAddressOf(address).host)
    .execute()
