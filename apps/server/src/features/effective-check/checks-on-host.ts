import type { CheckOnHost } from '@quatrain/contract/resources/checks-in-topology.ts'
import type { TopologyEndpoint } from '@quatrain/contract/topology.ts'
import { pairsOfServices } from '#features/metric-profiles/metric-profiles.reads.ts'
import { configuredMetrics } from '#features/metrics/metrics.reads.ts'
import type { Context } from '#request/context.ts'
import { commandLines } from './command-lines.ts'

/** The checks of a host, of which these are the endpoints. At most four statements. */
export async function findChecksOnHost(ctx: Context, endpoints: readonly TopologyEndpoint[]): Promise<CheckOnHost[]> {
  const byService = Map.groupBy(endpoints, ({ service }) => service)
  const pairs = await pairsOfServices(ctx, [...byService.keys()])
  const metrics = await configuredMetrics(
    ctx,
    pairs.map(({ metric }) => metric),
  )
  const commandFor = await commandLines(ctx)
  return pairs.flatMap(({ service, metric: name, profiles }) => {
    const metric = metrics.get(name)
    if (!metric) return []
    const command = commandFor(metric, byService.get(service) ?? [])
    return [{ service, metric: name, mtype: metric.mtype, profiles, ...(command && { command }) }]
  })
}
