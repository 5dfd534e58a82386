// Queries on metrics for other features.
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'

/**
 * Selects those of these names that no metric of the tenant has. The names are repeated for the index of each part of what the tenant
 * sees.
 */
export const lackingAmong = (names: readonly string[]) => sql<string[]>`(
    select coalesce(json_agg(submitted.name), '[]') from unnest(${[...names]}::text[]) as submitted (name)
    where submitted.name not in (
      select metric.name from metrics_with_content as metric where metric.name = any(${[...names]}::text[])))`

/** A metric of the tenant with all data of its check. */
export interface ConfiguredMetric {
  readonly name: string
  readonly mtype: 'Active' | 'Passive'
  readonly probeexecutable: string
  readonly parent: string
  /** The parent is an active metric of the tenant. */
  readonly hasParent: boolean
  readonly isInProfile: boolean
  readonly flags: readonly KeyValue[]
  readonly attribute: readonly KeyValue[]
  readonly parameter: readonly KeyValue[]
  /** The tenant's configuration, and that of the template version. */
  readonly config: readonly KeyValue[]
  readonly templateConfig: readonly KeyValue[]
}

/** The data of a metric's check. Throws `not_found`. */
export async function configuredMetric(ctx: Context, name: string): Promise<ConfiguredMetric> {
  const metric = (await configuredMetrics(ctx, [name])).get(name)
  if (!metric) throw notFound('Metric')
  return metric
}

/** The data of the checks of these metrics, by name, without those that the tenant does not have. */
export async function configuredMetrics(
  ctx: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, ConfiguredMetric>> {
  const { rows } = await sql<ConfiguredMetric>`
    select metric.name, metric.mtype, metric.probeexecutable, metric.parent, metric.flags, metric.attribute,
      metric.parameter, metric.config, metric.template_config as "templateConfig",
      exists (
        select from metrics_with_content as other
        where other.name = metric.parent and other.mtype = 'Active') as "hasParent",
      exists (
        select from metric_profile_instances as pair
        where pair.tenant_id = metric.tenant_id and pair.metric = metric.name) as "isInProfile"
    from metrics_with_content as metric
    where metric.name = any(${names}::text[])
  `.execute(ctx.db)
  return new Map(rows.map((metric) => [metric.name, metric]))
}
