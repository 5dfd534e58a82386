import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { hashPassword } from '@quatrain/server/src/features/sessions/passwords.ts'
import type { Db } from '@quatrain/server/src/request/tenancy.ts'
import { sql } from 'kysely'
import { boxKeyOf, password, secrets, username, webApiAdminKey, webApiKeyOf } from './keys.ts'

/** Where a tenant's console answers. */
export const hostOf = (tenant: string) => (tenant === superTenant ? 'localhost' : `${tenant.toLowerCase()}.localhost`)

/** The one whose console is that of the shared catalogue. */
export const superTenant = 'all'

/** The super-tenant and `names`, each with a group of every kind, a superuser and its keys. `db` spans tenants. */
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
  const keysOfTenants = names.flatMap((tenant) => [
    keyOf(tenant, tenant, 'poem', boxKeyOf(tenant)),
    keyOf(tenant, `WEB-API-${tenant}`, 'webapi', webApiKeyOf(tenant)),
  ])
  const keys = [keyOf(superTenant, 'WEB-API-ADMIN', 'webapi', webApiAdminKey), ...keysOfTenants]
  await sql`
    insert into api_keys (tenant_id, name, used_by, token_lookup, token_sealed, created)
    select tenant.id, given.name, given.used_by, given.token_lookup, given.token_sealed, now()
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as given (tenant text, name text, used_by text, token_lookup text, token_sealed text)
    join tenants as tenant on tenant.name = given.tenant
  `.execute(db)
}

const keyOf = (tenant: string, name: string, used_by: 'poem' | 'webapi', token: string) => ({
  tenant,
  name,
  used_by,
  token_lookup: secrets.fingerprint(token),
  token_sealed: secrets.seal(token),
})
