import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { BodyStream } from './body-stream.ts'

const megabyte = 1024 ** 2

/** A server that answers as soon as it has read the first piece of a body, or the error of reading. */
async function startReader(limit: number): Promise<string> {
  const server = createServer(async (request, response) => {
    try {
      for await (const _ of new BodyStream(request, limit)) if (limit > megabyte) break
      response.end('refused')
    } catch (error) {
      response.end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['a refusal of its beginning', 64 * megabyte, 'refused'],
  ['that it is too large', 1024, 'larger than 1 kB'],
])('the client of a long body learns %s', async (_, limit, answer) => {
  const sent = request(await startReader(limit), { method: 'POST' })
  const response = once(sent, 'response')
  // Like many clients, it reads the response only after it has sent everything.
  sent.end(Buffer.alloc(16 * megabyte, 'x'))
  await once(sent, 'finish')
  expect(await text((await response)[0])).toContain(answer)
})

test('all parts of a body count', async () => {
  const body = new BodyStream(Readable.from(['123', '456', '789']), 8)
  await expect(Readable.from(body).toArray()).rejects.toThrow('larger than')
})
