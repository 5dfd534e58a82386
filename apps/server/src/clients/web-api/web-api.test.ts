import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorCode } from '@quatrain/contract/kit/errors.ts'
import { expect, onTestFinished, test } from 'vitest'
import { certainlyNotApplied, UpstreamError } from './upstream-error.ts'
import { webApiOf } from './web-api.ts'

/** A Web API that responds like this; `seen` are the calls that it received. */
async function webApiThat(listener: RequestListener, timeout = 60_000) {
  const seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    listener(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const { metricProfiles } = webApiOf(async () => ({ url: `http://127.0.0.1:${port}`, key: 'the key', timeout }))
  return { ...metricProfiles, seen }
}

const answering =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

const json = (body: unknown) => JSON.stringify(body)
const success = { message: 'Success', code: '200' }
const profile = { name: 'CORE', description: '', services: [{ service: 'web', metrics: ['http'] }] }
const stored = { ...profile, id: '4c1f0d5e-6f0b-4f0e-9a5b-0c8e5f1f7a11', date: '2026-11-21' }

async function failureOf(work: Promise<unknown>, code: ErrorCode = 'upstream_failed'): Promise<UpstreamError> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof UpstreamError)) throw new Error('It did not fail as the Web API fails.', { cause: error })
  expect(error.code).toBe(code)
  expect(error.extra.source).toBe('web-api')
  return error
}

test('a body that is too large for the Web API is an error of the caller, not of the Web API', async () => {
  const details = 'The request body is larger than 256 kB.'
  const api = await webApiThat(answering(413, json({ status: { message: 'Content Too Large', code: '413', details } })))
  const error = await failureOf(api.find(stored.id), 'too_large')
  expect([error.message, error.certainlyNotApplied]).toEqual([details, true])
})

test('a call sends the key and requests an uncompressed response', async () => {
  const api = await webApiThat(answering(200, json({ status: success, data: [stored] }), { etag: '"7"' }))
  expect(await api.find(stored.id)).toEqual({ ...stored, etag: '"7"' })
  expect(api.seen[0]).toMatchObject({
    method: 'GET',
    url: `/api/v2/metric_profiles/${stored.id}`,
    headers: { 'x-api-key': 'the key', accept: 'application/json', 'accept-encoding': 'identity' },
  })
})

test.each(['.', '..', '%2e', '%2E%2e', '.%2e', '../reports', '..\\reports', 'a/b', 'a\\b', 'a/../b'])(
  'an id that would resolve to another path is never requested: %s',
  async (id) => {
    const api = await webApiThat(answering(200, json({ status: success, data: [stored] })))
    expect(await api.find(id)).toBeUndefined()
    await api.remove(id)
    expect((await failureOf(api.change(id, profile, undefined))).isMissing).toBe(true)
    expect(api.seen).toEqual([])
  },
)

test('a write sends the entity tag of the expected state if the service has sent one', async () => {
  const api = await webApiThat(answering(200, json({ status: success })))
  await api.change(stored.id, profile, '"7"')
  await api.change(stored.id, profile, undefined)
  await api.remove(stored.id, '"8"')
  expect(api.seen.map(({ headers }) => headers['if-match'])).toEqual(['"7"', undefined, '"8"'])
})

test.each([
  ['says so', { 'preference-applied': 'return=representation' }, stored],
  ['does not say so', {}, undefined],
])('the response to a change is what has been stored only if the service %s', async (_, headers, expected) => {
  const api = await webApiThat(answering(200, json({ status: success, data: [stored] }), headers))
  expect(await api.change(stored.id, profile, undefined)).toEqual(expected)
  expect(api.seen[0]?.headers.prefer).toBe('return=representation')
})

test('a service that ignores the preference may answer a change with anything', async () => {
  const data = { id: stored.id, links: { self: 'https://web-api.test/' } }
  const api = await webApiThat(answering(200, json({ status: success, data })))
  expect(await api.change(stored.id, profile, undefined)).toBeUndefined()
})

test('a weak entity tag is ignored, because it may cover several states', async () => {
  const api = await webApiThat(answering(200, json({ status: success, data: [stored] }), { etag: 'W/"7"' }))
  expect(await api.find(stored.id)).toEqual({ ...stored, etag: undefined })
})

test('names are matched exactly, and similar ones are left out', async () => {
  const others = [{ ...stored, name: 'core' }, stored]
  const api = await webApiThat(answering(200, json({ status: success, data: others })))
  expect(await api.named('CORE')).toEqual([stored])
  await api.named('a&b=c ö')
  expect(api.seen[1]?.url).toBe('/api/v2/metric_profiles?name=a%26b%3Dc%20%C3%B6')
})

test.each([
  ['status.details', { status: { message: 'Conflict', code: '409', details: 'The name is taken.' } }],
  [
    'errors[0].details',
    {
      status: { message: 'Conflict', code: '409' },
      errors: [
        { message: 'Conflict', code: '409', details: 'The name is taken.' },
        { message: 'Conflict', code: '409', details: 'And more.' },
      ],
    },
  ],
])('a refusal is reported in the service’s own words, from %s', async (_, body) => {
  const error = await failureOf((await webApiThat(answering(409, json(body)))).add(profile))
  expect(error.message).toBe('The name is taken.')
  expect(certainlyNotApplied(error)).toBe(true)
})

