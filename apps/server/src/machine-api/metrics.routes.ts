import { machineMetrics, machineMetricsByTag } from '@quatrain/contract/machine-api/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { metricsForMachines, metricsWithTag } from '#features/metrics/machine-metrics.reads.ts'
import type { CachedAnswers } from '#kit/http/cached-answers.ts'
import { byCachedRevision } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import { serveNamesWithTag } from './names-with-tag.ts'

export async function machineMetricsRoutes(app: FastifyInstance, { cached }: { readonly cached: CachedAnswers }) {
  serve(app, machineMetrics, byCachedRevision(cached, metricsForMachines))
  serveNamesWithTag(app, machineMetricsByTag, metricsWithTag)
}
