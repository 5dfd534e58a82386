import type { Database } from '@quatrain/platform/database/database.ts'
import { inTenant, OperatorError, operatorOn } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'
import { type KeyWithToken, putKey } from './keys.ts'

/**
 * Ensures that a tenant with this name and these keys, identified by name, exists; its other keys are unchanged.
 * Idempotent. Throws if a token belongs to another key. Returns the tenant's number.
 */
export async function provisionTenant(
  database: Database,
  { name, keys }: { readonly name: string; readonly keys: readonly KeyWithToken[] },
): Promise<number> {
  const operator = operatorOn(database)
  await insertTenant(operator, name)
  return inTenant(operator, name, async (db, tenant) => {
    for (const key of keys) await putKey(db, tenant, key)
    return tenant
  })
}

export async function addTenant(operator: Db, name: string): Promise<void> {
  if (name.trim() === '') throw new OperatorError('A tenant needs a name.')
  const tenant = await insertTenant(operator, name)
  if (!tenant) throw new OperatorError(`There is already a tenant ${name}.`)
}

/** All tenants, by name. */
export const findTenants = (operator: Db) =>
  operator.selectFrom('tenants').select(['name', 'created_at']).orderBy('name').execute()

/** Permanently deletes a tenant with its keys, its data and their history. */
export async function removeTenant(operator: Db, name: string): Promise<void> {
  const deleted = await operator.deleteFrom('tenants').where('name', '=', name).returning('id').executeTakeFirst()
  if (!deleted) throw new OperatorError(`There is no tenant ${name}.`)
}

const insertTenant = (operator: Db, name: string) =>
  operator
    .insertInto('tenants')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
