import { metrics } from '@quatrain/contract/resources/metric.ts'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { importableMetrics, importMetrics as importing } from '@quatrain/contract/resources/metric-imports.ts'
import { previewMetricsVersions, updateMetricsVersions as updating } from '@quatrain/contract/resources/metric-moves.ts'
import { metricNames, publicMetricNames } from '@quatrain/contract/resources/metric-names.ts'
import type { FastifyInstance } from 'fastify'
import { installationAfterMove } from '#features/packages/shared-repos.reads.ts'
import { byRevision } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import type { Deliver } from '#kit/intents/deliveries.ts'
import { operation, withWarnings } from '#kit/kinds/operation.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { changeSeveralMetrics } from './change-metrics.service.ts'
import { importMetrics } from './import-metrics.service.ts'
import { findImportable } from './metric-imports.repository.ts'
import { find, findAll, findNames } from './metrics.repository.ts'
import { changeMetric, deleteMetric } from './metrics.service.ts'
import { previewUpdate, updateMetricsVersions } from './update-metrics-versions.service.ts'

/**
 * Changes of profiles by removed or renamed metrics are also sent to the Web API. Whether boxes can install two
 * versions of a package depends on all tenants.
 */
export async function metricsRoutes(
  app: FastifyInstance,
  { deliver, tenancy }: { readonly deliver: Deliver; readonly tenancy: Tenancy },
) {
  serveResource(app, metrics, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, name) => find(ctx.db, name),
    change: changeMetric,
    remove: (ctx, name) => deleteMetric(ctx, deliver, name),
    operations: {
      changeMany: operation(changeMetrics, changeSeveralMetrics),
      move: operation(updating, (ctx, body) => updateMetricsVersions(ctx, deliver, body)),
      import: operation(importing, (ctx, body) => importMetrics(ctx, body.metrictemplates)),
    },
  })
  for (const endpoint of [metricNames, publicMetricNames]) {
    serve(
      app,
      endpoint,
      byRevision((ctx) => findNames(ctx.db)),
    )
  }
  serve(app, previewMetricsVersions, async (ctx, { params }) => {
    const installation = await installationAfterMove(ctx, tenancy, params.key)
    return { ...(await withWarnings(app.kinds, ctx, await previewUpdate(ctx, params.key))), ...installation }
  })
  serve(app, importableMetrics, (ctx) => findImportable(ctx.db))
}
