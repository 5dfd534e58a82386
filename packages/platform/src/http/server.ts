import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { LoggerOptions } from 'pino'
import { AppError } from '../errors.ts'
import { traceRequests } from '../tracing.ts'
import { logBrokenOff } from './broken-off.ts'
import { answerErrors, contractErrors, type ErrorForm } from './errors.ts'
import { excessOf, maxValuesIn } from './json-bounds.ts'
import { RequestLog } from './request-log.ts'
import { validateWithZod } from './validation.ts'

/** Maximum size of a request body in bytes, unless the route sets another one. */
const bodyLimit = 4 * 1024 * 1024

/**
 * Milliseconds after which connections are closed whose request has not arrived: those that send no complete headers, and no complete
 * request. Otherwise, few clients could keep all file descriptors by opening connections and sending nothing.
 */
const usualConnections = { headers: 15_000, request: 60_000, checkedEvery: 5_000 }

interface ServerOptions {
  readonly logger: LoggerOptions | boolean
  readonly trustProxy?: FastifyServerOptions['trustProxy']
  /** The callers of the server, for `traceRequests`; the public by default. */
  readonly callers?: Parameters<typeof traceRequests>[1]
  /** The format of errors; that of the contract by default. */
  readonly errors?: ErrorForm
  readonly connections?: typeof usualConnections
}

/**
 * A Fastify instance as both servers use it: zod schemas at every endpoint, one format of errors, request ids in
 * `x-request-id`, every path with and without a trailing slash (decision D10), and with repeated slashes.
 */
export function createServer({
  logger,
  trustProxy = false,
  callers = 'public',
  errors = contractErrors(),
  connections = usualConnections,
}: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger,
    logController: new RequestLog(),
    trustProxy,
    bodyLimit,
    genReqId: () => randomUUID(),
    // Requests that fail before routing, such as those with a malformed percent escape, run no hook.
    frameworkErrors(error, request, reply: FastifyReply) {
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      const { status, body } = errors.answerTo(error, request)
      reply.code(status).send(body)
    },
    // Many clients join a base address with a trailing slash and a path with a leading slash.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 8192 },
    forceCloseConnections: 'idle',
    requestTimeout: connections.request,
    http: { headersTimeout: connections.headers, connectionsCheckingInterval: connections.checkedEvery },
  })
  app.setValidatorCompiler(validateWithZod)
  app.setSerializerCompiler(serializerCompiler)
  traceRequests(app, callers)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Responses belong to one user or tenant and are not cached, unless a route allows it.
    reply.header('cache-control', 'no-store')
  })
  logBrokenOff(app)
  readJson(app)
  answerErrors(app, errors)
  return app
}

/**
 * Reads JSON bodies like Fastify, but refuses too complex ones: see `excessOf`. Clients send the content type of JSON
 * with an empty body too, which counts as no body (decision D33).
 */
function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    const excess = excessOf(text, maxValuesIn(request.routeOptions.bodyLimit))
    if (excess !== undefined) return done(new AppError('invalid_input', excess))
    parse(request, text, done)
  })
}
