import { machineDefaultPorts } from '@quatrain/contract/machine-api/default-ports.ts'
import { machineTemplates, machineTemplatesByTag } from '@quatrain/contract/machine-api/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { templatesForMachines, templatesWithTag } from '#features/metrics/machine-metrics.reads.ts'
import type { CachedAnswers } from '#kit/http/cached-answers.ts'
import { byCachedRevision } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import { serveNamesWithTag } from './names-with-tag.ts'

/** The shared catalogue, for the key of any tenant. */
export async function machineCatalogueRoutes(app: FastifyInstance, { cached }: { readonly cached: CachedAnswers }) {
  serve(app, machineTemplates, byCachedRevision(cached, templatesForMachines))
  serveNamesWithTag(app, machineTemplatesByTag, templatesWithTag)
  serve(app, machineDefaultPorts, byCachedRevision(cached, portsByName))
}
