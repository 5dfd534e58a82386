// Transactions that say which lock they take, and statements that they do not wait for.
import { type Dialect, Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { SentStatement } from './dialect.ts'

/** A handle of one scope. */
export class ScopedHandle<Tables> extends Kysely<Tables> {
  readonly #dialectWith: (lock?: string) => Dialect
  readonly #locking = new Map<string, ScopedHandle<Tables>>()
  /** Whether all of its statements are parts of one transaction, which somebody else began. */
  readonly isPartOfTransaction: boolean

  constructor(dialectWith: (lock?: string) => Dialect, isPartOfTransaction: boolean, lock?: string) {
    super({ dialect: dialectWith(lock) })
    this.#dialectWith = dialectWith
    this.isPartOfTransaction = isPartOfTransaction
  }

  /** The handle of the same scope whose transactions wait for this lock before their first statement. */
  locking(lock: string): ScopedHandle<Tables> {
    const cachedHandle = this.#locking.get(lock)
    if (cachedHandle) return cachedHandle
    const handle = new ScopedHandle<Tables>(this.#dialectWith, this.isPartOfTransaction, lock)
    this.#locking.set(lock, handle)
    return handle
  }
}

/**
 * Runs `work` in one transaction. `lock` is a statement that takes a lock: the transaction waits for it before its first statement
 * reads anything, in the same round trip, and holds it until it ends.
 */
export function lockedTransaction<Tables, T>(
  db: Kysely<Tables>,
  lock: string,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (!(db instanceof ScopedHandle)) throw new Error('A transaction that takes a lock begins outside of others.')
  return db.locking(lock).transaction().execute(work)
}

/** The answer to a statement that was sent without waiting. */
export interface SentAnswer<Row> {
  readonly answer: Promise<readonly Row[]>
}

/**
 * Sends a statement of a transaction, which does not wait for its answer: the next statement, or the commit, is sent in the same
 * round trip. If it fails, nothing of the transaction is stored, and the commit throws its error. `receive` gets the rows before
 * the transaction ends; `answer` need not be waited for. Throws outside of transactions.
 */
export async function sendStatement<Tables, Row>(
  db: Kysely<Tables>,
  statement: RawBuilder<Row>,
  receive: (rows: readonly Row[]) => void = () => {},
): Promise<SentAnswer<Row>> {
  const isPartOfTransaction = db.isTransaction || (db instanceof ScopedHandle && db.isPartOfTransaction)
  if (!isPartOfTransaction) throw new Error('Only a transaction can send a statement and not wait for its answer.')
  const compiled = statement.compile(db)
  const pendingRows = Promise.withResolvers<readonly Row[]>()
  pendingRows.promise.catch(() => {})
  const query: SentStatement = {
    ...compiled,
    answeredBy: (answer) =>
      answer.then((answer) => {
        const rows = answer.rows as unknown as readonly Row[]
        receive(rows)
        pendingRows.resolve(rows)
      }, pendingRows.reject),
  }
  await db.executeQuery(query)
  return { answer: pendingRows.promise }
}

/** Waits for both; throws the error of the first if both fail, because the second can fail only because of it. */
export async function bothInOrder<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}
