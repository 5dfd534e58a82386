import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { LoggerOptions } from 'pino'
import { logBrokenOff } from './broken-off.ts'
import { contractErrors, type ErrorForm } from './errors.ts'
import { readJson } from './read-json.ts'
import { RequestLog } from './request-log.ts'
import { validateWithZod } from './validation.ts'

/** Bytes that a request body may have where the route says nothing else. */
const bodyLimit = 4 * 1024 * 1024

interface ServerOptions {
  readonly logger: LoggerOptions | boolean
  readonly trustProxy?: FastifyServerOptions['trustProxy']
  /** How callers are told what went wrong; in the form of the contract when not given. */
  readonly errors?: ErrorForm
}

/**
 * A Fastify instance as both servers use it: zod on every edge, one form of errors, request ids that callers see in
 * `x-request-id`, every path with and without a trailing slash (decision D10) and with slashes doubled.
 */
export function createServer({
  logger,
  trustProxy = false,
  errors = contractErrors(),
}: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger,
    logController: new RequestLog(),
    trustProxy,
    bodyLimit,
    genReqId: () => randomUUID(),
    // Requests that are broken before any route is found, such as a malformed percent escape: no hook sees them.
    frameworkErrors(error, request, reply: FastifyReply) {
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      const { status, body } = errors.unrouted(error, request)
      reply.code(status).send(body)
    },
    // Clients that join an address ending in a slash with a path beginning with one are common.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 8192 },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
  })
  app.setValidatorCompiler(validateWithZod)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // What may be kept says so itself: answers are about one person or one tenant.
    reply.header('cache-control', 'no-store')
  })
  logBrokenOff(app)
  readJson(app)
  errors.answer(app)
  return app
}
