import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Engine, Session } from './engine.ts'
import type { Scope } from './scope.ts'

export type Observer = (statement: string) => void

/** Lets Kysely speak to an engine within one scope. `observe` is told every statement that is sent. */
export const dialect = (engine: Engine, scope: Scope, observe: Observer): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => new ScopedDriver(engine, scope, observe),
})

class ScopedConnection implements DatabaseConnection {
  readonly session: Session
  readonly #scope: Scope
  readonly #observe: Observer
  inTransaction = false

  constructor(session: Session, scope: Scope, observe: Observer) {
    this.session = session
    this.#scope = scope
    this.#observe = observe
  }

  /** Sends statements as they are. */
  async send(text: string, parameters: readonly unknown[] = []) {
    this.#observe(text)
    return this.session.run(text, parameters)
  }

  async begin(settings: string) {
    await this.send(`begin${settings}; ${this.#scope.enterLocally}`)
    this.inTransaction = true
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.inTransaction && this.session.scope !== this.#scope.enter) {
      delete this.session.scope
      await this.send(this.#scope.enter)
      this.session.scope = this.#scope.enter
    }
    const { rows, affected } = await this.send(sql, parameters)
    return { rows: rows as Row[], numAffectedRows: BigInt(affected) }
  }

  // biome-ignore lint/correctness/useYield: Kysely wants the method; nothing here reads row by row.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Statements are not streamed.')
  }
}

class ScopedDriver implements Driver {
  readonly #engine: Engine
  readonly #scope: Scope
  readonly #observe: Observer

  constructor(engine: Engine, scope: Scope, observe: Observer) {
    this.#engine = engine
    this.#scope = scope
    this.#observe = observe
  }

  async init() {}
  async destroy() {}

  async acquireConnection() {
    return new ScopedConnection(await this.#engine.acquire(), this.#scope, this.#observe)
  }

  async releaseConnection(connection: ScopedConnection) {
    this.#engine.release(connection.session)
  }

  async beginTransaction(connection: ScopedConnection, { isolationLevel }: { isolationLevel?: string }) {
    await connection.begin(isolationLevel ? ` isolation level ${isolationLevel}` : '')
  }

  async commitTransaction(connection: ScopedConnection) {
    try {
      await connection.send('commit')
    } catch (error) {
      // Nobody knows whether it was committed, or what the session is doing now.
      connection.session.broken = true
      throw error
    } finally {
      connection.inTransaction = false
    }
  }

  async rollbackTransaction(connection: ScopedConnection) {
    try {
      await connection.send('rollback')
    } catch {
      connection.session.broken = true
    } finally {
      connection.inTransaction = false
    }
  }
}
