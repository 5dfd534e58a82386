import pg from 'pg'
import type { Engine, Session } from './engine.ts'

/** How patient an engine is, in milliseconds. */
export interface Limits {
  /** Sessions that are open at most. */
  readonly sessions: number
  /** For a free session, or for a new one. */
  readonly acquire: number
  /** For a lock that a statement needs, and for a statement as a whole, before the server gives up. */
  readonly lock: number
  readonly statement: number
  /** For the answer to a statement, before the server is taken for lost: longer than a statement may run. */
  readonly answer: number
}

const standard: Limits = { sessions: 20, acquire: 10_000, lock: 5_000, statement: 30_000, answer: 40_000 }

/** Past this many different statements they are sent unnamed: a server remembers each named one per session. */
const mostNamed = 500

/** A pool of sessions of the PostgreSQL at `url`. Lost sessions are replaced, so the server may restart. */
export function openPostgreSql(url: string, limits: Partial<Limits> = {}): Engine {
  const { sessions, acquire, lock, statement, answer } = { ...standard, ...limits }
  const pool = new pg.Pool({
    connectionString: url,
    max: sessions,
    connectionTimeoutMillis: acquire,
    query_timeout: answer,
    keepAlive: true,
    options: `-c lock_timeout=${lock} -c statement_timeout=${statement} -c idle_in_transaction_session_timeout=60000`,
    application_name: 'quatrain',
  })
  // Without a listener a lost idle session would end the process; the pool replaces it by itself.
  pool.on('error', () => {})
  const clients = new WeakMap<pg.PoolClient, PooledSession>()
  return {
    kind: 'postgresql',
    async acquire() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const session = sessionOf(client)
      clients.set(client, session)
      return session
    },
    release(session) {
      ;(session as PooledSession).client.release(session.broken === true)
    },
    close: () => pool.end(),
  }
}

interface PooledSession extends Session {
  readonly client: pg.PoolClient
}

const names = new Map<string, string>()

/** Named statements are parsed and planned once per session. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostNamed) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

function sessionOf(client: pg.PoolClient): PooledSession {
  const session: PooledSession = {
    client,
    async run(text, parameters) {
      try {
        const name = parameters.length > 0 ? nameOf(text) : undefined
        const result = await client.query({ text, values: [...parameters], ...(name && { name }) })
        const last = Array.isArray(result) ? result.at(-1) : result
        return { rows: last.rows, affected: last.rowCount ?? 0 }
      } catch (error) {
        if (isLost(error)) session.broken = true
        throw error
      }
    },
  }
  // A session that dies between two statements of a transaction must not end the process either.
  client.on('error', () => {
    session.broken = true
  })
  return session
}

/** Did the session itself go, rather than one statement fail? What the database says of a statement has an SQLSTATE. */
function isLost(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  const isSqlState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE'
  return !isSqlState || /^(08|57P|25P03)/.test(code)
}
