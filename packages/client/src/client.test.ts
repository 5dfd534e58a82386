import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { CallError, ConsoleClient } from './client.ts'

const opened: Server[] = []
afterAll(() => {
  for (const server of opened) server.close().closeAllConnections()
})

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** A client of a server whose answers are these, one after the other, the last for ever; and what it has received. There is none with -1. */
async function clientOf(...answers: readonly [status: number, body: unknown, headers?: Record<string, string>][]) {
  const received: Received[] = []
  const answer: RequestListener = async (request, response) => {
    const body = (await request.toArray()).join('')
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const [status, content, headers] = answers[Math.min(received.length, answers.length) - 1] ?? [0, '']
    if (status === 0) response.destroy()
    else if (status > 0) response.writeHead(status, headers).end(JSON.stringify(content))
  }
  const server = createServer(answer)
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const connection = { url: `http://127.0.0.1:${port}`, key: 'quk_key' }
  return { client: new ConsoleClient(connection), connection, received }
}

const refusal = { code: 'stale_version', detail: 'It was changed.', requestId: 'a' }
const failureOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.fail('The call did not fail.'),
    (error) => error,
  )

describe('a call', () => {
  test('has its parameters, key and preconditions, and returns the tag', async () => {
    const { client, received } = await clientOf([200, { name: 'a/b' }, { etag: '"1"' }])
    const input = {
      params: { key: 'a/b' },
      query: { remark: 'x y' },
      body: { a: 1 },
      ifMatch: '"0"',
      ifPreviewMatch: 'p',
    }
    expect(await client.send('PUT metrics/:key', input)).toEqual({ answer: { name: 'a/b' }, etag: '"1"' })
    await client.send('GET /api/v2/webapi/reports')
    expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PUT', '/api/v2/internal/metrics/a%2Fb?remark=x+y', '{"a":1}'],
      ['GET', '/api/v2/webapi/reports', ''],
    ])
    expect(received[0]?.headers).toMatchObject({ 'x-api-key': 'quk_key', 'if-match': '"0"', 'if-preview-match': 'p' })
  })

  test('is given up after as many seconds as the connection says', async () => {
    const { connection, received } = await clientOf([-1, ''])
    const error = await failureOf(new ConsoleClient({ ...connection, seconds: 0.5 }).send('PUT metrics'))
    expect([error.message, received.length]).toEqual([
      expect.stringMatching(/did not answer within 0.5 seconds\. It may have been carried out/),
      1,
    ])
  })

  test('throws what the console says of a refusal', async () => {
    const { client } = await clientOf([412, { ...refusal, fields: { name: 'Taken' } }])
    const error = await failureOf(client.send('PUT metrics', {}))
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ message: 'It was changed.', status: 412, refusal: { fields: { name: 'Taken' } } })
  })
})

describe('a failed call is repeated', () => {
  test.each(['GET metrics', 'PUT metrics?dry_run=true'])('if it reads: %s', async (name) => {
    const { client, received } = await clientOf([0, ''], [503, {}], [200, {}])
    const [call = '', isDry] = name.split('?')
    expect(await client.send(call, isDry ? { query: { dry_run: 'true' } } : {})).toMatchObject({ answer: {} })
    expect(received).toHaveLength(3)
  })

  test('at most so often', async () => {
    const { client, received } = await clientOf([503, {}, { 'retry-after': '0' }])
    expect((await failureOf(client.send('PUT metrics'))).status).toBe(503)
    expect(received).toHaveLength(4)
  })

  test.each([429, 503])('if it writes and was told when, with %i', async (status) => {
    const { client, received } = await clientOf([status, {}, { 'retry-after': '0' }], [200, {}])
    await client.send('PUT metrics')
    expect(received).toHaveLength(2)
  })

  test.each([
    ['a write without an answer', 'PUT metrics', 0, {}],
    ['a write that a proxy could not deliver', 'POST metrics', 502, {}],
    ['a write that failed', 'DELETE metrics', 503, {}],
    ['a write that failed after its time', 'PUT metrics', 504, { 'retry-after': '0' }],
    ['a fault', 'GET metrics', 500, {}],
    ['what must wait longer than a minute', 'GET metrics', 429, { 'retry-after': '61' }],
    ['a redirect', 'GET metrics', 302, { location: '/' }],
  ])('but not %s', async (_, name, status, headers) => {
    const { client, received } = await clientOf([status, {}, headers])
    expect((await failureOf(client.send(name))).status).toBe(status)
    expect(received).toHaveLength(1)
  })
})
