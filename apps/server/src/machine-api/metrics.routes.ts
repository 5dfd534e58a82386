import { machineMetrics, machineMetricsByTag } from '@quatrain/contract/machine-api/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { metricsForMachines, metricsWithTag } from '#features/metrics/metrics.reads.ts'
import { serveList } from '#kit/serve-list.ts'
import { serveNamesWithTag } from './names-with-tag.ts'

export async function machineMetricsRoutes(app: FastifyInstance) {
  serveList(app, machineMetrics, metricsForMachines, 'catalogue')
  serveNamesWithTag(app, machineMetricsByTag, metricsWithTag)
}
