import { Readable } from 'node:stream'
import { type DryRun, dryRun, type WriteQuery } from '@quatrain/contract/kit/dry-run.ts'
import { type AnswerOf, bodyLimitOf, type Endpoint, type InputOf, successOf } from '@quatrain/contract/kit/endpoint.ts'
import { errorBody } from '@quatrain/contract/kit/errors.ts'
import { notices } from '@quatrain/contract/kit/notices.ts'
import { orderedJson, type WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { previewIn } from '#kit/recording/preview.ts'
import { type Context, isUnchanged } from '#request/context/context.ts'
import { contextOf } from '#request/context/request-context.ts'
import { assertPrecondition } from './authorize.ts'
import { guardOf, guardTag } from './etags.ts'

/**
 * The result of a handler. An object that can be changed includes its version, which is sent as `ETag` (decision D11):
 * its `rowVersion` with its `id`, or the `guard` of data that is changed as a whole.
 */
export type Answered<E extends Endpoint> =
  | AnswerOf<E>
  | (AnswerOf<E> & { readonly rowVersion?: number; readonly guard?: string })

/** A response that was started already, or that is sent unchanged. */
export type RawBody = FastifyReply | Readable | Buffer | WrittenJson

export type Handler<E extends Endpoint> = (
  ctx: Context,
  input: InputOf<E>,
  http: Http,
) => Promise<Answered<E> | RawBody>

/** The request and the reply, for the few handlers that are about HTTP itself, such as logging in. */
export interface Http {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Registers one declared endpoint: where it exists, who may call it, its input, its response, and its documentation.
 * Fields that its response schema does not contain are never sent. Handlers of `if-none-match.ts` revalidate responses
 * that clients read often.
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
      const result: unknown = await handle(ctx, parsed(endpoint, { params, query, body }), { endpoint, request, reply })
      if (reply.sent || result === reply) return reply
      if (ctx.write.dryRun) {
        // The preview is made before the response is started, because it may refuse a cursor.
        const preview = dryRunOf(ctx, result)
        return reply.code(200).type(json).serializer(JSON.stringify).send(preview)
      }
      if (method === 'DELETE' && Object.keys(result ?? {}).length === 0) return reply.code(204).send()
      const guard = guardIn(result, isUnchanged(ctx) ? ctx.recording.unchanged?.rowVersion : undefined)
      if (guard !== undefined) reply.header('etag', guardTag(guard))
      if (result instanceof Readable) reply.type(json)
      if (endpoint.caller === 'api-key') reply.type(json).serializer(orderedJson)
      return reply.code(successOf(endpoint)).send(result)
    },
  })
}

/** The input of an endpoint: its schemas have parsed it. */
export const parsed = <E extends Endpoint>(
  _: E,
  input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown },
) => input as InputOf<E>

/** Refusals for machines do not name the store. */
export const sourceOf = ({ caller }: Pick<Endpoint, 'caller'>) => (caller === 'api-key' ? { source: null } : {})

/**
 * Returns the source of the errors of an address without an endpoint: all outside of the internal API and the gateway belong to machines.
 */
export const sourceAt = (url: string) => (machineAddress.test(url) ? null : 'internal-api')

const machineAddress = /^\/+api\/+v2\/+(?!(internal|webapi)\b)\w/

/** Write options are in the query, which has been validated already. */
function inWrite(ctx: Context, { query: schema }: Endpoint, query: unknown): Context {
  if (!schema || !('dry_run' in schema.shape)) return ctx
  const { dry_run, cursor, restored_from, restored_object, remark, past_rule, tenants_now, others_due } =
    query as WriteQuery
  const restored = { restoredFrom: restored_from, restoredObject: restored_object }
  const rollOutChoice = { tenantsNow: tenants_now, othersDue: others_due }
  return {
    ...ctx,
    write: { ...ctx.write, dryRun: dry_run, cursor, remark, pastRule: past_rule, ...restored, ...rollOutChoice },
  }
}

/** A write refuses parameters that it would ignore: a client that requests a dry run must not perform the write. */
const noQuery = z.strictObject({})

const json = 'application/json; charset=utf-8'

/** A dry run responds with 200 and the effects of the write, whatever the response of the write is. */
function answersOf(endpoint: Endpoint): Record<number, z.ZodType> {
  const success = successOf(endpoint)
  if (!endpoint.query || !('dry_run' in endpoint.query.shape)) return { [success]: endpoint.answer }
  return success === 200 ? { 200: z.union([endpoint.answer, dryRun]) } : { [success]: endpoint.answer, 200: dryRun }
}

/** The guard that a later change has to repeat. `stored` is the row version, if nothing was changed. */
function guardIn(result: unknown, stored: number | undefined): string | undefined {
  const { data } = changeable.safeParse(result)
  if (!data) return undefined
  return 'guard' in data ? data.guard : guardOf({ ...data, rowVersion: stored ?? data.rowVersion })
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
