import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

const given = new Set<number>()

/** A free port of this machine, and each time another one: the system may give a port again until it is used. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const port = portOf(probe)
  probe.close()
  await once(probe, 'close')
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}

/** The port of a server that listens on TCP. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening TCP socket has no port.')
  return address.port
}
