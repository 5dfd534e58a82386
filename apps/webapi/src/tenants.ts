import type { Database } from '@quatrain/platform/database/database.ts'
import { inTenant, OperatorError, operatorOn } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'
import { type KeyWithToken, putKey } from './keys.ts'

/**
 * Makes sure that there is a tenant of this name with these keys, found by their names; its other keys stay as they
 * are. Doing it again changes nothing. Throws when a token already opens another key. Answers with the tenant's number.
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
  const made = await insertTenant(operator, name)
  if (!made) throw new OperatorError(`There is already a tenant ${name}.`)
}

/** All tenants, by name. */
export const findTenants = (operator: Db) =>
  operator.selectFrom('tenants').select(['name', 'created_at']).orderBy('name').execute()

/** Removes a tenant with its keys, all it stored and the history of it, for good. */
export async function removeTenant(operator: Db, name: string): Promise<void> {
  const gone = await operator.deleteFrom('tenants').where('name', '=', name).returning('id').executeTakeFirst()
  if (!gone) throw new OperatorError(`There is no tenant ${name}.`)
}

const insertTenant = (operator: Db, name: string) =>
  operator
    .insertInto('tenants')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
