import type { Kysely } from 'kysely'
import { dialect, type Observer } from './dialect.ts'
import type { Engine, SessionCounts } from './engine.ts'
import { insideTransaction } from './open-transaction.ts'
import { type Scope, scope } from './scope.ts'
import { ScopedHandle } from './transactions.ts'

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
  /**
   * Runs `work` in one transaction of a session of its own, which the statements `begin` open. All statements and
   * transactions of the given database are parts of it, in any scope. Rolled back if `work` throws.
   */
  inOneTransaction<T>(begin: string, work: (transaction: Database) => Promise<T>): Promise<T>
  /**
   * Runs a statement that cannot be a part of a transaction, such as `vacuum`, as the login itself. Names of tables contain
   * their schema.
   */
  outsideTransactions(statement: string): Promise<void>
  sessions(): SessionCounts
  /** Throws if the database does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Returns the database that an engine serves: PostgreSQL or the embedded one. `isPartOfTransaction` says that the engine has one
 * session, in a transaction that somebody else ends.
 */
export function databaseOn(engine: Engine, isPartOfTransaction = false): Database {
  const observers = new Set<Observer>()
  const observe: Observer = (statement, origin) => {
    for (const observer of observers) observer(statement, origin)
  }
  return {
    kind: engine.kind,
    within: (scope) => new ScopedHandle((lock) => dialect(engine, scope, observe, lock), isPartOfTransaction),
    observe(observer) {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    keep: (statement) => engine.keep(statement),
    async inOneTransaction(begin, work) {
      const session = await engine.acquire()
      try {
        await session.runUnscoped(begin)
        const result = await work(databaseOn(insideTransaction(engine.kind, session), true))
        await session.runUnscoped('commit')
        return result
      } catch (error) {
        if (!session.broken) await session.runUnscoped('rollback').catch(() => undefined)
        // The scope of its last statement may have been the session's.
        session.broken = true
        throw error
      } finally {
        engine.release(session)
      }
    },
    async outsideTransactions(statement) {
      const session = await engine.acquire()
      try {
        // The scope of the last statement may still be the session's.
        await session.runIn(scope({ schema: 'pg_catalog' }), 'select 1', [])
        await session.runUnscoped(statement)
      } finally {
        engine.release(session)
      }
    },
    sessions: () => engine.sessions(),
    async ping() {
      const session = await engine.acquire()
      try {
        await session.runUnscoped('select 1')
      } finally {
        engine.release(session)
      }
    },
    close: () => engine.close(),
  }
}
