import { machineMetrics, machineMetricsByTag } from '@quatrain/contract/machine-api/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { metricsForMachines, metricsWithTag } from '#features/metrics/metrics.reads.ts'
import type { KeptAnswers } from '#kit/http/cached-answers.ts'
import { serveKeptList } from '#kit/http/serve-kept-list.ts'
import { serveNamesWithTag } from './names-with-tag.ts'

export async function machineMetricsRoutes(app: FastifyInstance, { kept }: { readonly kept: KeptAnswers }) {
  serveKeptList(app, kept, machineMetrics, metricsForMachines)
  serveNamesWithTag(app, machineMetricsByTag, metricsWithTag)
}
