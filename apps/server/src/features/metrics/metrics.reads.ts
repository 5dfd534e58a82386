// Queries on metrics for other features.
import { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'
import { machineMetricJson, type StoredMetric, storedMetric } from './machine-metric-json.ts'

/**
 * All metrics of this tenant for monitoring boxes, by name in code point order. The configuration is the tenant's own;
 * the rest comes from the metric's template version, even if the template has newer ones. The format is that of the
 * contract's `machineMetrics`.
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

/** The tenant's metrics whose template has this tag now; undefined if the tag does not exist. */
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
