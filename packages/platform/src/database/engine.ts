import type { Scope } from './scope.ts'

/** The result of one statement. */
export interface Answer {
  readonly rows: Record<string, unknown>[]
  readonly affected: number
}

/** A session of the database server, used exclusively by its acquirer. */
export interface Session {
  /** Set when the session cannot be trusted any more: it is replaced or reset before its next use. */
  broken?: boolean
  /**
   * Runs one statement in the current state of the session; without parameters also several, separated by semicolons.
   */
  run(text: string, parameters: readonly unknown[]): Promise<Answer>
  /** Runs one statement in `scope`, which ends with it. */
  runIn(scope: Scope, text: string, parameters: readonly unknown[]): Promise<Answer>
  /** Begins a transaction in `scope`; `writeLock` is a statement that takes a lock, for which the transaction waits. */
  begin(scope: Scope, writeLock?: string): Promise<void>
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
