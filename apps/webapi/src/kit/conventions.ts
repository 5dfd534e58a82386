import { databaseTrouble } from '@quatrain/platform/database/failures.ts'
import type { ErrorForm } from '@quatrain/platform/http/errors.ts'
import type { FastifyInstance } from 'fastify'
import { errorBody } from './envelopes.ts'
import { addressNotFound, Refusal } from './refusals.ts'

/** Bodies reach the handlers as text, whatever their type is said to be: many callers name none. */
export function readBodiesAsText(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type']
  })
}

/** Lets pages of any host call; they have a key of their own. */
export function allowEveryOrigin(app: FastifyInstance) {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Content-Type, Accept, x-api-key',
      'access-control-allow-methods': 'GET, POST, DELETE, PUT, OPTIONS',
    })
  })
}

/** Gives every refusal and every failure the one envelope. What is not ours to tell goes to the log only. */
function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) request.log.error(error)
    return reply.code(refusal.status).send(errorBody(refusal))
  })
  app.setNotFoundHandler(() => {
    throw addressNotFound()
  })
}

/** The form of this service's errors, at every address of its host. */
export const errorsInEnvelopes: ErrorForm = {
  answer: answerErrors,
  unrouted(error) {
    const refusal = refusalOf(error)
    return { status: refusal.status, body: errorBody(refusal) }
  },
}

/** What a caller may know of an error. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const trouble = databaseTrouble(error)
  if (trouble) return new Refusal(503, [trouble.message])
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 503) return new Refusal(503, ['The server is busy. Try again in a moment.'])
  if (error instanceof Error && typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal(status, [error.message])
  }
  return new Refusal(500, ['Internal server error'])
}
