import { checksOnHost, hostsOfMetric } from '@quatrain/contract/resources/checks-in-topology.ts'
import { effectiveCheck } from '@quatrain/contract/resources/effective-check.ts'
import type { FastifyInstance } from 'fastify'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { allOverrides } from '#features/metric-overrides/metric-overrides.reads.ts'
import { configuredMetric } from '#features/metrics/metrics.reads.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { findChecksOnHost } from './checks-on-host.ts'
import { effectiveCheckOf } from './effective-check.ts'
import { findHostInTopology } from './find-host-in-topology.ts'
import { findHostsOfMetric } from './hosts-of-metric.ts'

export async function effectiveCheckRoutes(app: FastifyInstance, { topology: reads }: { topology: TopologyReads }) {
  serve(app, effectiveCheck, async (ctx, { query: { metric: name, host } }) => {
    const metric = await configuredMetric(ctx, name)
    const [ports, overrides, { topology, unknown }] = await Promise.all([
      portsByName(ctx),
      allOverrides(ctx),
      findHostInTopology(ctx, reads, metric, host),
    ])
    return { ...effectiveCheckOf({ metric, ports, overrides, host, topology }), topology: unknown }
  })
  serve(app, checksOnHost, async (ctx, { params: { hostname }, query: { date } }) => ({
    checks: await findChecksOnHost(ctx, reads, hostname, date),
  }))
  serve(app, hostsOfMetric, (ctx, input) => findHostsOfMetric(ctx, reads, input))
}
