import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'

/** Minutes that failed attempts count for, and how many are allowed in them. */
const windowMinutes = 5
const mostPerAccount = 5
const mostPerAddress = 30

/**
 * Counts an attempt to sign in, as failed until `forgiveAttempts` says otherwise. Throws `too_many_attempts`, for
 * accounts that do not exist as for those that do; what is refused so does not count.
 */
export async function countAttempt(db: Db, username: string, address: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - windowMinutes * 60_000)
  const isCounted = await db.transaction().execute(async (db) => {
    // One after the other: many at once would not see each other.
    await sql`select pg_advisory_xact_lock(hashtext('login'), current_tenant())`.execute(db)
    const { rows } = await sql`
      insert into login_failures (username, address, failed_at)
      select ${username}, ${address}, ${now}::timestamptz
      from login_failures
      where (username = ${username} or address = ${address}) and failed_at > ${since}::timestamptz
      having count(*) filter (where username = ${username}) < ${mostPerAccount}
        and count(*) filter (where address = ${address}) < ${mostPerAddress}
      returning id
    `.execute(db)
    return rows.length > 0
  })
  if (!isCounted) {
    throw new AppError('too_many_attempts', `Too many attempts to log in. Try again in ${windowMinutes} minutes.`)
  }
}

export const forgiveAttempts = (db: Db, username: string, address: string) =>
  db.deleteFrom('login_failures').where('username', '=', username).where('address', '=', address).execute()
