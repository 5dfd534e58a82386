/** One answered statement. */
export interface Answer {
  readonly rows: Record<string, unknown>[]
  readonly affected: number
}

/** A session of the database server. Whoever has acquired it has it alone. */
export interface Session {
  /** What the session was last told about role, schema and tenant; kept here so that it is told again only on change. */
  scope?: string
  /** Set when the session can not be trusted any more: whoever is next gets another, or this one made good. */
  broken?: boolean
  /** Runs one statement; without parameters also several, separated by semicolons. */
  run(text: string, parameters: readonly unknown[]): Promise<Answer>
}

/** PostgreSQL, by whichever way it is reached. */
export interface Engine {
  readonly kind: 'postgresql' | 'pglite'
  acquire(): Promise<Session>
  release(session: Session): void
  close(): Promise<void>
}
