import { availableMetricTemplates } from '@quatrain/contract/catalogue.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/serve.ts'
import { availableTemplates } from './metric-templates.reads.ts'

export async function metricTemplatesRoutes(app: FastifyInstance) {
  serve(app, availableMetricTemplates, (ctx) => availableTemplates(ctx))
}
