import type { machineMetricsByTag, machineTemplatesByTag } from '@quatrain/contract/machine-api/metrics.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { register } from '#kit/http/serve.ts'
import { taggedByContent } from '#kit/http/tagged-by-content.ts'
import type { Context } from '#request/context.ts'

type ByTag = typeof machineMetricsByTag | typeof machineTemplatesByTag

/** Registers a list of the names that carry a tag; `find` gives nothing when there is no such tag. */
export function serveNamesWithTag(
  app: FastifyInstance,
  endpoint: ByTag,
  find: (ctx: Context, tag: string) => Promise<string[] | undefined>,
) {
  register(app, endpoint, async (ctx, { params }, http) => {
    const names = await find(ctx, endpoint.params.parse(params).tag)
    if (!names) throw notFound('Requested tag')
    return taggedByContent(http, names)
  })
}
