import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'
import { isHeld } from './held-tag.ts'
import { register } from './serve.ts'

/** What a list follows from: what is recorded in the tenant, or what all tenants share as well. */
export type Follows = 'tenant' | 'catalogue'

/**
 * Registers a list that follows from recorded writes only: asked again while nothing was written, it costs one look at
 * the end of the activity log, and at the count of the catalogue's writes, and answers 304.
 */
export function serveList(
  app: FastifyInstance,
  endpoint: Endpoint,
  list: (ctx: Context) => Promise<unknown>,
  follows: Follows = 'tenant',
) {
  register(app, endpoint, async (ctx, _, { request, reply }) => {
    // Before the list is read: a tag that is too old only costs a repetition, one too new would hide a change.
    const etag = await revisionOf(ctx, follows)
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (!isHeld(request.headers['if-none-match'], etag)) return list(ctx)
    return reply.code(304).send()
  })
}

async function revisionOf(ctx: Context, follows: Follows): Promise<string> {
  const { rows } = await sql<{ hash: string | null; numbers: string | null }>`
    select (select hash from activity order by number desc limit 1) as hash,
      ${follows === 'catalogue' ? sharedNumbers : sql`null`} as numbers
  `.execute(ctx.db)
  const { hash, numbers } = rows[0] ?? {}
  return `W/"${[ctx.tenant.id, hash ?? 'new', numbers].filter((part) => part != null).join('-')}"`
}

const sharedNumbers = sql`(select string_agg(number::text, '-' order by name) from revisions)`
