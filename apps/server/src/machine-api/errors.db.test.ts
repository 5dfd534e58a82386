import { bodyLimitOf, type Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { databases, serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allEndpoints } from '#test/declared.ts'
import { nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { behindLines } from '#test/lossy-postgresql.ts'
import { refusal } from '#test/refusal.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { type Answer, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const endpoints = (await allEndpoints()).filter(({ caller }) => caller === 'api-key')

const hostOf = ({ deployments }: Endpoint): Host => (deployments.includes('tenant') ? 'north.test' : 'super.test')
const goodKey = (host: Host) => (host === 'north.test' ? 'box-NORTH' : 'box-all')

/** A request of a machine, optionally with changes. */
function callOf(server: TestApp, sampled: Sampled, endpoint: Endpoint) {
  const host = hostOf(endpoint)
  const given = sampleFor(samplesFor(sampled.profileOf('north.test'), {}), endpoint)
  const send = (
    key: string | undefined,
    changed: { method?: string; path?: string; body?: unknown; type?: string },
  ) => {
    const { method = endpoint.method, path = given.path, body = given.body, type } = changed
    return server.box(key, host).send(method, path, body, { ...given.headers, ...(type && { 'content-type': type }) })
  }
  return { ...given, host, send, sendWithKey: (changed = {}) => send(goodKey(host), changed) }
}

/** Boxes know only one API: errors do not say which store has failed. */
function expectError(answer: Answer, status: number, what: string) {
  expect([what, answer.status]).toEqual([what, status])
  const result = refusal(answer)
  expect(result.detail, what).toMatch(/\S/)
  expect(result, what).not.toHaveProperty('source')
}

describe.each(databases)('errors of the machine API on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  beforeAll(async () => {
    server = await startTestApp(kind)
    sampled = await addSampled(server)
  })
  afterAll(() => server.close())

  test.each(endpoints)(
    'name the reason for an unauthorised or invalid request, for $method $path',
    async (endpoint) => {
      const { sendWithKey, send, path } = callOf(server, sampled, endpoint)
      for (const key of [undefined, 'wrong', 'box-SOUTH']) expectError(await send(key, {}), 403, `the key ${key}`)
      expectError(await sendWithKey({ method: 'PATCH' }), 405, 'another method')
      expectError(await sendWithKey({ path: `${path}/%zz` }), 400, 'a malformed address')
      expectError(await sendWithKey({ path: `${path}/no/such/path` }), 404, 'an address below')
      if (endpoint.params) {
        const unknown = await sendWithKey({ path: path.replace(/[^/]+$/, 'unknown') })
        expectError(unknown, 404, 'something unknown')
        expectError(await sendWithKey({ path: path.replace(/[^/]+$/, 'x'.repeat(2000)) }), 404, 'a long name')
      }
      if (endpoint.method === 'GET') return
      expectError(await sendWithKey({ path: `${path}?nonsense=1` }), 400, 'a parameter')
      expectError(await sendWithKey({ body: '{' }), 400, 'half of a body')
      expectError(await sendWithKey({ body: {} }), 400, 'an empty object')
      expectError(await sendWithKey({ type: 'text/plain' }), 415, 'another type')
      expectError(await sendWithKey({ body: ' '.repeat(bodyLimitOf(endpoint) + 1) }), 413, 'a large body')
    },
  )

  test('report an internal error as one', async () => {
    await sql`alter table api_keys rename to hidden_keys`.execute(server.owner)
    for (const endpoint of endpoints)
      expectError(await callOf(server, sampled, endpoint).sendWithKey(), 500, nameOf(endpoint))
    await sql`alter table hidden_keys rename to api_keys`.execute(server.owner)
  })
})

test.each(serverDatabases)('report an unavailable $name as such', async (kind) => {
  const databases = behindLines(kind)
  const server = await startTestApp(databases)
  onTestFinished(() => server.close())
  const sampled = await addSampled(server)
  for (const line of databases.lines) line.close()
  for (const endpoint of endpoints)
    expectError(await callOf(server, sampled, endpoint).sendWithKey(), 503, nameOf(endpoint))
})
