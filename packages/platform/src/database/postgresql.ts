import pg from 'pg'
import { addressesOf } from './addresses.ts'
import type { Engine, Session } from './engine.ts'
import { type PooledSession, reachesServer, sessionOn } from './postgresql-session.ts'

/** Timeouts of an engine in milliseconds. */
export interface Limits {
  /** Maximum number of open sessions. */
  readonly sessions: number
  /** The time limit for getting a free or new session. */
  readonly acquire: number
  /** The time limit for a lock that a statement needs, and for a whole statement, after which the server aborts it. */
  readonly lock: number
  readonly statement: number
  /** The time limit for the response to a statement, after which the server is considered lost: longer than the statement timeout. */
  readonly answer: number
}

const standard: Limits = { sessions: 20, acquire: 10_000, lock: 5_000, statement: 30_000, answer: 40_000 }

/** The limits of reads that can be repeated elsewhere: a standby that is slow must not slow them down. */
export const repeatable: Partial<Limits> = { acquire: 1_000, lock: 500, statement: 5_000, answer: 6_000 }

/** The limits of migrations, which have no timeouts. */
export const unlimited: Partial<Limits> = { sessions: 1, lock: 0, statement: 0, answer: 0 }

/** The time limit for the next statement of a transaction, in milliseconds. */
const idle = 60_000

/** The role of the server that is used among those of an address. */
export type ServerRole = 'primary' | 'standby'

/** Seconds for which a session of a standby is used, because a standby that is promoted keeps its sessions. */
const standbySessionSeconds = 60

/**
 * Pools of sessions of the PostgreSQL server at `url`. Lost sessions are replaced, so the server may restart. If `url` has
 * several hosts, sessions are those of the primary: after a failover, of the standby that was promoted. With the role
 * `standby`, new sessions are those of a server that follows a primary; if there is none, none is opened.
 */
export function openPostgreSql(url: string, limits: Partial<Limits> = {}, role: ServerRole = 'primary'): Engine {
  const { sessions, acquire, lock, statement, answer } = { ...standard, ...limits }
  const configs = addressesOf(url).map((connectionString) => ({
    connectionString,
    query_timeout: answer,
    keepAlive: true,
    // A statement is sent before those in front of it were answered.
    pipeline: true,
    application_name: 'quatrain',
  }))
  const pools = configs.map((config) => {
    const pool = new pg.Pool({
      ...config,
      max: sessions,
      connectionTimeoutMillis: acquire,
      ...(role === 'standby' && { maxLifetimeSeconds: standbySessionSeconds }),
    })
    // The listeners are needed: without them a lost session would end the process, be it an idle one, which the pool replaces, or a new
    // one.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  })
  const limitSettings = [
    ['lock_timeout', String(lock)],
    ['statement_timeout', String(statement)],
    ['idle_in_transaction_session_timeout', String(idle)],
    // To compile the largest statements takes seconds, to run them milliseconds.
    ['jit', 'off'],
  ] as const
  /** The only address of a primary is used as it is. */
  const isAsked = pools.length > 1 || role === 'standby'
  /** The pool that last gave a session. */
  let lastIndex = 0
  const keptSession = dedicatedSession(() => configs[lastIndex] ?? {})
  const sessionByClient = new WeakMap<pg.PoolClient, PooledSession>()
  async function acquireFrom(pool: pg.Pool): Promise<Session> {
    const client = await pool.connect()
    try {
      const session = sessionByClient.get(client) ?? (await sessionOn(client, limitSettings))
      if (isAsked && !sessionByClient.has(client)) await assertRole(client, role)
      sessionByClient.set(client, session)
      return session
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  return {
    kind: 'postgresql',
    async acquire() {
      const failures: unknown[] = []
      const first = lastIndex
      for (let tried = 0; tried < pools.length; tried++) {
        const place = (first + tried) % pools.length
        const pool = pools[place]
        try {
          if (!pool) continue
          const session = await acquireFrom(pool)
          lastIndex = place
          return session
        } catch (error) {
          failures.push(error)
        }
      }
      throw failures[0]
    },
    release(session) {
      ;(session as PooledSession).client.release(session.broken === true)
    },
    sessions: () => ({
      open: sumOf(pools, (pool) => pool.totalCount),
      idle: sumOf(pools, (pool) => pool.idleCount),
      waiting: sumOf(pools, (pool) => pool.waitingCount),
    }),
    keep: (statement) => keptSession.run(statement),
    async close() {
      await keptSession.end()
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

const sumOf = (pools: readonly pg.Pool[], countOf: (pool: pg.Pool) => number) =>
  pools.reduce((sum, pool) => sum + countOf(pool), 0)

/** A standby cannot write, and may lag behind. Throws as a server does that cannot be used yet. */
async function assertRole(client: pg.PoolClient, role: ServerRole): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  const actualRole = rows[0]?.isStandby ? 'standby' : 'primary'
  if (actualRole !== role)
    throw Object.assign(new Error(`This server is a ${actualRole}, not a ${role}.`), { code: '57P03' })
}

/** A session outside of the pool, which closes idle ones. It is opened, where `configNow` says, when it is first used. */
function dedicatedSession(configNow: () => pg.ClientConfig) {
  let opened: pg.Client | undefined
  async function open(): Promise<pg.Client> {
    const client = new pg.Client(configNow())
    // The listener is needed: without one a lost session would end the process; the next use opens another.
    client.on('error', () => {
      if (opened === client) opened = undefined
    })
    await client.connect()
    return client
  }
  return {
    /** Runs a statement in it. Returns whether the session is dedicated, which a connection pooler's session is not. */
    async run(statement: string): Promise<boolean> {
      const client = opened ?? (await open())
      opened = client
      try {
        if (!(await reachesServer(client))) return false
        await client.query(statement)
        return true
      } catch (error) {
        opened = undefined
        await client.end().catch(() => {})
        throw error
      }
    },
    async end() {
      const client = opened
      opened = undefined
      await client?.end().catch(() => {})
    },
  }
}
