// The tenants that have metrics of each template. `db` has to see every tenant's rows.
import { maxNamedTenants } from '@quatrain/contract/resources/metric-template.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

export interface TemplateTenants {
  readonly count: number
  /** The names of the tenants in order; null if they are more than the list names. */
  readonly names: readonly string[] | null
}

/** Returns the tenants of each template, by its id; templates without tenants are missing. One statement. */
export async function tenantsOfTemplates(db: Db): Promise<ReadonlyMap<number, TemplateTenants>> {
  const { rows } = await sql<TemplateTenants & { id: number }>`
    with counted as materialized (
      select template_id, sum(tenants)::integer as tenants from template_tenant_counts
      group by template_id having sum(tenants) > 0
    )
    select counted.template_id as id, counted.tenants as count, case when counted.tenants <= ${maxNamedTenants} then array(
      select tenant.name from metrics as metric join tenants as tenant on tenant.id = metric.tenant_id
      where metric.template_id = counted.template_id order by tenant.name) end as names
    from counted
  `.execute(db)
  return new Map(rows.map(({ id, ...tenants }) => [id, tenants]))
}

/** The names of the templates of which a tenant has metrics, in order. Throws `not_found`. One statement. */
export async function templatesOf(db: Db, tenant: string): Promise<string[]> {
  const row = await firstRowIn(db)<{ names: string[] }>`
    select array(
      select template.name from metrics as metric join metric_templates as template on template.id = metric.template_id
      where metric.tenant_id = tenant.id order by template.name) as names
    from tenants as tenant where tenant.name = ${tenant}`
  if (!row) throw notFound('Tenant')
  return row.names
}

/** Replaces the rows of each template by one with their sum, so that reads stay cheap. One statement. */
export async function foldTenantCounts(db: Db): Promise<void> {
  await sql`
    with several as (
      select template_id from template_tenant_counts group by template_id having count(*) > 1 or sum(tenants) = 0
    ), folded as (
      delete from template_tenant_counts where template_id in (select template_id from several)
      returning template_id, tenants
    )
    insert into template_tenant_counts (template_id, tenants)
    select template_id, sum(tenants) from folded group by template_id having sum(tenants) <> 0
  `.execute(db)
}
