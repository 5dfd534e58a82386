import { sql } from 'kysely'
import { inTenant, OperatorError } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'

/** Names of the tenants whose data a combined tenant may read, by name. */
export const findPermitted = (operator: Db, combined: string): Promise<string[]> =>
  inTenant(operator, combined, async (db, id) => {
    const { rows } = await sql<{ name: string }>`
      select tenant.name from data_feed_permissions as permission
      join tenants as tenant on tenant.id = any(permission.tenants)
      where permission.tenant_id = ${id} order by tenant.name`.execute(db)
    return rows.map(({ name }) => name)
  })

/** Permits that the combined tenant reads the data of another. Idempotent. */
export const permitFeed = (operator: Db, combined: string, feeding: string): Promise<void> =>
  inTenant(operator, combined, async (db) => {
    const number = await numberOf(db, feeding)
    await sql`
      insert into data_feed_permissions as known (tenants) values (array[${number}::integer])
      on conflict (tenant_id) do update set tenants = array_append(array_remove(known.tenants, ${number}), ${number})
    `.execute(db)
  })

/** Withdraws the permission, and removes the tenant from the data feed: nothing of it can be read any more. */
export const withdrawFeed = (operator: Db, combined: string, feeding: string): Promise<void> =>
  inTenant(operator, combined, async (db, id) => {
    const number = await numberOf(db, feeding)
    for (const table of ['data_feed_permissions', 'data_feeds']) {
      await sql`
        update ${sql.table(table)} set tenants = array_remove(tenants, ${number}) where tenant_id = ${id}`.execute(db)
    }
  })

async function numberOf(db: Db, name: string): Promise<number> {
  const tenant = await db.selectFrom('tenants').select('id').where('name', '=', name).executeTakeFirst()
  if (!tenant) throw new OperatorError(`There is no tenant ${name}.`)
  return tenant.id
}
