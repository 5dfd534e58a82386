import type { MetricTemplateUsage } from '@quatrain/contract/resources/metric-template.ts'
import { rowIn } from '@quatrain/platform/database/rows.ts'
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
