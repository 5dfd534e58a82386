import { pairsOfMetric } from '#features/metric-profiles/metric-profiles.reads.ts'
import type { ConfiguredMetric } from '#features/metrics/metrics.reads.ts'
import { endpointsOfHost, type TopologyReads } from '#features/topology/topology.reads.ts'
import { UpstreamError } from '#gateways/web-api/upstream-error.ts'
import type { Context } from '#request/context.ts'
import { commonExtensions, type Extensions } from './extensions-of.ts'
import { hostOf } from './hosts-of-overrides.ts'

interface Found {
  readonly extensions?: Extensions | undefined
  /** Why they are not known. */
  readonly topology?: string
}

/**
 * The extensions that a box uses for a metric on a host, or on a service of it (`servicetype__hostname`): those of the
 * endpoints whose service type has the metric in a profile.
 */
export async function extensionsOnHost(
  ctx: Context,
  reads: TopologyReads,
  { name }: ConfiguredMetric,
  host: string,
): Promise<Found> {
  if (host === '') return {}
  try {
    const hostname = hostOf(host)
    const [endpoints, pairs] = await Promise.all([endpointsOfHost(reads, ctx, hostname), pairsOfMetric(ctx, name)])
    if (endpoints.length === 0) return { topology: 'The topology of today does not have this host.' }
    const services = new Set(pairs.map(({ service }) => service))
    const meant = endpoints.filter(({ service }) =>
      host === hostname ? services.has(service) : host === `${service}__${hostname}`,
    )
    if (meant.length === 0) return { topology: 'No service of this host has the metric in a metric profile.' }
    const extensions = commonExtensions(meant)
    return extensions ? { extensions } : { topology: 'The services of this host have different extensions.' }
  } catch (error) {
    if (error instanceof UpstreamError) return { topology: error.message }
    throw error
  }
}
