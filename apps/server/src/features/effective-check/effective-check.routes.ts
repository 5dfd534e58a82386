import { checksOnHost, hostsOfMetric } from '@quatrain/contract/resources/checks-in-topology.ts'
import { effectiveCheck } from '@quatrain/contract/resources/effective-check.ts'
import type { FastifyInstance } from 'fastify'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { allOverrides } from '#features/metric-overrides/metric-overrides.reads.ts'
import { configuredMetric } from '#features/metrics/metrics.reads.ts'
import { endpointsOfHost, type TopologyReads } from '#features/topology/topology.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { findChecksOnHost } from './checks-on-host.ts'
import { effectiveCheckOf } from './effective-check.ts'
import { extensionsOnHost } from './extensions-on-host.ts'
import { findHostsOfMetric } from './hosts-of-metric.ts'

export async function effectiveCheckRoutes(app: FastifyInstance, { topology: reads }: { topology: TopologyReads }) {
  serve(app, effectiveCheck, async (ctx, { query: { metric: name, host } }) => {
    const metric = await configuredMetric(ctx, name)
    const [ports, overrides, { extensions, topology }] = await Promise.all([
      portsByName(ctx),
      allOverrides(ctx),
      extensionsOnHost(ctx, reads, metric, host),
    ])
    return { ...effectiveCheckOf({ metric, ports, overrides, host, extensions }), topology }
  })
  serve(app, checksOnHost, async (ctx, { params: { hostname }, query: { date } }) => ({
    checks: await findChecksOnHost(ctx, await endpointsOfHost(reads, ctx, hostname, date)),
  }))
  serve(app, hostsOfMetric, (ctx, input) => findHostsOfMetric(ctx, reads, input))
}
