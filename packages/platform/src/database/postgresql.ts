import pg from 'pg'
import { dedicatedSession } from './dedicated-session.ts'
import type { Engine } from './engine.ts'
import { type PooledSession, sessionOn } from './postgresql-session.ts'

/** Timeouts of an engine in milliseconds. */
export interface Limits {
  /** Maximum number of open sessions. */
  readonly sessions: number
  /** For a free or new session. */
  readonly acquire: number
  /** For a lock that a statement needs, and for a whole statement, before the server aborts it. */
  readonly lock: number
  readonly statement: number
  /** For the response to a statement, before the server is considered lost: longer than the statement timeout. */
  readonly answer: number
}

const standard: Limits = { sessions: 20, acquire: 10_000, lock: 5_000, statement: 30_000, answer: 40_000 }

/** For migrations, which have no timeouts. */
export const unlimited: Partial<Limits> = { sessions: 1, lock: 0, statement: 0, answer: 0 }

/** For the next statement of a transaction, in milliseconds. */
const idle = 60_000

/** A pool of sessions of the PostgreSQL server at `url`. Lost sessions are replaced, so the server may restart. */
export function openPostgreSql(url: string, limits: Partial<Limits> = {}): Engine {
  const { sessions, acquire, lock, statement, answer } = { ...standard, ...limits }
  const pool = new pg.Pool({
    connectionString: url,
    max: sessions,
    connectionTimeoutMillis: acquire,
    query_timeout: answer,
    keepAlive: true,
    application_name: 'quatrain',
  })
  const limitSettings = [
    ['lock_timeout', String(lock)],
    ['statement_timeout', String(statement)],
    ['idle_in_transaction_session_timeout', String(idle)],
  ] as const
  // Without a listener a lost idle session would end the process; the pool replaces it.
  pool.on('error', () => {})
  const kept = dedicatedSession({
    connectionString: url,
    query_timeout: answer,
    keepAlive: true,
    application_name: 'quatrain',
  })
  const known = new WeakMap<pg.PoolClient, PooledSession>()
  return {
    kind: 'postgresql',
    async acquire() {
      const client = await pool.connect()
      try {
        const session = known.get(client) ?? (await sessionOn(client, limitSettings))
        known.set(client, session)
        return session
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    release(session) {
      ;(session as PooledSession).client.release(session.broken === true)
    },
    sessions: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    keep: (statement) => kept.run(statement),
    async close() {
      await kept.end()
      await pool.end()
    },
  }
}
