import type { Database } from '@quatrain/platform/database/database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { sql } from 'kysely'

/**
 * Seconds since the last commit that a standby has applied, or 0 if it has applied everything that its primary had
 * written. Undefined if it has applied no commit since its start. Throws if one of them cannot be reached.
 */
export async function readStandbyLag(primary: Database, standby: Database): Promise<number | undefined> {
  const written = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
    inCatalog(primary),
  )
  const position = written.rows[0]?.position
  const { rows } = await sql<{ lag: number | null }>`
    select case
      when pg_last_wal_replay_lsn() >= ${position}::pg_lsn then 0
      else greatest(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)
    end::float8 as lag`.execute(inCatalog(standby))
  return rows[0]?.lag ?? undefined
}

const inCatalog = (database: Database) => database.within(scope({ schema: 'pg_catalog' }))
