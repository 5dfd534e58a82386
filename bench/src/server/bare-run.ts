import type { Engine } from '@quatrain/platform/database/engine.ts'
import { enterText, type Scope } from '@quatrain/platform/database/scope.ts'
import pg from 'pg'
import type { Run } from './bare.ts'

/** Sessions that enter their scope once and stay in it; as many as the console has. */
export const poolIn = (url: string, scope: Scope): pg.Pool =>
  new pg.Pool({
    connectionString: url,
    max: 20,
    onConnect: async (client) => void (await client.query(enterText(scope, 'session'))),
  })

/** Runs statements in these sessions, those with parameters as prepared statements. */
export function runOnPool(pool: pg.Pool): Run {
  const names = new Map<string, string>()
  return async (text, parameters) => {
    if (parameters.length === 0) return (await pool.query(text)).rows
    const name = names.get(text) ?? `floor${names.size}`
    names.set(text, name)
    return (await pool.query({ name, text, values: [...parameters] })).rows
  }
}

/** The only session of the embedded database. */
export function runOnEngine(engine: Engine, scope: Scope): Run {
  return async (text, parameters) => {
    const session = await engine.acquire()
    try {
      return (await session.runIn(scope, text, parameters)).rows
    } finally {
      engine.release(session)
    }
  }
}
