import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** Logs one line for each complete response: the request, the status and the duration. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    // `logBrokenOff` logs the others.
    if (!error) reply.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  }
}
