// The order in which transactions of the console take locks, so that no two of them wait for each other.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#request/tables/tables.ts'

type Db = Kysely<Tables>

/**
 * In the order in which a transaction takes them. Locks of one name are taken in the order of ids, in one statement.
 *
 * The locks of chains of the activity log are not here: the trigger that adds a row takes them, tenant by tenant. A roll-out waits for
 * `metric templates` after it has added rows, but it holds the write locks of the tenants of these chains. A save that holds
 * `metric templates` and waits for such a chain would hold one of these write locks too, so there is none.
 */
export const lockOrder = [
  /** The write lock of the tenant of the request. */
  'own tenant',
  /** Rows of `roll_out_jobs`. */
  'jobs',
  /** Write locks of tenants that a roll-out, a job or a revert changes. */
  'other tenants',
  /** Shared by saves that depend on metric templates, exclusive for a roll-out that looks for tenants it has missed. */
  'metric templates',
  'second factor rule',
] as const

export type Lock = (typeof lockOrder)[number]

/** The last lock in this order that each transaction has taken. */
const last = new WeakMap<Db, Lock>()

/**
 * Declares that this transaction is about to take a lock of this name, or one that it holds again. Throws if the transaction has taken one
 * that comes later.
 */
export function assertLockOrder(db: Db, lock: Lock): void {
  // A handle without a transaction holds no lock after its statement.
  if (!db.isTransaction) return
  const former = last.get(db)
  if (former !== undefined && lockOrder.indexOf(former) > lockOrder.indexOf(lock)) {
    throw new Error(`The lock "${lock}" comes before "${former}", which this transaction has taken.`)
  }
  last.set(db, lock)
}

/** The write lock has its original name, because processes of an older version use it during an update. `tenant` is an expression. */
export const writeLockOf = (tenant: string): string => `pg_advisory_xact_lock(hashtext('metric profiles'), ${tenant})`

/** Takes the write lock of the tenant whose rows are visible. */
export const takingWriteLock = `select ${writeLockOf('current_tenant()')}`

const ofTemplates = `hashtext('metric templates'), 0`
const sharedTemplatesLock = `pg_advisory_xact_lock_shared(${ofTemplates})`

/**
 * Takes the write lock of the tenant whose rows are visible, and then waits like `awaitRollOut`, in the same statement.
 */
export const takingWriteLockAndAwaitingRollOut = `${takingWriteLock}, ${sharedTemplatesLock}`

/** Waits for the write lock of a tenant and holds it until the transaction ends: for transactions of several tenants. */
export async function lockTenant(db: Db, { id }: { readonly id: number }): Promise<void> {
  assertLockOrder(db, 'other tenants')
  await sql.raw(`select ${writeLockOf(String(id))}`).execute(db)
}

/** An expression that takes the write locks of the tenants of a query of `id` in its order, and counts them. */
export const lockingTenants = (db: Db, tenants: RawBuilder<unknown>): RawBuilder<number> => {
  assertLockOrder(db, 'other tenants')
  return sql`(select count(${sql.raw(writeLockOf('id'))})::integer from (${tenants}) as locked (id))`
}

/**
 * Waits for a roll-out that is being planned: to be called before metrics are added or moved, in a transaction with the
 * tenant's write lock. So a metric is made either of the former content, and the roll-out finds it, or of the content that
 * the tenant sees afterwards.
 */
export async function awaitRollOut(db: Db): Promise<void> {
  assertLockOrder(db, 'metric templates')
  await sql.raw(`select ${sharedTemplatesLock}`).execute(db)
}

/** Waits for saves that depend on metric templates; others wait until the transaction ends. To be followed by another statement. */
export const lockingTemplates = (db: Db): RawBuilder<unknown> => {
  assertLockOrder(db, 'metric templates')
  return sql.raw(`select pg_advisory_xact_lock(${ofTemplates})`)
}
