import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The way to a server, on which answers get lost. */
export interface LossyLink {
  readonly url: string
  /** Resolves when the server has carried out a call with this method. It is never answered. */
  readonly lost: Promise<void>
  close(): void
}

/** Passes calls on to the server at `target`, and loses the answers to those with this method. */
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
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    lost: lost.promise,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
