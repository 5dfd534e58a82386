import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { portOf } from '@quatrain/platform/testing/free-port.ts'

/** A proxy to a server that loses responses. */
export interface LossyLink {
  readonly url: string
  /** Resolves when the server has processed a request with this method. Its response is never sent. */
  readonly lost: Promise<void>
  close(): void
}

/** Forwards requests to the server at `target`, and drops the responses to those with this method. */
export async function startLossyLink(target: string, method: string): Promise<LossyLink> {
  const lost = Promise.withResolvers<void>()
  const server = createServer((call, reply) => {
    const passed = request(target + call.url, { method: call.method, headers: call.headers, agent: false })
    passed.on('error', () => reply.destroy())
    passed.on('response', (answer) => {
      if (call.method === method) return lost.resolve()
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    call.pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    lost: lost.promise,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
