import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Logs each request whose caller has gone before it was answered whole: no fault of anybody, and nothing else tells of it. */
export function logBrokenOff(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return
      request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request broken off')
    })
  })
}

/** Is this what a request fails with whose caller has gone while sending it? Nobody is left to be answered. */
export const isBrokenOff = (error: unknown, request: FastifyRequest): boolean => error === request.raw.errored
