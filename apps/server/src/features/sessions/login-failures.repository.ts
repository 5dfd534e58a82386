import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import { visitorAddressOf } from '#request/visitor-address.ts'

/** Failed attempts count for this long. */
const windowMinutes = 5
/** Attempts from one address as one account. */
export const maxPerPair = 5
/** Attempts from the network of an address, and as one account from all addresses: more than that are not typing errors. */
const maxPerNetwork = 60
const maxPerAccount = 100

/**
 * Counts an attempt to sign in as failed until `forgiveAttempts` removes it. Returns the number of attempts from this address
 * as this account. Throws `too_many_attempts`, for unknown accounts too; such an attempt does not count. At an address from
 * which the account has signed in before, only the attempts from there count, so nobody can lock it out from elsewhere.
 */
export async function countAttempt(db: Db, username: string, address: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - windowMinutes * 60_000)
  const { host, network } = visitorAddressOf(address)
  const counted = await db.transaction().execute(async (db) => {
    // Concurrent attempts would not count each other.
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
        where of_pair < ${maxPerPair} and (
          of_network < ${maxPerNetwork} and of_account < ${maxPerAccount}
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

/** Removes the failed attempts of a user who has signed in. */
export const forgiveAttempts = (db: Db, username: string, address: string) =>
  db
    .deleteFrom('login_failures')
    .where('username', '=', username)
    .where('address', '=', visitorAddressOf(address).host)
    .execute()
