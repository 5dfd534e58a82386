import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#request/context.ts'
import { heldTag, stateTag } from './etags.ts'
import { type AlsoFollows, revisionOf } from './revision.ts'
import { type Http, register } from './serve.ts'

/**
 * Registers a list that follows from the database only: asked again while nothing was written that it could follow from,
 * it costs one look at what was counted, and answers 304. `also` tells what it follows from in other tenants.
 */
export function serveList(
  app: FastifyInstance,
  endpoint: Endpoint,
  list: (ctx: Context) => Promise<unknown>,
  also?: AlsoFollows,
) {
  serveGuardedList(app, endpoint, async (ctx) => ({ rows: await list(ctx) }), also)
}

/** The same for a list that is written as one: its tag also holds the `guard` that a save has to repeat. */
export function serveGuardedList(
  app: FastifyInstance,
  endpoint: Endpoint,
  list: (ctx: Context) => Promise<{ readonly rows: unknown; readonly guard?: string }>,
  also?: AlsoFollows,
) {
  register(app, endpoint, async (ctx, _, http) => {
    const state = await revisionOf(ctx, endpoint.path, also)
    return unlessHeld(http, state, async () => {
      const { rows, guard } = await list(ctx)
      http.reply.header('etag', stateTag(state, guard))
      return rows
    })
  })
}

/** Answers 304 to whoever holds this state already, and with what `read` gives to everybody else. */
export async function unlessHeld({ request, reply }: Http, state: string, read: () => Promise<unknown>) {
  reply.header('cache-control', 'private, no-cache')
  const held = heldTag(request.headers['if-none-match'], state)
  if (held === undefined) return read()
  return reply.header('etag', held).code(304).send()
}
