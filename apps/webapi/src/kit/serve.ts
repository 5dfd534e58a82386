import { kilobyte } from '@quatrain/contract/kit/endpoint.ts'
import { errorEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from './admission.ts'
import { receiveStreams } from './conventions.ts'
import { isKnown } from './etags.ts'
import type { Context, Declaration, Operation } from './operation.ts'
import { methodNotAllowed, unauthorized } from './refusals.ts'
import { requestInput } from './request-input.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Declaration
    /** Whose keys open it. */
    keys?: Admission<unknown>['keys']
  }
}

/** The base address of the API on its host. */
export const basePath = '/api/v2'

/** Bytes of a body that is not read; some clients send `{}` or `null` with DELETE. */
const unreadBodyLimit = 4 * kilobyte

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

type Operations<Ctx> = Readonly<Partial<Record<(typeof methods)[number], Operation<Ctx>>>>

/** Registers an address: its operations, `HEAD` and `OPTIONS`, and a refusal that lists the allowed methods. */
export type Serve<Ctx = Context> = (path: `/${string}`, operations: Operations<Ctx>) => void

/** Serves below the prefix of `app`. The key is checked before the handler runs its own checks. */
export function serverOn<Ctx>(app: FastifyInstance, admission: Admission<Ctx>): Serve<Ctx> {
  const admitted = new WeakMap<FastifyRequest, Ctx>()

  const admitFor = (right: Operation['right']) => async (request: FastifyRequest) => {
    admitted.set(request, await admission.admit(request, right))
  }

  const answer = (operation: Operation<Ctx>) => async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = admitted.get(request)
    if (!ctx) throw unauthorized()
    const input = requestInput(request, operation.reads)
    const { body, etag, isRepresentation } = await operation.handle(ctx, input)
    const isConditional = etag !== undefined && ['GET', 'HEAD'].includes(request.method)
    reply.code(operation.status ?? 200).header('cache-control', isConditional ? 'private, no-cache' : 'no-store')
    if (etag) reply.header('etag', etag)
    if (isConditional && isKnown(input.ifNoneMatch, etag)) return reply.code(304).send()
    if (isRepresentation) reply.header('preference-applied', 'return=representation')
    if (!(body instanceof WrittenJson)) return reply.send(body)
    return reply.type('application/json; charset=utf-8').send(body.text)
  }

  return (path, operations) => {
    for (const method of methods) {
      const operation = operations[method]
      if (!operation) continue
      const response = { [operation.status ?? 200]: operation.answer, '4xx': errorEnvelope, '5xx': errorEnvelope }
      const { bodyLimit = unreadBodyLimit } = operation
      const onRequest = admitFor(operation.right)
      const shared = { schema: { response }, config: { operation, keys: admission.keys }, bodyLimit }
      const route = { method, url: path, ...shared, onRequest, handler: answer(operation) }
      if (operation.isStreamed) void app.register(async (streamed) => void receiveStreams(streamed).route(route))
      else app.route(route)
    }
    serveOptions(app, path)
    refuseOtherMethods(app, path, operations)
  }
}

/** Preflight requests of browsers. The list is the same for every address of a kind. */
function serveOptions(app: FastifyInstance, path: string) {
  app.options(path, async (_, reply) =>
    reply.header('allow', 'GET, POST, DELETE, PUT, OPTIONS').type('text/plain; charset=utf-8').send(''),
  )
}

function refuseOtherMethods(app: FastifyInstance, path: string, operations: Operations<never>) {
  const there = methods.filter((method) => operations[method])
  const allow = [...there.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])), 'OPTIONS'].join(', ')
  app.route({
    method: ['PATCH', ...methods.filter((method) => !operations[method])],
    url: path,
    async onRequest({ method }, reply) {
      reply.header('allow', allow)
      throw methodNotAllowed(method)
    },
    handler: async () => {},
  })
}
