import { machineDefaultPorts } from '@quatrain/contract/machine-api/default-ports.ts'
import { machineTemplates, machineTemplatesByTag } from '@quatrain/contract/machine-api/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { templatesForMachines, templatesWithTag } from '#features/metrics/machine-templates.reads.ts'
import type { KeptAnswers } from '#kit/http/cached-answers.ts'
import { serveKeptList } from '#kit/http/serve-kept-list.ts'
import { serveNamesWithTag } from './names-with-tag.ts'

/** What all tenants share, with the key of any of them. */
export async function machineCatalogueRoutes(app: FastifyInstance, { kept }: { readonly kept: KeptAnswers }) {
  serveKeptList(app, kept, machineTemplates, templatesForMachines)
  serveNamesWithTag(app, machineTemplatesByTag, templatesWithTag)
  serveKeptList(app, kept, machineDefaultPorts, portsByName)
}
