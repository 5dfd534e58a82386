import type { Scope } from './scope.ts'

/** The result of one statement. */
export interface Answer {
  readonly rows: Record<string, unknown>[]
  readonly affected: number
}

/**
 * A transaction in a scope. Its statements are sent at once and answered in order: one that is sent before the beginning was
 * answered does not wait for it, and fails if the transaction could not begin.
 */
export interface OpenTransaction {
  /** Throws if the transaction could not begin, for example because its lock was not available in time. */
  readonly beginning: Promise<void>
  /** Runs one statement; without parameters also several, separated by semicolons. */
  run(text: string, parameters: readonly unknown[]): Promise<Answer>
  /** After a failed statement, `commit` rolls back too. */
  end(how: 'commit' | 'rollback'): Promise<void>
}

/**
 * A session of the database server, used exclusively by its acquirer. Only what takes a scope, or what has one, runs statements
 * of a tenant.
 */
export interface Session {
  /** Set when the session cannot be trusted any more: it is replaced or reset before its next use. */
  broken?: boolean
  /** Runs one statement in `scope`, which ends with it. */
  runIn(scope: Scope, text: string, parameters: readonly unknown[]): Promise<Answer>
  /** Begins a transaction in `scope`; `lock` is a statement that takes a lock, for which the transaction waits. */
  begin(scope: Scope, lock?: string): OpenTransaction
  /**
   * Runs one statement as the login, in no scope; without parameters also several. Names of tables contain their schema: no
   * others are found.
   */
  runUnscoped(text: string, parameters?: readonly unknown[]): Promise<Answer>
}

/** How many sessions of the database a process has open, how many of them are idle, and how many requests wait for one. */
export interface SessionCounts {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

/** PostgreSQL, embedded or as a server. */
export interface Engine {
  readonly kind: 'postgresql' | 'pglite'
  acquire(): Promise<Session>
  release(session: Session): void
  sessions(): SessionCounts
  /** See `Database.keep`. */
  keep(statement: string): Promise<boolean>
  close(): Promise<void>
}
