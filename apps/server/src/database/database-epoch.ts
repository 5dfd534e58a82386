import type { Database } from '@quatrain/platform/database/database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { sql } from 'kysely'
import { consoleSchema } from '#request/tenancy.ts'

/** Changes with a dump that is restored elsewhere, and with a cluster that is brought back to an earlier point in time. */
const identity = sql`
  (select system_identifier from pg_control_system()) || '/' || (select timeline_id from pg_control_checkpoint()) || '/' ||
  (select oid from pg_database where datname = current_database())`

/**
 * From here on no tag of a list that was given before is good. To be called after the database has been restored from a
 * backup in a way that `renewEpochOfCopy` cannot notice.
 */
export async function renewEpoch(database: Database): Promise<void> {
  await sql`update database_epoch set epoch = gen_random_uuid(), identity = ${identity}`.execute(ownerOf(database))
}

/** The same, when the database is not where it was made: it has been restored from a backup, or copied. */
export async function renewEpochOfCopy(database: Database): Promise<void> {
  await sql`
    update database_epoch set epoch = gen_random_uuid(), identity = ${identity} where identity <> ${identity}
  `.execute(ownerOf(database))
}

const ownerOf = (database: Database) => database.within<unknown>(scope({ schema: consoleSchema }))
