import type { MetricTemplateUsage } from '@quatrain/contract/resources/metric-template.ts'
import { firstRowIn, rowIn } from '@quatrain/platform/database/rows.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { templateNotFound } from './metric-templates.repository.ts'

/** The dependents of a template. `db` has to see every tenant's rows. Throws `not_found`. */
export const findUsage = (db: Db, name: string) =>
  rowIn(db, templateNotFound)<MetricTemplateUsage>`
    select
      (select coalesce(json_agg(json_build_object('tenant', tenant.name, 'metric', metric.name,
          'probeversion', coalesce(metric.probeversion, ''), 'profiles', ${profilesOf}) order by tenant.name), '[]')
       from metrics_with_content as metric
       join tenants as tenant on tenant.id = metric.tenant_id
       where metric.template_id = template.id) as tenants,
      ${namesOf(sql`version.parent = template.name`)} as children,
      ${namesOf(sql`exists (select from json_array_elements(version.dependency) as entry
        where entry ->> 'key' = template.name)`)} as dependants
    from metric_templates as template where template.name = ${name}`

const profilesOf = sql`(
  select coalesce(json_agg(distinct profile.name), '[]')
  from metric_profile_instances as pair
  join metric_profiles as profile on profile.tenant_id = pair.tenant_id and profile.id = pair.profile_id
  where pair.tenant_id = metric.tenant_id and pair.metric = metric.name)`

const namesOf = (condition: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(other.name order by other.name), '[]')
  from metric_templates as other join metric_template_versions as version on version.id = other.current_version_id
  where other.id <> template.id and ${condition})`

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
