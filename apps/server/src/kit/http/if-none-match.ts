import { createHash } from 'node:crypto'
import negotiate from '@fastify/accept-negotiator'
import { type Encoding, encodings } from '@quatrain/platform/http/compression.ts'
import { orderedJson, WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { Context } from '#request/context.ts'
import type { CachedAnswers } from './cached-answers.ts'
import { matchingTag, stateTag } from './etags.ts'
import { type AlsoFollows, revisionOf } from './revision.ts'
import type { Http, Written } from './serve.ts'

// Handlers around handlers: `serve(app, endpoint, byRevision(list))`. Each gives the answer a tag, and answers 304 to a
// caller whose If-None-Match has it. They differ in what the tag stands for.

type Read<Input, Answer> = (ctx: Context, input: Input, http: Http) => Promise<Answer>

interface RevisionOptions<Answer> {
  /** What the answer follows from in other tenants, where it does. */
  readonly also?: AlsoFollows | undefined
  /** Of an answer that is changed as a whole: what a save has to repeat. */
  readonly guardOf?: ((answer: Answer) => string) | undefined
}

/**
 * For what follows from the database only: while nothing was written that it could follow from, it is not read, and the
 * request costs one statement.
 */
export const byRevision =
  <Input, Answer>(read: Read<Input, Answer>, { also, guardOf }: RevisionOptions<Answer> = {}) =>
  async (ctx: Context, input: Input, http: Http): Promise<Answer | Written> => {
    const state = await revisionOf(ctx, http.endpoint.path, also)
    return unlessMatched(http, state, async () => {
      const answer = await read(ctx, input, http)
      http.reply.header('etag', stateTag(state, guardOf?.(answer)))
      return answer
    })
  }

/**
 * The same for machines, which ask for the whole of it again and again and keep no tag: until the revision changes, the
 * bytes of the last answer are sent again, compressed once. Every tenant has its own.
 */
export const byCachedRevision =
  <Input, Answer>(cached: CachedAnswers, read: Read<Input, Answer>) =>
  async (ctx: Context, input: Input, http: Http): Promise<Answer | Written> => {
    const { request, reply, endpoint } = http
    const state = await revisionOf(ctx, endpoint.path)
    return unlessMatched(http, state, async () => {
      const encoding = encodingFor(request.headers['accept-encoding'])
      const place = `${ctx.tenant.id} ${endpoint.path}`
      const bytes = await cached.bytes(place, state, encoding, async () => orderedJson(await read(ctx, input, http)))
      reply.header('etag', stateTag(state))
      if (encoding) reply.header('content-encoding', encoding)
      return bytes
    })
  }

/**
 * For what follows from more than this server's own writes, or is read in one small statement: the tag stands for the
 * content. It saves only what would be sent.
 */
export const byContent =
  <Input, Answer>(read: Read<Input, Answer>) =>
  async (ctx: Context, input: Input, http: Http): Promise<Answer | Written> => {
    const text = orderedJson(await read(ctx, input, http))
    const state = createHash('sha256').update(text).digest('base64url')
    return unlessMatched(http, state, async () => {
      http.reply.header('etag', stateTag(state))
      return new WrittenJson(text)
    })
  }

async function unlessMatched<Answer>({ request, reply }: Http, state: string, read: () => Promise<Answer>) {
  reply.header('cache-control', 'private, no-cache')
  const matching = matchingTag(request.headers['if-none-match'], state)
  if (matching === undefined) return read()
  return reply.header('etag', matching).code(304).send()
}

/** Nothing for a caller that accepts none of them, or prefers the answer as it is. */
function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const chosen = negotiate(String(accepted ?? ''), [...encodings, 'identity'])
  return encodings.find((encoding) => encoding === chosen)
}
