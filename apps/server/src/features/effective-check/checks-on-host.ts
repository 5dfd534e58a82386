import type { CheckOnHost } from '@quatrain/contract/resources/checks-in-topology.ts'
import { pairsOfServices } from '#features/metric-profiles/metric-profiles.reads.ts'
import { configuredMetrics } from '#features/metrics/metrics.reads.ts'
import { endpointsOfHost, type TopologyReads } from '#features/topology/topology.reads.ts'
import type { Context } from '#request/context/context.ts'
import { commandLines } from './command-lines.ts'

/** The checks of a host on a day, or today. At most five statements. */
export async function findChecksOnHost(
  ctx: Context,
  reads: TopologyReads,
  hostname: string,
  date?: string,
): Promise<CheckOnHost[]> {
  const endpoints = await endpointsOfHost(reads, ctx, hostname, date)
  const byService = Map.groupBy(endpoints, ({ service }) => service)
  const pairs = await pairsOfServices(ctx, [...byService.keys()])
  const names = pairs.map(({ metric }) => metric)
  const metrics = await configuredMetrics(ctx, names)
  const commandFor = await commandLines(ctx, reads, names, date)
  return pairs.flatMap(({ service, metric: name, profiles }) => {
    const metric = metrics.get(name)
    if (!metric) return []
    const command = commandFor(metric, byService.get(service) ?? [])
    return [{ service, metric: name, mtype: metric.mtype, profiles, ...(command && { command }) }]
  })
}
