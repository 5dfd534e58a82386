import type { Scope } from './scope.ts'

/** One answered statement. */
export interface Answer {
  readonly rows: Record<string, unknown>[]
  readonly affected: number
}

/** A session of the database server. Whoever has acquired it has it alone. */
export interface Session {
  /** Set when the session cannot be trusted any more: whoever is next gets another, or this one made good. */
  broken?: boolean
  /** Runs one statement as the session is; without parameters also several, separated by semicolons. */
  run(text: string, parameters: readonly unknown[]): Promise<Answer>
  /** Runs one statement by itself, in `scope`, which ends with it. */
  runIn(scope: Scope, text: string, parameters: readonly unknown[]): Promise<Answer>
  /** Begins a transaction in `scope`; with `turn`, a statement that takes a lock, it begins when it has got that. */
  begin(scope: Scope, turn?: string): Promise<void>
}

/** PostgreSQL, by whichever way it is reached. */
export interface Engine {
  readonly kind: 'postgresql' | 'pglite'
  acquire(): Promise<Session>
  release(session: Session): void
  /** As `Database.keep`. */
  keep(statement: string): Promise<boolean>
  close(): Promise<void>
}
