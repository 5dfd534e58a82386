import { type MetricOverrideDocument, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import type { FastifyInstance } from 'fastify'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Context } from '#request/context/context.ts'
import { find, findAll } from './metric-overrides.repository.ts'
import { metricOverrideWrites } from './metric-overrides.service.ts'
import { unknownHosts } from './unknown-hosts.ts'

export async function metricOverridesRoutes(app: FastifyInstance, { topology }: { readonly topology: TopologyReads }) {
  const { add, change, remove } = metricOverrideWrites

  /** The result with a warning about hosts in a dry run, which has changed nothing. A save does not wait for the Web API. */
  async function withHosts<Result extends { readonly warning?: string | undefined }>(
    ctx: Context,
    result: Result,
    after: MetricOverrideDocument,
    id?: number,
  ): Promise<Result> {
    if (!ctx.write.dryRun || ctx.db.isTransaction) return result
    const stored = id === undefined ? undefined : await find(ctx.db, { id })
    const sentence = await unknownHosts(ctx, topology, after, stored)
    const lines = [result.warning, sentence].filter((line) => line !== undefined)
    return lines.length === 0 ? result : { ...result, warning: lines.join('\n') }
  }

  serveResource(app, metricOverrides, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, key) => find(ctx.db, { key }),
    add: async (ctx, input) => withHosts(ctx, await add(ctx, input), input),
    change: async (ctx, input) => withHosts(ctx, await change(ctx, input), input, input.id),
    remove,
  })
}
