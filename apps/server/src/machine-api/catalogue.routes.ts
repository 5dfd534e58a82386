import { machineDefaultPorts } from '@quatrain/contract/machine-api/default-ports.ts'
import { machineTemplates, machineTemplatesByTag } from '@quatrain/contract/machine-api/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { templatesForMachines, templatesWithTag } from '#features/metrics/machine-templates.reads.ts'
import { register } from '#kit/serve.ts'
import { serveList } from '#kit/serve-list.ts'
import { taggedByContent } from '#kit/tagged-by-content.ts'
import { serveNamesWithTag } from './names-with-tag.ts'

/** What all tenants share, with the key of any of them. */
export async function machineCatalogueRoutes(app: FastifyInstance) {
  serveList(app, machineTemplates, templatesForMachines, 'catalogue')
  serveNamesWithTag(app, machineTemplatesByTag, templatesWithTag)
  register(app, machineDefaultPorts, async (ctx, _, http) => taggedByContent(http, await portsByName(ctx)))
}
