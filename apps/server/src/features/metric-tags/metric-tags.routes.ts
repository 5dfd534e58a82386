import { metricTags, metricTagUsage } from '@quatrain/contract/resources/metric-tag.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/serve.ts'
import { serveResource } from '#kit/serve-resource.ts'
import type { Tenancy } from '#request/tenancy.ts'
import { find, findAll, usage } from './metric-tags.repository.ts'
import { addMetricTag, changeMetricTag, deleteMetricTag } from './metric-tags.service.ts'

/** What depends on a tag is counted across all tenants, which no tenant's own handle can do. */
export async function metricTagsRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  serveResource(app, metricTags, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, name) => find(ctx.db, name),
    add: addMetricTag,
    change: changeMetricTag,
    remove: deleteMetricTag,
  })
  serve(app, metricTagUsage, async (_, { params }) => ({ tenants: await usage(tenancy.everyTenant, params.key) }))
}
