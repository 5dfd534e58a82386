import { machineMetrics, machineMetricsByTag } from '@quatrain/contract/machine-api/metrics.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { metricsForMachines, metricsWithTag } from '#features/metrics/metrics.reads.ts'
import { register, serve } from '#kit/serve.ts'

export async function machineMetricsRoutes(app: FastifyInstance) {
  register(app, machineMetrics, (ctx) => metricsForMachines(ctx))
  serve(app, machineMetricsByTag, async (ctx, { params }) => {
    const names = await metricsWithTag(ctx, params.tag)
    if (!names) throw notFound('Requested tag')
    return names
  })
}
