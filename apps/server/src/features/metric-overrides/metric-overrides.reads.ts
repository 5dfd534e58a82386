// Queries on metric configuration overrides for other features.
import type { MetricOverride, OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import { findAll } from './metric-overrides.repository.ts'

/** All overrides in the order in which they take effect. */
export const allOverrides = (ctx: Context): Promise<readonly MetricOverride[]> => findAll(ctx.db)

/** The names of the overrides with parameters of a metric, in order. */
export async function overridesOfMetric({ db }: Context, metric: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select override.name from metric_overrides as override
    where exists (
      select from metric_override_metric_parameters as row
      where row.tenant_id = override.tenant_id and row.override_id = override.id and row.metric = ${metric})
    order by override.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** All overrides for monitoring boxes, in name order. */
export async function overridesForMachines(ctx: Context): Promise<ReadonlyMap<string, OverrideLists>> {
  const overrides = await allOverrides(ctx)
  return new Map(
    overrides.map(({ name, global_attributes, host_attributes, metric_parameters }) => {
      return [name, { global_attributes, host_attributes, metric_parameters }]
    }),
  )
}
