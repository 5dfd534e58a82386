import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { traceStatement } from '../tracing.ts'
import type { Engine, Session } from './engine.ts'
import type { Scope } from './scope.ts'

/** Is called before each statement with the scope of its handle; sessions are told apart by identity only. */
export type Observer = (statement: string, where: { readonly scope: Scope; readonly session: object }) => void

/** Lets Kysely use an engine within one scope. Every statement is passed to `observe`. */
export const dialect = (engine: Engine, scope: Scope, observe: Observer): Dialect => ({
  createAdapter: () => new Adapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => new ScopedDriver(engine, scope, observe),
})

/** `migrate` holds its own lock for the duration of its transaction. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class ScopedConnection implements DatabaseConnection {
  readonly session: Session
  readonly #scope: Scope
  readonly #observe: Observer
  /** The current transaction, with the first failure of its statements. */
  transaction: { failure?: { readonly cause: unknown } } | undefined

  constructor(session: Session, scope: Scope, observe: Observer) {
    this.session = session
    this.#scope = scope
    this.#observe = observe
  }

  /** Ends the transaction by `commit` or `rollback`. */
  async end(how: 'commit' | 'rollback') {
    await this.#perform(how, () => this.session.run(how, []))
  }

  /** Every statement passes here. */
  #perform<T>(statement: string, run: () => Promise<T>): Promise<T> {
    this.#observe(statement, { scope: this.#scope, session: this.session })
    return traceStatement(statement, run)
  }

  async begin({ isWrite }: { readonly isWrite: boolean }) {
    try {
      await this.#perform('begin', () => this.session.begin(this.#scope, isWrite ? this.#scope.writeLock : undefined))
    } catch (error) {
      // The transaction may have begun, but Kysely does not end a transaction whose begin failed.
      await this.rollback()
      throw error
    }
    this.transaction = {}
  }

  async rollback() {
    this.transaction = undefined
    // The end of a session ends its transaction, so a lost session needs no rollback.
    if (this.session.broken) return
    try {
      await this.end('rollback')
    } catch {
      this.session.broken = true
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { rows, affected } = await this.#perform(sql, () =>
        this.transaction ? this.session.run(sql, parameters) : this.session.runIn(this.#scope, sql, parameters),
      )
      // A savepoint was set before any failure, so the transaction is sound again.
      if (this.transaction && sql.startsWith('rollback to savepoint')) delete this.transaction.failure
      return { rows: rows as Row[], numAffectedRows: BigInt(affected) }
    } catch (cause) {
      if (this.transaction) this.transaction.failure ??= { cause }
      throw cause
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires the method; no caller streams rows.
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

  async beginTransaction(connection: ScopedConnection, { isolationLevel, accessMode }: TransactionSettings) {
    if (isolationLevel) throw new Error('Transactions have the isolation level of the database.')
    await connection.begin({ isWrite: accessMode === 'read write' })
  }

  /** Throws if a statement has failed, even if its error was caught: PostgreSQL would roll back and report success. */
  async commitTransaction(connection: ScopedConnection) {
    const failure = connection.transaction?.failure
    if (failure) throw new Error('A statement of this transaction failed, so it cannot be committed.', failure)
    try {
      await connection.end('commit')
    } catch (error) {
      // The session cannot be used again: it is unknown whether the transaction was committed, and what state the session is in.
      connection.session.broken = true
      throw error
    } finally {
      connection.transaction = undefined
    }
  }

  async rollbackTransaction(connection: ScopedConnection) {
    await connection.rollback()
  }
}
