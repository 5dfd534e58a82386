import { effectiveCheck } from '@quatrain/contract/resources/effective-check.ts'
import type { FastifyInstance } from 'fastify'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { allOverrides } from '#features/metric-overrides/metric-overrides.reads.ts'
import { configuredMetric } from '#features/metrics/metrics.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { effectiveCheckOf } from './effective-check.ts'

export async function effectiveCheckRoutes(app: FastifyInstance) {
  serve(app, effectiveCheck, async (ctx, { query: { metric: name, host } }) => {
    const metric = await configuredMetric(ctx, name)
    const [ports, overrides] = await Promise.all([portsByName(ctx), allOverrides(ctx)])
    return effectiveCheckOf({ metric, ports, overrides, host })
  })
}
