import { can } from '@quatrain/contract/kit/policy.ts'
import type { TopologyEndpoint } from '@quatrain/contract/reports/topology.ts'
import type { CommandPart } from '@quatrain/contract/resources/effective-check.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { allOverrides } from '#features/metric-overrides/metric-overrides.reads.ts'
import { pairsOfMetrics } from '#features/metric-profiles/metric-profiles.reads.ts'
import type { ConfiguredMetric } from '#features/metrics/metrics.reads.ts'
import { type TopologyReads, unlessTooLong } from '#features/topology/topology.reads.ts'
import type { Context } from '#request/context/context.ts'
import { effectiveCheckOf } from './effective-check.ts'
import { countTopology, hostInTopology } from './host-in-topology.ts'

/** The command of a metric for a service of a host, whose endpoints these are. */
type CommandFor = (metric: ConfiguredMetric, endpoints: readonly TopologyEndpoint[]) => CommandPart[] | undefined

/**
 * Reads what the commands of these metrics are made of, in three statements for any number of commands; nobody else sees
 * overrides. All endpoints are read, because the command for one depends on what the others have.
 */
export async function commandLines(
  ctx: Context,
  reads: TopologyReads,
  metrics: readonly string[],
  date?: string,
): Promise<CommandFor> {
  if (!can(ctx.caller, 'view', metricOverrides)) return () => undefined
  const [ports, overrides, pairs, all] = await Promise.all([
    portsByName(ctx),
    allOverrides(ctx),
    pairsOfMetrics(ctx, metrics),
    unlessTooLong(() => reads.endpoints(ctx, {}, date)),
  ])
  const counted = typeof all === 'string' ? undefined : countTopology(all)
  const servicesOf = Map.groupBy(pairs, ({ metric }) => metric)
  return (metric, endpoints) => {
    const [endpoint] = endpoints
    if (metric.mtype === 'Passive' || !endpoint) return undefined
    const host = `${endpoint.service}__${endpoint.hostname}`
    const services = (servicesOf.get(metric.name) ?? []).map(({ service }) => service)
    const topology = counted && hostInTopology(counted, metric, services, endpoints)
    return effectiveCheckOf({ metric, ports, overrides, host, topology }).command
  }
}
