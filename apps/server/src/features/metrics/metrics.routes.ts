import { metricNames, metrics, publicMetricNames } from '@quatrain/contract/resources/metric.ts'
import type { FastifyInstance } from 'fastify'
import { serveList } from '#kit/serve-list.ts'
import { serveResource } from '#kit/serve-resource.ts'
import { find, findAll, findNames } from './metrics.repository.ts'

export async function metricsRoutes(app: FastifyInstance) {
  serveResource(app, metrics, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, name) => find(ctx.db, name),
  })
  for (const endpoint of [metricNames, publicMetricNames]) serveList(app, endpoint, (ctx) => findNames(ctx.db))
}
