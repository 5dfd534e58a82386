import pg from 'pg'
import type { Engine, Session } from './engine.ts'

/** Milliseconds a statement may wait for a lock, and run at all, before the server gives up. */
const lockTimeout = 5_000
const statementTimeout = 30_000
/** Past this many different statements they are sent unnamed: a server remembers each named one per session. */
const mostNamed = 500

/**
 * A pool of sessions of the PostgreSQL at `url`. Lost sessions are replaced, so the server may restart.
 * Acquiring throws after ten seconds without a free session.
 */
export function openPostgreSql(url: string, sessions = 20): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: sessions,
    connectionTimeoutMillis: 10_000,
    options: `-c lock_timeout=${lockTimeout} -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=60000`,
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

/** Did the session itself go, rather than one statement fail? An SQLSTATE outside classes 08 and 57P says it did not. */
export function isLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  if (typeof code !== 'string') return true
  if (!/^[0-9A-Z]{5}$/.test(code) || code === 'EPIPE') return true
  return code.startsWith('08') || code.startsWith('57P')
}
