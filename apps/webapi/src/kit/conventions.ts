import { statusOfCode } from '@quatrain/contract/kit/errors.ts'
import { commonErrorOf, type ErrorForm } from '@quatrain/platform/http/errors.ts'
import { excessOf, maxValuesIn } from '@quatrain/platform/http/json-bounds.ts'
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

/** The format of this service's errors, at every address of its host. */
export const errorsInEnvelopes: ErrorForm = {
  answerTo(error, request) {
    const refusal = refusalOf(error, request)
    return { status: refusal.status, body: errorBody(refusal), isForLog: refusal.status >= 500 }
  },
  notFound: addressNotFound,
}

/** What a client may know about an error. */
function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const common = commonErrorOf(error, request)
  if (common) return new Refusal(statusOfCode[common.code], [common.message])
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (error instanceof Error && typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal(status, [error.message])
  }
  return new Refusal(500, ['Internal server error'])
}
