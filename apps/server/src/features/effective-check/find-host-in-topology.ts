import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import { pairsOfMetrics } from '#features/metric-profiles/metric-profiles.reads.ts'
import type { ConfiguredMetric } from '#features/metrics/metrics.reads.ts'
import { type TopologyReads, unlessTooLong } from '#features/topology/topology.reads.ts'
import type { Context } from '#request/context/context.ts'
import { countTopology, type HostInTopology, hostInTopology } from './host-in-topology.ts'
import { hostOf } from './hosts-of-overrides.ts'

interface Found {
  readonly topology?: HostInTopology | undefined
  /** The reason why the host is not known; absent if it is. */
  readonly unknown?: string
}

/**
 * What a box takes from today's topology for a metric on a host, or on a service of it (`servicetype__hostname`). It
 * depends on all endpoints whose service type has the metric in a profile.
 */
export async function findHostInTopology(
  ctx: Context,
  reads: TopologyReads,
  metric: ConfiguredMetric,
  host: string,
): Promise<Found> {
  if (host === '') return {}
  try {
    const hostname = hostOf(host)
    const [endpoints, pairs] = await Promise.all([
      unlessTooLong(() => reads.endpoints(ctx, {})),
      pairsOfMetrics(ctx, [metric.name]),
    ])
    if (endpoints === 'too long') return { unknown: 'The topology has too many endpoints to be read at once.' }
    const ofHost = endpoints === 'missing' ? [] : endpoints.filter((endpoint) => endpoint.hostname === hostname)
    if (endpoints === 'missing' || ofHost.length === 0) {
      return { unknown: 'The topology of today does not have this host.' }
    }
    const services = pairs.map(({ service }) => service)
    const meant = ofHost.filter(({ service }) =>
      host === hostname ? services.includes(service) : host === `${service}__${hostname}`,
    )
    if (meant.length === 0) return { unknown: 'No service of this host has the metric in a metric profile.' }
    const topology = hostInTopology(countTopology(endpoints), metric, services, meant)
    return topology ? { topology } : { unknown: 'The services of this host have different extensions.' }
  } catch (error) {
    if (error instanceof UpstreamError) return { unknown: error.message }
    throw error
  }
}
