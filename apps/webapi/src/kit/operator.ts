import type { Database } from '@quatrain/platform/database/database.ts'
import { type Db, enterTenant, scopeOfOperator, type Tables } from './tenancy.ts'

/** An error of an operator's command; the message is a sentence for the operator. */
export class OperatorError extends Error {}

/** The tables as their owner, for operators; never used for requests. */
export const operatorOn = (database: Database): Db => database.within<Tables>(scopeOfOperator)

/**
 * Runs `work` in one transaction that sees a tenant's rows, and holds its write lock. Throws for an unknown tenant.
 *
 * The write lock is taken first, as by every other write: rows that refer to the tenant lock its row only afterwards, and
 * a write that already did so waits for the write lock. The tenant's row is locked against a delete only.
 */
export function inTenant<T>(operator: Db, name: string, work: (db: Db, tenant: number) => Promise<T>): Promise<T> {
  return operator.transaction().execute(async (db) => {
    const tenantQuery = db.selectFrom('tenants').select('id').where('name', '=', name)
    const tenant = await tenantQuery.executeTakeFirst()
    if (tenant) await enterTenant(db, tenant.id)
    if (!tenant || !(await tenantQuery.forKeyShare().executeTakeFirst())) {
      throw new OperatorError(`There is no tenant ${name}.`)
    }
    return work(db, tenant.id)
  })
}
