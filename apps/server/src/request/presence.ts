import type { Database } from '@quatrain/platform/database/database.ts'
import { sql } from 'kysely'
import { spanningScope } from './tenancy.ts'

/** What other processes know this one by, and how they see that it lives. */
export interface Presence {
  /** None where the database cannot tell whether we live: behind a connection pooler. */
  readonly process: number | undefined
  /** Shows that we live, also where the session was lost that showed it. To be called again and again. */
  renew(): Promise<void>
}

/** Takes a number that no process had before, and a lock of that number that ends with this process (decision 26). */
export async function presenceIn(database: Database): Promise<Presence> {
  const { rows } = await sql<{ process: number }>`select nextval('processes')::integer as process`.execute(
    database.within(spanningScope()),
  )
  const process = rows[0]?.process
  const lock = `select pg_try_advisory_lock(hashtext('console process'), ${Number(process)})`
  if (!(await database.keep(lock))) return { process: undefined, renew: async () => {} }
  return {
    process,
    async renew() {
      await database.keep(lock)
    },
  }
}
