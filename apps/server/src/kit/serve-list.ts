import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#request/context.ts'
import { register } from './serve.ts'

/**
 * Registers a list that follows from recorded writes only: asked again while nothing was written in the tenant, it
 * costs one look at the end of the activity log and answers 304.
 */
export function serveList(app: FastifyInstance, endpoint: Endpoint, list: (ctx: Context) => Promise<unknown>) {
  register(app, endpoint, async (ctx, _, { request, reply }) => {
    // Before the list is read: a tag that is too old only costs a repetition, one too new would hide a change.
    const etag = await revisionOf(ctx)
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] !== etag) return list(ctx)
    return reply.code(304).send()
  })
}

async function revisionOf(ctx: Context): Promise<string> {
  const last = await ctx.db.selectFrom('activity').select('hash').orderBy('number', 'desc').limit(1).executeTakeFirst()
  return `W/"${ctx.tenant.id}-${last?.hash ?? 'new'}"`
}
