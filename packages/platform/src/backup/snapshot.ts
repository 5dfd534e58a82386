import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { scope } from '../database/scope.ts'
import type { BackedUpStore, OpenStore } from './backed-up-store.ts'

/** Statements that make values texts which do not depend on the settings of the server, for the rest of a transaction. */
export const valueFormats = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex';`

/** The same, and no limits: a large table takes minutes. */
export const copySettings = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s';
  ${valueFormats}`

const beginSnapshot = (barrier: string) =>
  `begin isolation level repeatable read read only; ${copySettings} savepoint held_still; ${barrier} select 1`

/** A transaction has its snapshot from the first query, so the lock, which is none, comes before it. */
const holdStill = ({ schema, barrier }: BackedUpStore) =>
  barrier === undefined ? '' : `lock table ${schema}.${barrier} in share mode;`

/**
 * Runs `work` with one snapshot of all stores. A write to several stores that has not ended is in it as unfinished, and no
 * write is in one store only: between the beginnings of the snapshots, no such write can begin or end. Saves wait for
 * these milliseconds at most.
 */
export async function inSnapshot<T>(
  stores: readonly OpenStore[],
  work: (insides: readonly Database[]) => Promise<T>,
): Promise<T> {
  const open = async (transactions: readonly Database[]): Promise<T> => {
    const next = stores[transactions.length]
    if (!next) {
      const [holder] = transactions
      if (holder) await sql`rollback to savepoint held_still`.execute(holder.within(scope({ schema: 'pg_catalog' })))
      return work(transactions)
    }
    // The embedded database has one session, which both stores of the demonstration share.
    const shared = stores.findIndex(({ database }) => database === next.database)
    const sharedTransaction = transactions[shared]
    if (sharedTransaction) return open([...transactions, sharedTransaction])
    return next.database.inOneTransaction(beginSnapshot(holdStill(next.store)), (transaction) =>
      open([...transactions, transaction]),
    )
  }
  return open([])
}
