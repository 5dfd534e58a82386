import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'

/** A receiver of syslog over TLS on loopback, which counts octets as RFC 5425 says. */
export async function startSyslogReceiver(options: TlsOptions) {
  const messages: string[] = []
  const connections = new Set<TLSSocket>()
  const raw = new Set<Socket>()
  let mostAtOnce = 0
  let dies = false
  const server = createServer(options, (socket) => {
    connections.add(socket)
    mostAtOnce = Math.max(mostAtOnce, connections.size)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => {})
    let unread = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      if (dies) {
        // As a killed process: the system resets the connection.
        for (const connection of raw) connection.resetAndDestroy()
        return
      }
      unread = Buffer.concat([unread, chunk])
      while (true) {
        const space = unread.indexOf(' ')
        const end = space + 1 + Number(unread.subarray(0, space))
        if (space < 0 || unread.length < end) return
        messages.push(unread.subarray(space + 1, end).toString())
        unread = unread.subarray(end)
      }
    })
  })
  server.on('connection', (connection: Socket) => {
    raw.add(connection)
    connection.on('close', () => raw.delete(connection))
    connection.on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    mostAtOnce: () => mostAtOnce,
    /** From now on it dies in the middle of what it reads; or not any more. */
    die: (from: boolean) => {
      dies = from
    },
    close: async () => {
      for (const socket of connections) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
