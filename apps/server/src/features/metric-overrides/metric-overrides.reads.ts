// Queries on metric configuration overrides for other features.
import type { MetricOverride, OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import type { Context } from '#request/context/context.ts'
import { findAll } from './metric-overrides.repository.ts'

/** All overrides in the order in which they take effect. */
export const allOverrides = (ctx: Context): Promise<readonly MetricOverride[]> => findAll(ctx.db)

/** All overrides for monitoring boxes, in name order. */
export async function overridesForMachines(ctx: Context): Promise<ReadonlyMap<string, OverrideLists>> {
  const overrides = await allOverrides(ctx)
  return new Map(
    overrides.map(({ name, global_attributes, host_attributes, metric_parameters }) => {
      return [name, { global_attributes, host_attributes, metric_parameters }]
    }),
  )
}
