import { startOwnPostgreSql } from '@quatrain/platform/testing/postgresql.ts'
import pg from 'pg'

/** A PostgreSQL of this run, which syncs commits as in production. */
export interface Databases {
  /** Creates an empty database and returns its address. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

/** Throws if PostgreSQL is not installed. */
export async function startDatabases(): Promise<Databases> {
  const cluster = await startOwnPostgreSql({ isDurable: true })
  if ('unavailable' in cluster) throw new Error(cluster.unavailable)
  return {
    stop: cluster.stop,
    async create(name) {
      const client = new pg.Client({ connectionString: cluster.url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      const address = new URL(cluster.url)
      address.pathname = name
      return address.href
    },
  }
}
