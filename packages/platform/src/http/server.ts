import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { LoggerOptions } from 'pino'
import { answerErrors, appErrorOf, bodyOf } from './errors.ts'
import { readJson } from './read-json.ts'
import { RequestLog } from './request-log.ts'

/** Bytes that a request body may have where the route says nothing else. */
const bodyLimit = 4 * 1024 * 1024

/**
 * A Fastify instance as both servers use it: zod on every edge, one form of errors, request ids that callers see in
 * `x-request-id`, every path with and without a trailing slash (decision D10).
 */
export function createServer(options: { logger: LoggerOptions | boolean; trustProxy?: boolean }): FastifyInstance {
  const app = Fastify({
    logger: options.logger,
    logController: new RequestLog(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit,
    genReqId: () => randomUUID(),
    // Requests that are broken before any route is found, such as a malformed percent escape: no hook sees them.
    frameworkErrors(error, request, reply: FastifyReply) {
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      reply.code(400).send(bodyOf(appErrorOf(error, request), request))
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8192 },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // What may be kept says so itself: answers are about one person or one tenant.
    reply.header('cache-control', 'no-store')
  })
  readJson(app)
  answerErrors(app)
  return app
}
