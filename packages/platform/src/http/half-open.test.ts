import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createServer } from './server.ts'

test('connections that send nothing, or half a request, are closed, and others are served meanwhile', async () => {
  const app = createServer({ logger: false, connections: { headers: 100, request: 200, checkedEvery: 50 } })
  app.post('/', async () => 'served')
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const half = ['', 'POST / HTTP/1.1\r\nhost: x', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{']
  const sockets = Array.from({ length: 600 }, (_, index) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(half[index % half.length] ?? '')
    // Read and dropped, so that the end is seen; a reset is an end too.
    socket.resume().on('error', () => undefined)
    return once(socket, 'close')
  })
  const served = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })
  expect(await served.text()).toBe('served')
  await Promise.all(sockets)
  await app.close()
}, 60_000)
