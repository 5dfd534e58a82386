import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line a request, when it has been answered: what was asked, what became of it, and how long it took. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime }
    // It was cut off before all of it was sent: callers may break off as they like.
    if (error) reply.log.info({ ...line, err: error }, 'request broken off')
    else reply.log.info(line, 'request completed')
  }
}
