// What others may ask of metric configuration overrides. Each function answers one question.
import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import type { Context } from '#request/context.ts'
import { findAll } from './metric-overrides.repository.ts'

/** What do monitoring boxes take instead of the metrics' own values? Every set under its name, in the order of names. */
export async function overridesForMachines(ctx: Context): Promise<ReadonlyMap<string, OverrideLists>> {
  const overrides = await findAll(ctx.db)
  return new Map(
    overrides.map(({ name, global_attributes, host_attributes, metric_parameters }) => {
      return [name, { global_attributes, host_attributes, metric_parameters }]
    }),
  )
}
