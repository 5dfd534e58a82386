import { machineMetricOverrides } from '@quatrain/contract/machine-api/metric-overrides.ts'
import type { FastifyInstance } from 'fastify'
import { overridesForMachines } from '#features/metric-overrides/metric-overrides.reads.ts'
import type { KeptAnswers } from '#kit/http/cached-answers.ts'
import { serveKeptList } from '#kit/http/serve-kept-list.ts'

export async function machineMetricOverridesRoutes(app: FastifyInstance, { kept }: { readonly kept: KeptAnswers }) {
  serveKeptList(app, kept, machineMetricOverrides, overridesForMachines)
}
