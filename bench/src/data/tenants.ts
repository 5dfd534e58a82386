import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { newKeyRows } from '@quatrain/server/src/request/key-tokens.ts'
import { hashPassword } from '@quatrain/server/src/request/passwords.ts'
import type { Db } from '@quatrain/server/src/request/tenancy.ts'
import { sql } from 'kysely'
import { boxKeyOf, password, secrets, username, webApiAdminKey, webApiKeyOf } from './keys.ts'

/** The host name of a tenant's console. */
export const hostOf = (tenant: string) => (tenant === superTenant ? 'localhost' : `${tenant.toLowerCase()}.localhost`)

/** The super-tenant, whose console edits the catalogue. */
export const superTenant = 'all'

/** Adds the super-tenant and `names`, each with a group of every kind, a superuser and its keys. `db` spans tenants. */
export async function fillTenants(db: Db, names: readonly string[]): Promise<void> {
  const shared = { name: superTenant, schema_name: 'public', domain_url: hostOf(superTenant) }
  const tenants = names.map((name) => ({ name, schema_name: name.toLowerCase(), domain_url: hostOf(name) }))
  await db
    .insertInto('tenants')
    .values([shared, ...tenants])
    .execute()
  await sql`
    insert into groups (tenant_id, kind, name)
    select tenant.id, kind, tenant.name from tenants as tenant, unnest(${[...groupKinds]}::text[]) as kind
    where tenant.schema_name <> 'public'
  `.execute(db)
  await sql`
    insert into users (tenant_id, username, password_hash, is_superuser)
    select id, ${username}, ${await hashPassword(password)}, true from tenants
  `.execute(db)
  for (const { id, name } of await db.selectFrom('tenants').select(['id', 'name']).execute()) {
    const rows = await newKeyRows(db, secrets, id, keysOf(name))
    await db
      .insertInto('api_keys')
      .values(rows.map((row) => ({ ...row, tenant_id: id, created: new Date(), last_used_at: null })))
      .execute()
  }
}

const keysOf = (tenant: string) =>
  tenant === superTenant
    ? [{ name: 'WEB-API-ADMIN', used_by: 'webapi', token: webApiAdminKey } as const]
    : [
        { name: tenant, used_by: 'poem', token: boxKeyOf(tenant) } as const,
        { name: `WEB-API-${tenant}`, used_by: 'webapi', token: webApiKeyOf(tenant) } as const,
      ]
