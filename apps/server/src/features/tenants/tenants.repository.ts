import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import type { TenantOverview } from '@quatrain/contract/tenants.ts'
import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import { AppError, notFound } from '@quatrain/platform/errors.ts'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '#request/tables.ts'
import { type Db, type Tenant, tenantFrom } from '#request/tenancy.ts'

/** `createdOn` is a day, `YYYY-MM-DD`. Throws `already_exists` for a name or host name that is taken. */
export async function insert(
  db: Db,
  { createdOn, ...values }: Insertable<Tables['tenants']> & { readonly createdOn: string },
): Promise<Tenant> {
  const row = await db
    .insertInto('tenants')
    .values({ ...values, created_on: sql`${createdOn}::date` })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => Promise.reject(explain(error, values)))
  return tenantFrom(row)
}

function explain(error: unknown, { name, domain_url }: { readonly name: string; readonly domain_url: string }) {
  const taken = (what: string) => () => new AppError('already_exists', `There is already a tenant ${what}.`)
  return fromDatabase(error, {
    tenants_name_key: taken(name),
    tenants_schema_name_key: taken(`named like ${name}`),
    tenants_domain_url_key: taken(`at ${domain_url}`),
  })
}

/** All tenants but the super-tenant, by name, with what they have. `db` has to see every tenant's rows. */
export async function overviews(db: Db): Promise<TenantOverview[]> {
  const { rows } = await sql<TenantOverview>`
    select tenant.name, tenant.schema_name, tenant.domain_url, to_char(tenant.created_on, 'YYYY-MM-DD') as created_on,
      coalesce(counted.metrics, 0) as nr_metrics, coalesce(counted.probes, 0) as nr_probes, tenant.combined,
      tenant.combined_from
    from tenants as tenant
    left join (
      select metric.tenant_id, count(*)::integer as metrics, count(distinct version.probe_version_id)::integer as probes
      from metrics as metric join metric_template_versions as version on version.id = metric.template_version_id
      group by metric.tenant_id
    ) as counted on counted.tenant_id = tenant.id
    where tenant.schema_name <> 'public'
    order by lower(tenant.name), tenant.name
  `.execute(db)
  return rows.map(({ combined_from, ...tenant }) => (tenant.combined ? { ...tenant, combined_from } : tenant))
}

/** One group of each kind, for the tenant that the transaction has entered. */
export const insertGroups = (db: Db, name: string) =>
  db
    .insertInto('groups')
    .values(groupKinds.map((kind) => ({ kind, name })))
    .execute()

/** Everything the tenant has goes with it, but for its versions and its activity log. */
export async function remove(db: Db, { id }: Tenant): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('tenants').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound('Tenant')
}
