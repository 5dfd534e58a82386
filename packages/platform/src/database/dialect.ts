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
import type { Answer, Engine, OpenTransaction, Session } from './engine.ts'
import type { Scope } from './scope.ts'

/** Is called before each statement with the scope of its handle; sessions are told apart by identity only. */
export type Observer = (statement: string, where: { readonly scope: Scope; readonly session: object }) => void

/**
 * Lets Kysely use an engine within one scope. Every statement is passed to `observe`. `lock` is a statement that takes a lock: each
 * transaction waits for it before its first statement.
 */
export const dialect = (engine: Engine, scope: Scope, observe: Observer, lock?: string): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => new ScopedDriver(engine, { scope, lock, observe }),
})

interface Place {
  readonly scope: Scope
  readonly lock: string | undefined
  readonly observe: Observer
}

/** A statement whose transaction waits only at its end for what `answeredBy` does with the answer. */
export interface SentStatement extends CompiledQuery {
  readonly answeredBy: (answer: Promise<Answer>) => Promise<void>
}

const isSent = (query: CompiledQuery): query is SentStatement => 'answeredBy' in query

/** A transaction, and the first failure of its statements. */
interface Current {
  readonly open: OpenTransaction
  /** What it has not waited for. */
  readonly pendingAnswers: Promise<void>[]
  failure?: { readonly cause: unknown }
}

function throwFailure({ failure }: Current): void {
  if (failure) throw failure.cause
}

class ScopedConnection implements DatabaseConnection {
  readonly session: Session
  readonly #place: Place
  #transaction: Current | undefined

  constructor(session: Session, place: Place) {
    this.session = session
    this.#place = place
  }

  /** Every statement passes here. */
  #perform<T>(statement: string, run: () => Promise<T>): Promise<T> {
    this.#observed(statement)
    return traceStatement(statement, run)
  }

  #observed(statement: string) {
    this.#place.observe(statement, { scope: this.#place.scope, session: this.session })
  }

  /** Does not wait for its answer: the first statement is sent behind it. */
  begin() {
    this.#observed('begin')
    const open = this.session.begin(this.#place.scope, this.#place.lock)
    this.#transaction = { open, pendingAnswers: [] }
    void traceStatement('begin', () => open.beginning).catch(() => {})
  }

  /** Throws if a statement has failed, even if its error was caught: PostgreSQL would roll back and report success. */
  async commit() {
    const transaction = this.#transaction
    if (!transaction) throw new Error('There is no transaction to commit.')
    if (transaction.failure) {
      throw new Error('A statement of this transaction failed, so it cannot be committed.', transaction.failure)
    }
    await transaction.open.beginning
    this.#transaction = undefined
    try {
      const [ended] = await Promise.allSettled([
        this.#perform('commit', () => transaction.open.end('commit')),
        ...transaction.pendingAnswers,
      ])
      if (ended.status === 'rejected') throw ended.reason
    } catch (error) {
      // It is unknown whether the transaction was committed, and what state the session is in.
      this.session.broken = true
      throw error
    }
    // Then the commit has rolled back.
    throwFailure(transaction)
  }

  async rollback() {
    const transaction = this.#transaction
    this.#transaction = undefined
    // The end of a session ends its transaction, so a lost session needs no rollback.
    if (!transaction || this.session.broken) return
    try {
      await this.#perform('rollback', () => transaction.open.end('rollback'))
    } catch {
      this.session.broken = true
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    const transaction = this.#transaction
    if (transaction && isSent(query)) {
      transaction.pendingAnswers.push(query.answeredBy(this.#runIn(transaction, query)))
      return { rows: [] }
    }
    const answer = transaction
      ? this.#runIn(transaction, query)
      : this.#perform(sql, () => this.session.runIn(this.#place.scope, sql, parameters))
    // Within the transaction of somebody else, nothing else would wait for it.
    if (isSent(query)) await query.answeredBy(answer)
    const { rows, affected } = await answer
    return { rows: rows as Row[], numAffectedRows: BigInt(affected) }
  }

  /** Sends it at once. */
  async #runIn(transaction: Current, { sql, parameters }: CompiledQuery): Promise<Answer> {
    try {
      const answer = await this.#perform(sql, () => transaction.open.run(sql, parameters))
      // A savepoint was set before any failure, so the transaction is sound again.
      if (sql.startsWith('rollback to savepoint')) delete transaction.failure
      return answer
    } catch (cause) {
      transaction.failure ??= { cause }
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
  readonly #place: Place

  constructor(engine: Engine, place: Place) {
    this.#engine = engine
    this.#place = place
  }

  async init() {}
  async destroy() {}

  async acquireConnection() {
    return new ScopedConnection(await this.#engine.acquire(), this.#place)
  }

  async releaseConnection(connection: ScopedConnection) {
    this.#engine.release(connection.session)
  }

  async beginTransaction(connection: ScopedConnection, { isolationLevel, accessMode }: TransactionSettings) {
    if (isolationLevel || accessMode) throw new Error('Transactions have the settings of the database.')
    connection.begin()
  }

  commitTransaction(connection: ScopedConnection) {
    return connection.commit()
  }

  rollbackTransaction(connection: ScopedConnection) {
    return connection.rollback()
  }
}
