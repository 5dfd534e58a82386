import type { Database } from '@quatrain/platform/database/database.ts'
import { sql } from 'kysely'
import { spanningScope } from './tenancy.ts'

/** How other processes identify this one and see that it is alive. */
export interface Presence {
  /** Undefined if the database cannot tell whether this process is alive: behind a connection pooler. */
  readonly process: number | undefined
  /** Renews the lock of this process if its session was lost. To be called periodically. */
  renew(): Promise<void>
}

/** Takes a new process number, and an advisory lock on it that ends with this process (decision 26). */
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
