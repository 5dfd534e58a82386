import type { ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which a proxy may use its open connections once more, or notices that no new one is accepted. */
const longestIdle = 500

/**
 * Ends the work of a server without refusing a request: to be called before `close`, which refuses every further
 * request. The returned function accepts no new connection, which a proxy then makes to another process; it lets each
 * open connection send one more request, and resolves when all requests have been answered.
 */
export function drainable({ server }: Pick<FastifyInstance, 'server'>): () => Promise<void> {
  const working = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', (_, response) => {
    working.add(response)
    response.once('close', () => working.delete(response))
    if (isDraining) response.shouldKeepAlive = false
  })
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
  return async () => {
    isDraining = true
    // Unlike that of an HTTP server, it leaves idle connections open: a request may be on its way on one of them.
    Server.prototype.close.call(server)
    for (const response of working) response.shouldKeepAlive = false
    const deadline = performance.now() + longestIdle
    while (working.size > 0 || (performance.now() < deadline && (await connections()) > 0)) await setTimeout(10)
  }
}
