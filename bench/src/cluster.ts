import { startOwnPostgreSql } from '@quatrain/platform/testing/postgresql.ts'
import type { Cluster } from '@quatrain/platform/testing/postgresql-cluster.ts'
import pg from 'pg'

/** A PostgreSQL of this run, which syncs commits as in production. */
export interface Databases {
  /** Creates an empty database and returns its address. */
  create(name: string): Promise<string>
  restart: Cluster['restart']
  kill: Cluster['kill']
  /** Starts a standby, for which commits wait if it `isSynchronous`. */
  follow(isSynchronous: boolean): Promise<Standby>
  stop(): Promise<void>
}

export interface Standby {
  /** Where it listens. */
  readonly host: string
  /** Makes it the primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Throws if PostgreSQL is not installed. */
export async function startDatabases(): Promise<Databases> {
  const cluster = await startOwnPostgreSql({ isDurable: true })
  if ('unavailable' in cluster) throw new Error(cluster.unavailable)
  return {
    restart: cluster.restart,
    stop: cluster.stop,
    kill: cluster.kill,
    async follow(isSynchronous) {
      const standby = await cluster.standby()
      if (isSynchronous) {
        await run(cluster.url, `alter system set synchronous_standby_names = '*'`)
        await run(cluster.url, 'select pg_reload_conf()')
      }
      return {
        host: new URL(standby.url).host,
        promote: () => run(standby.url, 'select pg_promote()'),
        stop: standby.stop,
      }
    },
    async create(name) {
      await run(cluster.url, `create database ${name}`)
      const address = new URL(cluster.url)
      address.pathname = name
      return address.href
    },
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
