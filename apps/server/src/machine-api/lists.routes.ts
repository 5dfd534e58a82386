import {
  machineDefaultPorts,
  machineMetricOverrides,
  machineMetrics,
  machineMetricsByTag,
  machineTemplates,
  machineTemplatesByTag,
} from '@quatrain/contract/machine-api/lists.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { overridesForMachines } from '#features/metric-overrides/metric-overrides.reads.ts'
import {
  metricsForMachines,
  metricsWithTag,
  templatesForMachines,
  templatesWithTag,
} from '#features/metrics/machine-metrics.reads.ts'
import type { CachedAnswers } from '#kit/http/cached-answers.ts'
import { byCachedRevision, byContent } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import type { Context } from '#request/context/context.ts'

/** The lists that boxes poll: of their tenant, and of the shared catalogue for the key of any tenant. */
export async function machineListsRoutes(app: FastifyInstance, { cached }: { readonly cached: CachedAnswers }) {
  serve(app, machineMetrics, byCachedRevision(cached, metricsForMachines))
  serve(app, machineMetricsByTag, namesWithTag(metricsWithTag))
  serve(app, machineMetricOverrides, byCachedRevision(cached, overridesForMachines))
  serve(app, machineTemplates, byCachedRevision(cached, templatesForMachines))
  serve(app, machineTemplatesByTag, namesWithTag(templatesWithTag))
  serve(app, machineDefaultPorts, byCachedRevision(cached, portsByName))
}

/** The names that have a tag; `find` returns undefined if the tag does not exist. */
const namesWithTag = (find: (ctx: Context, tag: string) => Promise<string[] | undefined>) =>
  byContent(async (ctx: Context, { params }: { readonly params: { readonly tag: string } }) => {
    const names = await find(ctx, params.tag)
    if (!names) throw notFound('Requested tag')
    return names
  })
