import { Readable } from 'node:stream'
import { type DryRun, dryRun, type WriteQuery } from '@quatrain/contract/kit/dry-run.ts'
import { type AnswerOf, bodyLimitOf, type Endpoint, type InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { errorBody } from '@quatrain/contract/kit/errors.ts'
import { notices } from '@quatrain/contract/kit/notices.ts'
import { orderedJson, type WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { previewIn } from '#kit/recording/preview.ts'
import type { Context } from '#request/context.ts'
import { contextOf } from '#request/request-context.ts'
import { guardOf, guardTag } from './etags.ts'
import { assertPrecondition } from './if-match.ts'

/**
 * What a handler answers with. An object that is changed later adds its version, which travels as `ETag` (decision D11):
 * its `rowVersion` beside its `id`, or the `guard` of what is changed as a whole.
 */
export type Answered<E extends Endpoint> =
  | AnswerOf<E>
  | (AnswerOf<E> & { readonly rowVersion?: number; readonly guard?: string })

/** An answer that is on its way already, or that is sent as it is. */
export type Written = FastifyReply | Readable | Buffer | WrittenJson

export type Handler<E extends Endpoint> = (
  ctx: Context,
  input: InputOf<E>,
  http: Http,
) => Promise<Answered<E> | Written>

/** For the few handlers that are about HTTP itself, such as signing in. */
export interface Http {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Registers one declared endpoint: where it exists, who may call it, what it takes, what it answers, how it is
 * documented. What its answer schema does not name never leaves the server. Answers that callers read again and again
 * come from a handler of `if-none-match.ts`.
 */
export function serve<E extends Endpoint>(app: FastifyInstance, endpoint: E, handle: Handler<E>) {
  const { method, path, summary, params, query, body } = endpoint
  app.route({
    method,
    url: path,
    config: { endpoint, ...sourceOf(endpoint) },
    bodyLimit: bodyLimitOf(endpoint),
    schema: {
      summary,
      tags: [tagOf(path)],
      ...(params && { params }),
      ...((query || method !== 'GET') && { querystring: query ?? noQuery }),
      ...(body && { body }),
      response: { ...answersOf(endpoint), '4xx': errorBody, '5xx': errorBody },
    },
    async handler(request, reply) {
      const { params, query, body } = request
      const ctx = inWrite(contextOf(request), endpoint, query)
      assertPrecondition(endpoint, ctx.write)
      // The validator has made of the input what the schemas say.
      const result: unknown = await handle(ctx, { params, query, body } as InputOf<E>, { endpoint, request, reply })
      if (reply.sent) return reply
      if (ctx.write.dryRun) {
        // It may refuse a cursor: the answer is not begun before that.
        const preview = dryRunOf(ctx, result)
        return reply.code(200).type(json).serializer(JSON.stringify).send(preview)
      }
      if (method === 'DELETE' && Object.keys(result ?? {}).length === 0) return reply.code(204).send()
      const guard = guardIn(result)
      if (guard !== undefined) reply.header('etag', guardTag(guard))
      if (result instanceof Readable) reply.type(json)
      if (endpoint.caller === 'api-key') reply.type(json).serializer(orderedJson)
      return reply.code(successOf(endpoint)).send(result)
    },
  })
}

/** Machines are not told which store it is that they are refused by. */
export const sourceOf = ({ caller }: Pick<Endpoint, 'caller'>) => (caller === 'api-key' ? { source: null } : {})

/** The same where there is no endpoint: whatever is beside the internal API and the gateway belongs to machines. */
export const sourceAt = (url: string) => (machineAddress.test(url) ? null : 'internal-api')

const machineAddress = /^\/+api\/+v2\/+(?!(internal|webapi)\b)\w/

/** How a write is meant stands in its query, which has been validated by now. */
function inWrite(ctx: Context, { query: schema }: Endpoint, query: unknown): Context {
  if (!schema || !('dry_run' in schema.shape)) return ctx
  const { dry_run, cursor, restored_from, remark } = query as WriteQuery
  return { ...ctx, write: { ...ctx.write, dryRun: dry_run, cursor, restoredFrom: restored_from, remark } }
}

/** A write takes no parameter that it would not heed: whoever asks what it would do must not find it done. */
const noQuery = z.strictObject({})

const json = 'application/json; charset=utf-8'

const successOf = ({ method, success }: Endpoint) => success ?? (method === 'POST' ? 201 : 200)

/** A dry run answers 200 with what the write would touch, whatever the write itself answers. */
function answersOf(endpoint: Endpoint): Record<number, z.ZodType> {
  const success = successOf(endpoint)
  if (!endpoint.query || !('dry_run' in endpoint.query.shape)) return { [success]: endpoint.answer }
  return success === 200 ? { 200: z.union([endpoint.answer, dryRun]) } : { [success]: endpoint.answer, 200: dryRun }
}

/** What a later change of this answer has to name. */
function guardIn(result: unknown): string | undefined {
  const { data } = changeable.safeParse(result)
  if (!data) return undefined
  return 'guard' in data ? data.guard : guardOf(data)
}

const changeable = z.union([z.object({ id: z.int(), rowVersion: z.int() }), z.object({ guard: z.string() })])

/** Endpoints are grouped in the description by the first word after the API's own prefix. */
const tagOf = (path: string) =>
  path
    .replace(/^\/api\/v2\/(internal\/)?/, '')
    .split('/')[0]
    ?.replace(/^public_/, '') ?? ''

const dryRunOf = (ctx: Context, result: unknown): DryRun =>
  dryRun.parse({ ...previewIn(ctx), notices: notices.parse(result ?? {}) })
