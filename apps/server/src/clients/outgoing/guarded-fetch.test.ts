import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { noPermittedHosts } from './public-address.ts'

test.each(['localhost', '127.0.0.1'])('%s is refused before a connection is made', async (host) => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const call = guardedFetch(noPermittedHosts, `https://${host}:${port}`, { timeoutMs: 60_000, maxBytes: 1 })
  await expect(call).rejects.toThrow(`${host} is not a public host, and the operator does not permit it.`)
  expect(connections).toBe(0)
})
