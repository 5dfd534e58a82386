import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql, repeatable } from '@quatrain/platform/database/postgresql.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import {
  databasesAt,
  type TestDatabase,
  type TestDatabases,
  watchedDatabase,
} from '@quatrain/platform/testing/databases.ts'
import { startOwnPostgreSql, type Unavailable } from '@quatrain/platform/testing/postgresql.ts'
import type { Cluster } from '@quatrain/platform/testing/postgresql-cluster.ts'
import { sql } from 'kysely'
import { until } from './console-process.ts'

/** A PostgreSQL with a standby that streams from it. */
export interface Replicated {
  readonly databases: TestDatabases
  readonly primary: Cluster
  readonly standby: Cluster
  /** The address on the standby of a database of the primary. */
  urlOnStandby(url: string): string
  /** Opens it as a server does. */
  openStandby(url: string): TestDatabase
  /** The standby goes on receiving, but shows nothing new, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Waits until the standby shows everything that the primary does. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

export async function startReplicated(): Promise<Replicated | Unavailable> {
  const primary = await startOwnPostgreSql({ isDurable: true })
  if ('unavailable' in primary) return primary
  const standby = await primary.standby()
  const urlOnStandby = (url: string) => {
    const address = new URL(url)
    address.port = new URL(standby.url).port
    return address.href
  }
  return {
    databases: databasesAt(primary.url),
    primary,
    standby,
    urlOnStandby,
    openStandby: (url) => watchedDatabase(openPostgreSql(urlOnStandby(url), repeatable, 'standby')),
    async pause() {
      await valueAt(standby.url, 'select pg_wal_replay_pause()')
      const state = 'select pg_get_wal_replay_pause_state() as value'
      await until('replay is paused', async () => (await valueAt(standby.url, state)) === 'paused')
    },
    resume: async () => void (await valueAt(standby.url, 'select pg_wal_replay_resume()')),
    async caughtUp() {
      const written = await valueAt(primary.url, 'select pg_current_wal_insert_lsn() as value')
      // What is inserted is sent once it is flushed.
      await valueAt(primary.url, 'checkpoint')
      const hasAll = `select pg_last_wal_replay_lsn() >= '${written}'::pg_lsn as value`
      await until('the standby has caught up', async () => (await valueAt(standby.url, hasAll)) === true)
    },
    async stop() {
      await standby.stop()
      await primary.stop()
    },
  }
}

/** The column `value` of the result of a statement, as the superuser. */
export async function valueAt(url: string, statement: string): Promise<unknown> {
  const database = databaseOn(openPostgreSql(url, { sessions: 1 }))
  try {
    const anywhere = database.within(scope({ schema: 'public' }))
    return (await sql.raw<{ value: unknown }>(statement).execute(anywhere)).rows[0]?.value
  } finally {
    await database.close()
  }
}
