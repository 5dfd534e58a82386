import { createHash } from 'node:crypto'
import negotiate from '@fastify/accept-negotiator'
import { type Encoding, encodings } from '@quatrain/platform/http/compression.ts'
import { orderedJson, WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { Context } from '#request/context/context.ts'
import type { CachedAnswers } from './cached-answers.ts'
import { matchingTag, stateTag } from './etags.ts'
import { readCurrent } from './read-current.ts'
import { type AlsoFollows, revisionOf } from './revision.ts'
import type { Http, RawBody } from './serve.ts'

// Functions around handlers: `serve(app, endpoint, byRevision(list))`. Each sets an entity tag on the response, and
// responds with 304 if If-None-Match contains it. They differ in what the tag identifies.

type Read<Input, Answer> = (ctx: Context, input: Input, http: Http) => Promise<Answer>

interface ContentOptions<Answer> {
  /** Returns the guard that a save has to repeat, for an answer that is changed as a whole. */
  readonly guardOf?: ((answer: Answer) => string) | undefined
}

interface RevisionOptions<Answer> extends ContentOptions<Answer> {
  /** What the response depends on in other tenants, if anything. */
  readonly also?: AlsoFollows | undefined
  /** Whether it may be a stream. The primary is read then: a failure of a standby could not be hidden any more. */
  readonly isStreamed?: boolean
}

/**
 * Reads what follows from the database only: while nothing was written that it could follow from, it is not read, and the request costs one
 * statement. Otherwise a standby that has the same revision is read, if there is one.
 */
export const byRevision =
  <Input, Answer>(read: Read<Input, Answer>, options: RevisionOptions<Answer> = {}) =>
  async (ctx: Context, input: Input, http: Http): Promise<Answer | RawBody> => {
    const { also, guardOf, isStreamed = false } = options
    const revision = (ctx: Context) => revisionOf(ctx, http.endpoint.path, also)
    const state = await revision(ctx)
    const readIn = (ctx: Context) => read(ctx, input, http)
    return unlessMatched(http, state, async () => {
      const answer = await (isStreamed ? readIn(ctx) : readCurrent(ctx, state, revision, readIn))
      http.reply.header('etag', stateTag(state, guardOf?.(answer)))
      return answer
    })
  }

/**
 * Serves machines, which poll the whole list without entity tags: until the revision changes, the cached bytes are sent again, compressed
 * once. Each tenant has its own cache.
 */
export const byCachedRevision =
  <Input, Answer>(cached: CachedAnswers, read: Read<Input, Answer>) =>
  async (ctx: Context, input: Input, http: Http): Promise<Answer | RawBody> => {
    const { request, reply, endpoint } = http
    const revision = (ctx: Context) => revisionOf(ctx, endpoint.path)
    const state = await revision(ctx)
    const make = () => readCurrent(ctx, state, revision, async (ctx) => orderedJson(await read(ctx, input, http)))
    return unlessMatched(http, state, async () => {
      const encoding = encodingFor(request.headers['accept-encoding'])
      const place = `${ctx.tenant.id} ${endpoint.path}`
      const bytes = await cached.bytes(place, state, encoding, make)
      reply.header('etag', stateTag(state))
      if (encoding) reply.header('content-encoding', encoding)
      return bytes
    })
  }

/**
 * Tags data that depends on more than this server's own writes, or that one small statement reads: the tag is a hash of the content, and
 * saves only the transfer.
 */
export const byContent =
  <Input, Answer>(read: Read<Input, Answer>, { guardOf }: ContentOptions<Answer> = {}) =>
  async (ctx: Context, input: Input, http: Http): Promise<Answer | RawBody> => {
    const answer = await read(ctx, input, http)
    const text = orderedJson(answer)
    const state = createHash('sha256').update(text).digest('base64url')
    return unlessMatched(http, state, async () => {
      http.reply.header('etag', stateTag(state, guardOf?.(answer)))
      // A response that is not for machines is made by the schema of its endpoint.
      return http.endpoint.caller === 'api-key' ? new WrittenJson(text) : answer
    })
  }

async function unlessMatched<Answer>({ request, reply }: Http, state: string, read: () => Promise<Answer>) {
  reply.header('cache-control', 'private, no-cache')
  const matching = matchingTag(request.headers['if-none-match'], state)
  if (matching === undefined) return read()
  return reply.header('etag', matching).code(304).send()
}

/** Undefined for a client that accepts none of them, or prefers no encoding. */
function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const chosenEncoding = negotiate(String(accepted ?? ''), [...encodings, 'identity'])
  return encodings.find((encoding) => encoding === chosenEncoding)
}
