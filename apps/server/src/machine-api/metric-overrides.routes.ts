import { machineMetricOverrides } from '@quatrain/contract/machine-api/metric-overrides.ts'
import type { FastifyInstance } from 'fastify'
import { overridesForMachines } from '#features/metric-overrides/metric-overrides.reads.ts'
import { serveList } from '#kit/serve-list.ts'

export async function machineMetricOverridesRoutes(app: FastifyInstance) {
  serveList(app, machineMetricOverrides, overridesForMachines)
}
