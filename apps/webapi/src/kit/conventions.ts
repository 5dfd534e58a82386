import { databaseError } from '@quatrain/platform/database/failures.ts'
import { isBrokenOff } from '@quatrain/platform/http/broken-off.ts'
import type { ErrorForm } from '@quatrain/platform/http/errors.ts'
import { excessOf, maxValuesIn } from '@quatrain/platform/http/json-bounds.ts'
import { levelOf } from '@quatrain/platform/level-of.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BodyStream } from './body-stream.ts'
import { errorBody } from './envelopes.ts'
import { addressNotFound, badRequest, Refusal, tooLarge } from './refusals.ts'

/**
 * Handlers receive bodies as text, whatever their type: many clients send none. A body larger than its endpoint needs
 * is refused before it is parsed.
 */
export function readBodiesAsText(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body: string, done) => {
    if (request.is404) return done(null, '')
    const excess = excessOf(body, maxValuesIn(request.routeOptions.bodyLimit))
    return excess === undefined ? done(null, body) : done(badRequest(excess))
  })
  app.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type']
  })
}

/**
 * Handlers of this context receive bodies as streams. A body that is larger than its endpoint allows is refused at once
 * if its header says so, otherwise as soon as it is too large.
 */
export function receiveStreams(app: FastifyInstance): FastifyInstance {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    const { bodyLimit } = request.routeOptions
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return done(tooLarge(bodyLimit))
    done(null, new BodyStream(payload, bodyLimit))
  })
  return app
}

/** Allows pages of any host to send requests; they need a key. */
export function allowEveryOrigin(app: FastifyInstance) {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Content-Type, Accept, x-api-key',
      'access-control-allow-methods': 'GET, POST, DELETE, PUT, OPTIONS',
    })
  })
}

/** Sends every error in the common envelope. Internal details are only logged. */
function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    if (isBrokenOff(error, request)) return reply.code(400).send()
    const refusal = refusalOf(error, request)
    if (refusal.status >= 500) request.log[levelOf(error)](error)
    return reply.code(refusal.status).send(errorBody(refusal))
  })
  app.setNotFoundHandler(() => {
    throw addressNotFound()
  })
}

/** The format of this service's errors, at every address of its host. */
export const errorsInEnvelopes: ErrorForm = {
  answer: answerErrors,
  unrouted(error, request) {
    const refusal = refusalOf(error, request)
    return { status: refusal.status, body: errorBody(refusal) }
  },
}

/** What a client may know about an error. */
function refusalOf(error: unknown, { routeOptions }: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const failure = databaseError(error)
  if (failure) return new Refusal(503, [failure.message])
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return tooLarge(routeOptions.bodyLimit)
  if (status === 503) return new Refusal(503, ['The server is busy. Try again in a moment.'])
  if (error instanceof Error && typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal(status, [error.message])
  }
  return new Refusal(500, ['Internal server error'])
}
