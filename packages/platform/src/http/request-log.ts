import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line a request, when it has been answered whole: what was asked, what became of it, and how long it took. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    // `logBrokenOff` tells of the others.
    if (!error) reply.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  }
}
