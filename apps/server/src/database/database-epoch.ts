import type { Database } from '@quatrain/platform/database/database.ts'
import { valueIn } from '@quatrain/platform/database/rows.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { sql } from 'kysely'
import { consoleSchema } from '#request/tenancy/tenancy.ts'

/** Differs if a dump was restored in another cluster, or if the cluster was restored to an earlier point in time. */
const identity = sql`
  (select system_identifier from pg_control_system()) || '/' || (select timeline_id from pg_control_checkpoint()) || '/' ||
  (select oid from pg_database where datname = current_database())`

/**
 * Invalidates the entity tags of all lists that were sent before. To be called after the database was restored from a
 * backup in a way that `renewEpochOfCopy` cannot detect.
 */
export async function renewEpoch(database: Database): Promise<void> {
  await sql`update database_epoch set epoch = gen_random_uuid(), identity = ${identity}`.execute(ownerOf(database))
}

/** The random text by which clients recognise lists of before a restore. */
export const readEpoch = (database: Database): Promise<string> =>
  valueIn(ownerOf(database))<string>`select epoch::text from database_epoch`

/** Renews the epoch if the database was restored from a backup or copied from another cluster. */
export async function renewEpochOfCopy(database: Database): Promise<void> {
  await sql`
    update database_epoch set epoch = gen_random_uuid(), identity = ${identity} where identity <> ${identity}
  `.execute(ownerOf(database))
}

const ownerOf = (database: Database) => database.within<unknown>(scope({ schema: consoleSchema }))
