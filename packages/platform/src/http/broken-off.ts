import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Logs each request whose client disconnected before the response was complete, which is not logged elsewhere and is no
 * error.
 */
export function logBrokenOff(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return
      request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request broken off')
    })
  })
}

/**
 * Whether this is the error of a request whose client disconnected while sending it, so that no response is possible.
 */
export const isBrokenOff = (error: unknown, request: FastifyRequest): boolean => error === request.raw.errored
