import { bodyLimitOf, successOf } from '@quatrain/contract/kit/endpoint.ts'
import { errorEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { admission, refuseOtherMethods } from '@quatrain/platform/http/endpoints.ts'
import { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { FastifyInstance } from 'fastify'
import type { Admit } from './admission.ts'
import { receiveStreams } from './conventions.ts'
import type { ContextOf, Endpoint, Handler } from './endpoint.ts'
import { isKnown } from './etags.ts'
import { methodNotAllowed } from './refusals.ts'
import { requestInput } from './request-input.ts'

/** The base address of the API on its host. */
export const basePath = '/api/v2'

/** Registers one declared endpoint: who may call it, its input, and its response. */
export type Serve = <const E extends Endpoint>(endpoint: E, handle: Handler<E>) => void

/** Registers what `declare` serves below the prefix of `app`, and a refusal of all other methods. */
export function serveAll(app: FastifyInstance, admit: Admit, declare: (serve: Serve) => void) {
  const { begin, contextOf } = admission<Endpoint, Awaited<ReturnType<Admit>>>()
  const endpoints: Endpoint[] = []
  begin(app, admit)

  const serve = <E extends Endpoint>(endpoint: E, handle: Handler<E>) => {
    const { method, path, answer, isStreamed } = endpoint
    const success = successOf(endpoint)
    const register = (app: FastifyInstance) =>
      app.route({
        method,
        url: path,
        config: { endpoint },
        bodyLimit: bodyLimitOf(endpoint),
        schema: { response: { [success]: answer, '4xx': errorEnvelope, '5xx': errorEnvelope } },
        async handler(request, reply) {
          const ctx = contextOf(request) as ContextOf<E>
          const input = requestInput(request, endpoint, ctx.now)
          const { body, etag, isRepresentation } = await handle(ctx, input)
          const isConditional = etag !== undefined && method === 'GET'
          reply.code(success).header('cache-control', isConditional ? 'private, no-cache' : 'no-store')
          if (etag) reply.header('etag', etag)
          if (isConditional && isKnown(input.ifNoneMatch, etag)) return reply.code(304).send()
          if (isRepresentation) reply.header('preference-applied', 'return=representation')
          if (!(body instanceof WrittenJson)) return reply.send(body)
          return reply.type('application/json; charset=utf-8').send(body.text)
        },
      })
    endpoints.push(endpoint)
    if (isStreamed) void app.register(async (streamed) => void register(receiveStreams(streamed)))
    else register(app)
  }

  declare(serve)
  refuseOtherMethods(app, endpoints, {
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'],
    // Preflight requests of browsers. The list is the same for every address.
    options: (reply) =>
      reply.header('allow', 'GET, POST, DELETE, PUT, OPTIONS').type('text/plain; charset=utf-8').send(''),
    refusal: methodNotAllowed,
  })
}
