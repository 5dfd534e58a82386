import { machineMetricOverrides } from '@quatrain/contract/machine-api/metric-overrides.ts'
import type { FastifyInstance } from 'fastify'
import { overridesForMachines } from '#features/metric-overrides/metric-overrides.reads.ts'
import type { CachedAnswers } from '#kit/http/cached-answers.ts'
import { byCachedRevision } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'

export async function machineMetricOverridesRoutes(
  app: FastifyInstance,
  { cached }: { readonly cached: CachedAnswers },
) {
  serve(app, machineMetricOverrides, byCachedRevision(cached, overridesForMachines))
}
