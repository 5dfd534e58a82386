import { effectiveCheck } from '@quatrain/contract/resources/effective-check.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import type { FastifyInstance } from 'fastify'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { configuredMetric } from '#features/metrics/metrics.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { effectiveCheckOf } from './effective-check.ts'
import { find, findAll } from './metric-overrides.repository.ts'
import { metricOverrideWrites } from './metric-overrides.service.ts'

export async function metricOverridesRoutes(app: FastifyInstance) {
  serveResource(app, metricOverrides, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, name) => find(ctx.db, name),
    ...metricOverrideWrites,
  })
  serve(app, effectiveCheck, async (ctx, { query: { metric: name, host } }) => {
    const metric = await configuredMetric(ctx, name)
    const [ports, overrides] = await Promise.all([portsByName(ctx), findAll(ctx.db)])
    return effectiveCheckOf({ metric, ports, overrides, host })
  })
}
