import type { machineMetricsByTag, machineTemplatesByTag } from '@quatrain/contract/machine-api/metrics.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { byContent } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import type { Context } from '#request/context/context.ts'

type ByTag = typeof machineMetricsByTag | typeof machineTemplatesByTag

/** Registers a list of the names that have a tag; `find` returns undefined if the tag does not exist. */
export function serveNamesWithTag(
  app: FastifyInstance,
  endpoint: ByTag,
  find: (ctx: Context, tag: string) => Promise<string[] | undefined>,
) {
  serve(
    app,
    endpoint,
    byContent(async (ctx, { params }) => {
      const names = await find(ctx, params.tag)
      if (!names) throw notFound('Requested tag')
      return names
    }),
  )
}
