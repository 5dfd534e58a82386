import { randomUUID } from 'node:crypto'
import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf, addressOf } from '#test/addresses.ts'
import { aGroup, aMetricProfile, anEndpoint, aServiceType } from '#test/builders.ts'
import { refusal } from '#test/refusals.ts'
import { callable, startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const unauthorized = refusal(
  401,
  'Unauthorized',
  "You need to provide a correct authentication token using the header 'x-api-key'",
)
const forbidden = refusal(403, 'Access to the resource is Forbidden', 'This key may read but not write')
const notAcceptable = refusal(
  406,
  'Not Acceptable Content Type',
  "Accept header provided did not contain any valid content types. Acceptable content type is 'application/json'",
)
const kinds = [
  'metric_profiles',
  'aggregation_profiles',
  'thresholds_profiles',
  'operations_profiles',
  'weights',
  'reports',
]
const writes = [
  ...kinds.flatMap((kind) => [
    ['POST', kind] as const,
    ['PUT', `${kind}/${randomUUID()}`] as const,
    ['DELETE', `${kind}/${randomUUID()}`] as const,
  ]),
  ...['topology/service-types', 'topology/groups', 'topology/endpoints'].flatMap((path) => [
    ['POST', path] as const,
    ['PUT', path] as const,
    ['DELETE', path] as const,
  ]),
  ['POST', 'topology/groups/restore'],
  ['POST', 'topology/endpoints/restore'],
  ['POST', 'downtimes'],
  ['PUT', 'downtimes'],
  ['DELETE', 'downtimes'],
  ['PUT', 'feeds/topology'],
  ['PUT', 'feeds/weights'],
  ['PUT', 'feeds/data'],
] as const
const everything = [
  ['GET', 'metrics'],
  ['GET', 'metrics/by_report/any'],
  ['GET', 'downtimes'],
  ['GET', 'feeds/topology'],
  ['GET', 'feeds/weights'],
  ['GET', 'feeds/data'],
  ...kinds.flatMap((kind) => [['GET', kind] as const, ['GET', `${kind}/${randomUUID()}`] as const]),
  ['GET', 'topology/service-types'],
  ['GET', 'topology/groups'],
  ['GET', 'topology/tags'],
  ['GET', 'topology/stats/any'],
  ['GET', 'topology/groups/by_report/any'],
  ['GET', 'topology/endpoints/by_report/any'],
  ['POST', 'topology/scope'],
  ['GET', 'topology/endpoints'],
  ['GET', 'topology/groups/left-out'],
  ['GET', 'topology/endpoints/left-out'],
  ...writes,
] as const

describe.each(databases)('every address on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())

  test('of tenants is tested', () => {
    const there = [...addressesOf(api.app)].filter((path) => !path.startsWith('admin'))
    expect(new Set(everything.map(([, path]) => addressOf(path)))).toEqual(new Set(there))
  })

  test.each(everything.filter(([method]) => method === 'GET'))('%s %s can be read by every role', async (_, path) => {
    for (const role of ['viewer', 'editor', 'admin']) {
      expect([200, 404]).toContain((await api.call('GET', path, { key: `ORCHARD ${role}` })).status)
    }
  })

  test.each(everything)('%s %s checks the key first', async (method, path) => {
    for (const key of [null, '', 'unknown']) {
      const answer = await api.call(method, `${path}?date=x`, { key, body: '{', headers: { accept: 'text/html' } })
      expect(answer).toMatchObject(unauthorized)
      expect(answer.headers).not.toHaveProperty('x-api-key')
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  test.each(writes)('%s %s refuses viewers, whatever they accept and send', async (method, path) => {
    const call = { key: 'ORCHARD viewer', body: '{', headers: { accept: 'text/html' } }
    expect(await api.call(method, path, call)).toMatchObject(forbidden)
  })

  test.each(everything)('%s %s checks the Accept header before the rest', async (method, path) => {
    const call = { body: '{', headers: { accept: 'application/xml' } }
    expect(await api.call(method, `${path}?date=x`, call)).toMatchObject(notAcceptable)
  })

  test('viewers read, editors and admins write', async () => {
    expect(await api.call('GET', 'metric_profiles', { key: 'ORCHARD viewer' })).toMatchObject({ status: 200 })
    for (const key of ['ORCHARD editor', 'ORCHARD admin']) await api.add('metric_profiles', aMetricProfile(), { key })
  })

  test('a read whose entity tag the client has is answered with 304, until the state changes', async () => {
    // Other tests delete lists of the other tenant.
    const theirs = { key: 'HARBOR editor' }
    const profile = `metric_profiles/${await api.add('metric_profiles', aMetricProfile(), theirs)}`
    const lists = [
      ['topology/groups', [aGroup()], [aGroup({ subgroup: 'OTHER' })]],
      ['topology/endpoints', [anEndpoint()], [anEndpoint({ hostname: 'other.test' })]],
      ['topology/service-types', [aServiceType()], [aServiceType({ name: 'other' })]],
      [profile, undefined, aMetricProfile()],
    ] as const
    for (const [path, first, second] of lists) {
      if (first) await api.call('POST', path, { ...theirs, body: first })
      const seen = await api.call('GET', path, theirs)
      const etag = String(seen.headers.etag)
      const again = () => api.call('GET', path, { ...theirs, headers: { 'if-none-match': etag } })
      const known = await again()
      expect(known, path).toMatchObject({ status: 304, text: '', headers: { etag } })
      const others = await api.call('GET', path, { ...theirs, headers: { 'if-none-match': '"other"' } })
      expect(others, path).toMatchObject({ status: 200, text: seen.text })
      const { status, text } = await api.call('PUT', path, { ...theirs, body: second })
      expect(status, text).toBe(200)
      expect(await again(), path).toMatchObject({ status: 200 })
    }
  })

  test('responds with and without a trailing slash, to HEAD like to GET', async () => {
    const id = await api.add('metric_profiles/', aMetricProfile())
    expect(await api.call('GET', 'metric_profiles/')).toMatchObject({ status: 200 })
    expect(await api.call('GET', `metric_profiles/${id}/`)).toMatchObject({ status: 200 })
    expect(await api.call('HEAD', `metric_profiles/${id}`)).toMatchObject({
      status: 200,
      text: '',
      headers: { etag: `"${id}.1"` },
    })
  })

  test('lists the allowed methods for other methods, even without a key', async () => {
    const collection = await api.call('PUT', 'metric_profiles', { key: null, body: {} })
    expect(collection).toMatchObject(refusal(405, 'Method Not Allowed', 'PUT is not possible at this address'))
    expect(collection.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
    const item = await api.call('PATCH', `metric_profiles/${randomUUID()}`, { key: null, body: {} })
    expect(item).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, PUT, DELETE, OPTIONS' } })
  })

  test('unknown addresses are refused in the usual format', async () => {
    expect(await api.call('GET', 'metric_profile')).toMatchObject(
      refusal(404, 'Not Found', 'There is nothing at this address'),
    )
  })

  test.each(['/', '//', '/index.html', '/api', '/api/v2', '/api/v2/', '/api/v3/metrics', '/api/v2/metrics/x/y'])(
    '%s is refused in the usual format, whatever is sent there',
    async (url) => {
      const nothing = refusal(404, 'Not Found', 'There is nothing at this address')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await api.app.inject({ method, url, ...(method !== 'GET' && { payload: '{' }) })
        expect({ status: answer.statusCode, body: answer.json() }, method).toEqual(nothing)
      }
    },
  )

  test.each(['/%zz', '/api/v2/%', '/api/v2/reports/%e0%a4%a'])('%s is refused in the usual format', async (url) => {
    const answer = await api.app.inject({ url, headers: { 'x-api-key': 'ORCHARD editor' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ status: { message: 'Bad Request', code: '400' }, errors: [{ code: '400' }] })
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
  })

  test.each(everything)('%s %s is found with repeated slashes', async (method, path) => {
    for (const address of [`//api/v2/${path}`, `/api/v2//${path}`, `/api/v2/${path.replaceAll('/', '//')}//`]) {
      const answer = await api.app.inject({ method, url: address })
      expect({ status: answer.statusCode, body: answer.json() }, address).toMatchObject(unauthorized)
    }
  })

  test('OPTIONS needs no key', async () => {
    for (const path of ['metric_profiles', `metric_profiles/${randomUUID()}`, 'topology/service-types']) {
      expect(await api.call('OPTIONS', path, { key: null, headers: { accept: 'text/html' } })).toMatchObject({
        status: 200,
        text: '',
        headers: { 'content-type': 'text/plain; charset=utf-8', allow: 'GET, POST, DELETE, PUT, OPTIONS' },
      })
    }
  })

  test.each([undefined, 'application/json', 'text/plain', 'nonsense'])(
    'bodies with the content type %s are read',
    async (type) => {
      await api.add('metric_profiles', aMetricProfile(), type ? { headers: { 'content-type': type } } : {})
    },
  )

  test.each(everything.filter(([method]) => method === 'GET' || method === 'DELETE'))(
    '%s %s accepts an empty body with any content type',
    async (method, path) => {
      const bare = await api.call(method, path)
      const saying: Record<string, string>[] = [
        { 'content-type': 'application/json' },
        { 'content-type': 'application/json', 'content-length': '0' },
        { 'content-type': 'nonsense', 'transfer-encoding': 'chunked' },
      ]
      for (const headers of saying) {
        const { status, body } = await api.call(method, path, { headers })
        expect({ status, body }).toEqual({ status: bare.status, body: bare.body })
      }
      expect([200, 404]).toContain(bare.status)
    },
  )

  test.each([
    ['metric_profiles', '4 MB'],
    ['aggregation_profiles', '4 MB'],
    ['thresholds_profiles', '4 MB'],
    ['operations_profiles', '256 kB'],
    ['reports', '4 MB'],
    ['topology/service-types', '4 MB'],
    ['weights', '4 MB'],
    ['downtimes', '4 MB'],
  ])('a body for %s that is larger than %s is refused', async (path, limit) => {
    const answer = await api.call('POST', path, { body: `["${'x'.repeat(4 * 1024 * 1024)}"]` })
    expect(answer).toMatchObject(refusal(413, 'Payload Too Large', `The request body is larger than ${limit}.`))
  })

  test.each(writes)('%s %s refuses bodies that are deeply nested or have very many values', async (method, path) => {
    const limit = method === 'DELETE' || path.endsWith('/restore') ? 4 * 1024 : 200 * 1024
    for (const body of ['['.repeat(limit), '{"a":'.repeat(limit / 5), `[${'0,'.repeat(limit / 2 - 2)}0]`]) {
      expect(await api.call(method, path, { body })).toMatchObject({ status: 400, body: { status: { code: '400' } } })
    }
  })

  test('CORS headers are sent with every response if they are enabled', async () => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Content-Type, Accept, x-api-key',
      'access-control-allow-methods': 'GET, POST, DELETE, PUT, OPTIONS',
    }
    const open = await callable(api.database, { cors: true })
    expect((await api.call('GET', 'metric_profiles')).headers).not.toHaveProperty('access-control-allow-origin')
    expect(await open.call('GET', 'metric_profiles')).toMatchObject({ status: 200, headers })
    expect(await open.call('GET', 'metric_profiles', { key: null })).toMatchObject({ status: 401, headers })
    expect(await open.call('OPTIONS', 'metric_profiles', { key: null })).toMatchObject({ status: 200, headers })
    expect(await open.call('PATCH', 'metric_profiles')).toMatchObject({ status: 405, headers })
    expect(await open.call('GET', 'nothing')).toMatchObject({ status: 404, headers })
    await open.app.close()
  })

  test('operators can check the state of the server; its metrics are not on the public port', async () => {
    const status = async (url: string) => (await api.app.inject(url)).statusCode
    expect([await status('/healthz'), await status('/readyz'), await status('/metrics')]).toEqual([200, 200, 404])
  })
})

test('without its database the service reports that, and does not refuse the key', async () => {
  const database = databaseOn(openPostgreSql('postgres://nobody@127.0.0.1:1/nothing'))
  const away = await callable(database, { cors: true })
  const answer = await away.call('GET', 'metric_profiles')
  expect(answer).toMatchObject(
    refusal(503, 'Service Unavailable', 'The database cannot be reached. Try again in a moment.'),
  )
  expect(answer.headers).toHaveProperty('access-control-allow-origin', '*')
  expect((await away.app.inject('/healthz')).statusCode).toBe(200)
  expect((await away.app.inject('/readyz')).statusCode).toBe(503)
  await away.close()
})

test.each(databases)('an internal error discloses no details, on $name', async ({ open }) => {
  const empty = await callable(await open(), { cors: true })
  for (const [method, path] of everything) {
    const answer = await empty.call(method, path)
    expect(answer, `${method} ${path}`).toMatchObject(refusal(500, 'Internal Server Error', 'Internal server error'))
    expect(answer.headers).toHaveProperty('access-control-allow-origin', '*')
  }
  await empty.close()
})
