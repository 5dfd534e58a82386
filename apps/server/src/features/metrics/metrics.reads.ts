// What others may ask of metrics. Each function answers one question.
import type { TenantUse } from '@quatrain/contract/resources/tenant-use.ts'
import { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import { machineMetricJson, type StoredMetric, storedMetric } from './machine-metric-json.ts'

/**
 * What does a monitoring box have to run for this tenant? Every metric under its name, by name in code point order. The
 * configuration is the tenant's own; the rest is the template version the metric is pinned to, also when the
 * template has moved on. The answer is that of the contract's `machineMetrics`.
 */
export async function metricsForMachines(ctx: Context): Promise<WrittenJson> {
  const { rows } = await sql<StoredMetric>`
    select ${storedMetric(sql`metric.config`)}
    from metrics as metric
    join metric_template_versions as template on template.id = metric.template_version_id
    left join probe_versions as probe on probe.id = template.probe_version_id
    order by template.name
  `.execute(ctx.db)
  return new WrittenJson(`[${rows.map(machineMetricJson).join(',')}]`)
}

/** Which of the tenant's metrics have a template that carries this tag now? Undefined when there is no such tag. */
export async function metricsWithTag(ctx: Context, tag: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select template.name
    from metric_tags as tag
    left join metric_template_tags as tagged on tagged.tag_id = tag.id
    left join metrics as metric on metric.tenant_id = current_tenant() and metric.template_id = tagged.template_id
    left join metric_template_versions as template on template.id = metric.template_version_id
    where tag.name = ${tag}
    order by template.name
  `.execute(ctx.db)
  if (rows.length === 0) return undefined
  return rows.flatMap(({ name }) => (name === null ? [] : [name]))
}

/** Which version of which package does each metric run? By name; passive ones run none. */
export async function packagesOfMetrics({ db }: Context): Promise<PackageOfMetric[]> {
  const { rows } = await sql<PackageOfMetric>`
    select template.name as metric, package.name, package.version
    from metrics as metric
    join metric_template_versions as template on template.id = metric.template_version_id
    join probe_versions as probe on probe.id = template.probe_version_id
    join packages as package on package.id = probe.package_id
    order by template.name
  `.execute(db)
  return rows
}

interface PackageOfMetric {
  readonly metric: string
  readonly name: string
  readonly version: string
}

/** How many metrics does the tenant have, and how many of them need attention? */
export async function metricCounts({ db }: Context): Promise<MetricCounts> {
  const { rows } = await sql<MetricCounts>`
    select count(*)::integer as all,
      (count(*) filter (where 'deprecated' = any(template.tags)))::integer as deprecated,
      (count(*) filter (where 'eol' = any(template.tags)))::integer as eol,
      (count(*) filter (where used.metric is null and not 'internal' = any(template.tags)))::integer as unused
    from metrics as metric
    join metric_template_versions as template on template.id = metric.template_version_id
    left join (select distinct metric from metric_profile_instances) as used on used.metric = template.name
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row.')
  return counts
}

export interface MetricCounts {
  readonly all: number
  readonly deprecated: number
  readonly eol: number
  /** In no profile; internal ones need none. */
  readonly unused: number
}

/**
 * Which tenants have metrics for which `condition` holds, how many, and in how many of their metric profiles? It may
 * speak of `metric`, of the `template` version that it is made from and of the `probe` version that runs it. `db` sees as
 * many tenants as whoever asks may be told of. One statement.
 */
export async function tenantsUsing(db: Db, condition: RawBuilder<unknown>): Promise<TenantUse[]> {
  const { rows } = await sql<TenantUse>`
    with used as materialized (
      select metric.tenant_id, template.name
      from metrics as metric
      join metric_template_versions as template on template.id = metric.template_version_id
      left join probe_versions as probe on probe.id = template.probe_version_id
      where ${condition}
    )
    select tenant.name, counted.metrics, coalesce(held.profiles, 0) as profiles
    from tenants as tenant
    join (select tenant_id, count(*)::integer as metrics from used group by tenant_id) as counted
      on counted.tenant_id = tenant.id
    left join (
      select pair.tenant_id, count(distinct pair.profile_id)::integer as profiles
      from metric_profile_instances as pair
      join used on used.tenant_id = pair.tenant_id and used.name = pair.metric
      group by pair.tenant_id
    ) as held on held.tenant_id = tenant.id
    order by tenant.name
  `.execute(db)
  return rows
}
