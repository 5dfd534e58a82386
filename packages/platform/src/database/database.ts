import { Kysely } from 'kysely'
import { dialect, type Observer } from './dialect.ts'
import type { Engine, SessionCounts } from './engine.ts'
import type { Scope } from './scope.ts'

/** A database without a scope. */
export interface Database {
  readonly kind: Engine['kind']
  /** A typed handle whose statements all run in `scope`. Handles are cheap; sessions are shared. */
  within<Tables>(scope: Scope): Kysely<Tables>
  /** Passes every statement to `observer` until the returned function is called. */
  observe(observer: Observer): () => void
  /**
   * Runs a statement whose effect lasts as long as its session, such as taking a lock, in a dedicated session that
   * lasts as long as this process. To be called again periodically: a lost session is replaced. Returns whether there
   * is such a session: behind a connection pooler there is none.
   */
  keep(statement: string): Promise<boolean>
  sessions(): SessionCounts
  /** Throws if the database does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

export function databaseOn(engine: Engine): Database {
  const observers = new Set<Observer>()
  const observe: Observer = (statement) => {
    for (const observer of observers) observer(statement)
  }
  return {
    kind: engine.kind,
    within: (scope) => new Kysely({ dialect: dialect(engine, scope, observe) }),
    observe(observer) {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    keep: (statement) => engine.keep(statement),
    sessions: () => engine.sessions(),
    async ping() {
      const session = await engine.acquire()
      try {
        await session.run('select 1', [])
      } finally {
        engine.release(session)
      }
    },
    close: () => engine.close(),
  }
}
