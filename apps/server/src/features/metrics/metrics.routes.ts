import { metricNames, metrics, publicMetricNames } from '@quatrain/contract/resources/metric.ts'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { importableMetrics, importMetrics as importing } from '@quatrain/contract/resources/metric-imports.ts'
import { previewMetricsVersions, updateMetricsVersions as updating } from '@quatrain/contract/resources/metric-moves.ts'
import type { FastifyInstance } from 'fastify'
import type { Deliver } from '#kit/deliveries.ts'
import { serve } from '#kit/serve.ts'
import { serveList } from '#kit/serve-list.ts'
import { serveResource } from '#kit/serve-resource.ts'
import { changeSeveralMetrics } from './change-metrics.service.ts'
import { importMetrics } from './import-metrics.service.ts'
import { findImportable } from './importable-metrics.repository.ts'
import { find, findAll, findNames } from './metrics.repository.ts'
import { changeMetric, deleteMetric } from './metrics.service.ts'
import { previewUpdate, updateMetricsVersions } from './update-metrics-versions.service.ts'

/** What metric profiles say of metrics that go or are renamed has to reach the Web API as well. */
export async function metricsRoutes(app: FastifyInstance, { deliver }: { readonly deliver: Deliver }) {
  serveResource(app, metrics, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, name) => find(ctx.db, name),
    change: changeMetric,
    remove: (ctx, name) => deleteMetric(ctx, deliver, name),
  })
  for (const endpoint of [metricNames, publicMetricNames]) serveList(app, endpoint, (ctx) => findNames(ctx.db))
  serve(app, changeMetrics, (ctx, { body }) => changeSeveralMetrics(ctx, body))
  serve(app, previewMetricsVersions, (ctx, { params }) => previewUpdate(ctx, params.key))
  serve(app, updating, (ctx, { body }) => updateMetricsVersions(ctx, deliver, body))
  serve(app, importableMetrics, (ctx) => findImportable(ctx.db))
  serve(app, importing, (ctx, { body }) => importMetrics(ctx, body.metrictemplates))
}
