import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import type { FastifyInstance } from 'fastify'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { find, findAll } from './metric-overrides.repository.ts'
import { metricOverrideWrites } from './metric-overrides.service.ts'

export async function metricOverridesRoutes(app: FastifyInstance) {
  const { add, change, remove } = metricOverrideWrites
  serveResource(app, metricOverrides, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, key) => find(ctx.db, { key }),
    add,
    change,
    remove,
  })
}
