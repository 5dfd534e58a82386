import negotiate from '@fastify/accept-negotiator'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type Encoding, encodings } from '@quatrain/platform/http/compression.ts'
import { orderedJson } from '@quatrain/platform/http/ordered-json.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#request/context.ts'
import type { KeptAnswers } from './cached-answers.ts'
import { stateTag } from './etags.ts'
import { revisionOf } from './revision.ts'
import { register } from './serve.ts'
import { unlessHeld } from './serve-list.ts'

/**
 * Registers a list for machines, which ask for the whole of it again and again and hold no tag: while nothing was
 * written that it could follow from, the bytes of the last answer are sent again, compressed once. Every tenant has its
 * own, and its key has been looked at before.
 */
export function serveKeptList(
  app: FastifyInstance,
  kept: KeptAnswers,
  endpoint: Endpoint,
  list: (ctx: Context) => Promise<unknown>,
) {
  register(app, endpoint, async (ctx, _, http) => {
    const state = await revisionOf(ctx, endpoint.path)
    return unlessHeld(http, state, async () => {
      const encoding = encodingFor(http.request.headers['accept-encoding'])
      const place = `${ctx.tenant.id} ${endpoint.path}`
      const bytes = await kept.bytes(place, state, encoding, async () => orderedJson(await list(ctx)))
      http.reply.header('etag', stateTag(state))
      if (encoding) http.reply.header('content-encoding', encoding)
      return bytes
    })
  })
}

/** Nothing for whoever takes none of them, or would rather have the answer as it is. */
function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const chosen = negotiate(String(accepted ?? ''), [...encodings, 'identity'])
  return encodings.find((encoding) => encoding === chosen)
}