test('long messages are truncated', async () => {
  const body = { status: { message: '', code: '422', details: 'x'.repeat(100_000) } }
  const error = await failureOf((await webApiThat(answering(422, json(body)))).add(profile))
  expect(error.message).toHaveLength(1000)
})

test.each([
  [400, 'The Web API answered 400.', true],
  [401, 'The Web API refused the key (401).', true],
  [403, 'The Web API refused the key (403).', true],
  [404, 'The Web API answered 404.', true],
  [429, 'The Web API answered 429.', true],
  [500, 'The Web API answered 500.', false],
  [502, 'The Web API answered 502.', false],
  [503, 'The Web API answered 503.', false],
])(
  'a %i without a message is reported as a sentence; only a refusal means that nothing was changed',
  async (status, sentence, isCertain) => {
    const error = await failureOf((await webApiThat(answering(status, '<h1>No'))).change(stored.id, profile, undefined))
    expect(error.message).toBe(sentence)
    expect(certainlyNotApplied(error)).toBe(isCertain)
  },
)

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is not followed, so the key is not sent elsewhere',
  async (status) => {
    const elsewhere = await webApiThat(answering(200, json({ status: success })))
    await elsewhere.remove('first')
    const host = elsewhere.seen[0]?.headers.host
    const api = await webApiThat(answering(status, '', { location: `http://${host}/api/v2/metric_profiles/x` }))
    const error = await failureOf(api.remove('x'))
    expect(error.message).toBe(`The Web API answered with a redirect (${status}), which is not followed.`)
    expect(certainlyNotApplied(error)).toBe(false)
    expect(elsewhere.seen).toHaveLength(1)
  },
)

test.each([
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['null', 'null'],
  ['an error with status 200', json({ message: 'Failure' })],
  ['data of another kind', json({ status: success, data: { id: 1 } })],
])('a response that is %s is an error', async (_, body) => {
  const api = await webApiThat(answering(200, body))
  for (const call of [api.list(), api.find('x'), api.add(profile)]) {
    const error = await failureOf(call)
    expect(error.message).toBe('The response of the Web API is invalid.')
    expect(certainlyNotApplied(error)).toBe(false)
  }
})

test('an object that the service reports as missing is missing', async () => {
  const missing = json({ status: { message: 'Not Found', code: '404' } })
  const api = await webApiThat(answering(404, missing))
  expect(await api.find('x')).toBeUndefined()
  await api.remove('x')
  expect((await failureOf(api.change('x', profile, undefined))).isMissing).toBe(true)
})

test("a 404 that is not the service's own does not mean that the object is missing", async () => {
  const api = await webApiThat(answering(404, '404 page not found'))
  for (const call of [api.find('x'), api.remove('x')]) {
    expect((await failureOf(call)).message).toBe('The Web API answered 404.')
  }
})

test('a service that does not respond times out', async () => {
  const error = await failureOf((await webApiThat(() => {}, 60)).add(profile))
  expect(error.message).toBe('The Web API did not answer within 0.06 seconds.')
  expect(certainlyNotApplied(error)).toBe(false)
})

test('a service that starts a response and never ends it times out', async () => {
  const api = await webApiThat((_, response) => void response.writeHead(200).write('{"status":'), 60)
  expect((await failureOf(api.add(profile))).message).toBe('The Web API did not answer within 0.06 seconds.')
})

test('a lost connection leaves the outcome unknown', async () => {
  const api = await webApiThat(({ socket }) => void socket.destroy())
  const error = await failureOf(api.add(profile))
  expect(error.message).toBe('The connection to the Web API was lost.')
  expect(certainlyNotApplied(error)).toBe(false)
})

test('a service that is down has changed nothing', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  const { metricProfiles } = webApiOf(async () => ({ url: `http://127.0.0.1:${port}`, key: '', timeout: 60_000 }))
  const error = await failureOf(metricProfiles.add(profile))
  expect(error.message).toBe('The Web API cannot be reached.')
  expect(certainlyNotApplied(error)).toBe(true)
})

const tooLarge = 64 * 1024 * 1024 + 1

test('a response with a too large content-length is not read', async () => {
  const api = await webApiThat((_, response) => {
    response.writeHead(200, { 'content-length': String(tooLarge) })
    response.write('{')
  })
  expect((await failureOf(api.list())).message).toBe('The response of the Web API is too large.')
})

test('a response without a content-length is read up to the maximum size', async () => {
  let written = 0
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  const api = await webApiThat((_, response) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && written < 4 * tooLarge) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', write)
      }
    }
    write()
  })
  expect((await failureOf(api.list())).message).toBe('The response of the Web API is too large.')
  expect(written).toBeLessThan(2 * tooLarge)
})

test('the key is requested once, with the first call', async () => {
  let calls = 0
  const server = createServer(answering(200, json({ status: success, data: [] })))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const { metricProfiles } = webApiOf(async () => {
    calls += 1
    return { url: `http://127.0.0.1:${port}`, key: 'k', timeout: 60_000 }
  })
  expect(calls).toBe(0)
  await metricProfiles.list()
  await metricProfiles.named('x')
  expect(calls).toBe(1)
})
