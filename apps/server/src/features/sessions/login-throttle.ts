import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'

/** Minutes that failed attempts count for, and how many are allowed in them. */
const windowMinutes = 5
const mostPerAccount = 5
const mostPerAddress = 30

/**
 * Counts an attempt to sign in, as failed until `forgiveAttempts` says otherwise, so that many at once cannot slip
 * through. Throws `too_many_attempts`, for accounts that do not exist as for those that do.
 */
export async function countAttempt(db: Db, username: string, address: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - windowMinutes * 60_000)
  const { rows } = await sql<{ ofAccount: number; ofAddress: number }>`
    with counted as (
      insert into login_failures (username, address, failed_at) values (${username}, ${address}, ${now}::timestamptz)
    )
    select count(*) filter (where username = ${username})::integer as "ofAccount",
      count(*) filter (where address = ${address})::integer as "ofAddress"
    from login_failures
    where (username = ${username} or address = ${address}) and failed_at > ${since}::timestamptz
  `.execute(db)
  const { ofAccount = 0, ofAddress = 0 } = rows[0] ?? {}
  if (ofAccount >= mostPerAccount || ofAddress >= mostPerAddress) {
    throw new AppError('too_many_attempts', `Too many attempts to log in. Try again in ${windowMinutes} minutes.`)
  }
}

export const forgiveAttempts = (db: Db, username: string, address: string) =>
  db.deleteFrom('login_failures').where('username', '=', username).where('address', '=', address).execute()
