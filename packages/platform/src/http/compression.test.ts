import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressAnswers } from './compression.ts'
import { createServer } from './server.ts'

const opened = { br: promisify(brotliDecompress), gzip: promisify(gunzip), zstd: promisify(zstdDecompress) }
const long = { text: 'again and '.repeat(1000) }

let app: FastifyInstance
beforeAll(async () => {
  app = createServer({ logger: false })
  await compressAnswers(app)
  app.get('/long', (_, reply) => reply.header('etag', '"1"').send(long))
  app.get('/short', async () => ({ text: 'again' }))
  app.post('/echo', async ({ body }) => body)
})
afterAll(() => app.close())

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test.each(Object.entries(opened))(
  'a large response is compressed with %s for clients that accept it',
  async (encoding, open) => {
    const answer = await get('/long', encoding)
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', etag: '"1"' })
    expect(answer.rawPayload.length).toBeLessThan(500)
    expect(JSON.parse((await open(answer.rawPayload)).toString())).toEqual(long)
  },
)

test.each([
  ['/long', undefined],
  ['/long', 'identity'],
  ['/long', 'gzip;q=0'],
  ['/short', 'gzip'],
])('%s, requested with %s, is not compressed', async (url, accepted) => {
  const { headers } = await get(url, accepted)
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding'])
})

test('the body of a request is not decompressed', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const { statusCode } = await app.inject({ method: 'POST', url: '/echo', headers, payload: '{"a":1}' })
  expect(statusCode).toBe(200)
})
