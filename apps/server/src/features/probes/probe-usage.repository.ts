import type { ProbeVersionUsage } from '@quatrain/contract/resources/probe.ts'
import { rowNamesIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { probeNotFound } from './probes.repository.ts'

/**
 * The dependents of a probe by version, the current one first: for the super-tenant every tenant's metrics, which only
 * the handle that spans tenants can count; for a tenant its own.
 */
export async function usageOfProbe(ctx: Context, tenancy: Tenancy, name: string): Promise<ProbeVersionUsage[]> {
  const db = ctx.tenant.deployment === 'super' ? tenancy.everyTenant : ctx.db
  const { rows } = await sql<ProbeVersionUsage>`
    select package.version, ${templatesThat(sql`template.current_version_id = used.id`)} as templates,
      ${templatesThat(sql`template.current_version_id <> used.id`)} as formerly, (
        select coalesce(json_agg(json_build_object(
          'name', tenant.name, 'metrics', counted.metrics, 'profiles', counted.profiles) order by tenant.name), '[]')
        from (
          select metric.tenant_id, count(distinct metric.id)::integer as metrics,
            count(distinct pair.profile_id)::integer as profiles
          from metrics_with_content as metric
          left join metric_profile_instances as pair
            on pair.tenant_id = metric.tenant_id and pair.metric = metric.name
          where metric.probe_version_id = version.id
          group by metric.tenant_id
        ) as counted
        join tenants as tenant on tenant.id = counted.tenant_id
      ) as tenants
    from probes as probe
    join probe_versions as version on version.probe_id = probe.id
    join packages as package on package.id = version.package_id
    where probe.name = ${name}
    order by (version.id = probe.current_version_id) desc, version.created_at desc, version.id desc
  `.execute(db)
  if (rows.length === 0) throw probeNotFound()
  return rows
}

const templatesThat = (matchesHost: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(template.name order by template.name), '[]')
  from metric_template_versions as used
  join metric_templates as template on template.id = used.template_id
  where used.probe_version_id = version.id and ${matchesHost})`
/** The tenants with metrics on a version of a probe, by name. The session has to see every tenant's rows. */
export const tenantsOnProbeVersion = ({ db }: Context, probeVersion: number) =>
  rowNamesIn(db)`
    select tenant.name from tenants as tenant
    where exists (
      select from metrics as metric join metric_template_versions as version on version.id = metric.template_version_id
      where metric.tenant_id = tenant.id and version.probe_version_id = ${probeVersion})
    order by tenant.name`
