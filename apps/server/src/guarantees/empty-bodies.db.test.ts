import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { isOfSession, nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { password } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

/** Clients that set the header on every request, with each possible length of an empty body. */
const emptyJson: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'application/json', 'content-length': '0' },
  { 'content-type': 'application/json; charset=utf-8' },
]

describe.each(databases)('an empty body with the type of JSON on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  beforeAll(async () => {
    server = await startTestApp(kind)
    sampled = await addSampled(server)
  })
  afterAll(() => server.close())

  const bodiless = () => declaredEndpoints(server.app).filter(({ method, body }) => method !== 'GET' && !body)

  async function adminAt(host: Host, path: string): Promise<Client> {
    if (!isOfSession(path)) return server.as('admin', host)
    const browser = server.browser(host)
    await browser.send('GET', 'istenantschema')
    await browser.send('POST', '/dj-rest-auth/login', { username: 'admin', password })
    return browser
  }

  /** The address of a tested login, the secret of an authenticator app with its address, and challenges are new each time. */
  const random = new Set(['requestId', 'location', 'secret', 'address', 'challenge'])

  test('counts as no body where none is expected', async () => {
    expect(bodiless().length).toBeGreaterThan(10)
    for (const endpoint of bodiless()) {
      const host: Host = endpoint.deployments.includes('tenant') ? 'north.test' : 'super.test'
      const samples = samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.idsAt.get(host))
      const { path, headers } = sampleFor(samples, endpoint)
      const request = async (more: Readonly<Record<string, string>>) => {
        const client = await adminAt(host, endpoint.path)
        const given = { 'if-match': '*', ...headers, ...more }
        const { status, body } = await client.send(endpoint.method, path, undefined, given)
        return { status, body: Object.fromEntries(Object.entries(body).filter(([field]) => !random.has(field))) }
      }
      const plain = await request({})
      for (const header of emptyJson) expect(await request(header), nameOf(endpoint)).toEqual(plain)
    }
  })

  test('ends the session at logout', async () => {
    const [header = {}] = emptyJson
    const browser = await adminAt('north.test', '/dj-rest-auth/logout')
    expect((await browser.send('POST', '/dj-rest-auth/logout', undefined, header)).status).toBe(200)
    expect((await browser.send('GET', 'sessionactive/true')).body).toEqual({ active: false })
  })

  test('is refused with a message where a body is required', async () => {
    const admin = await server.as('admin')
    for (const header of emptyJson) {
      const { status, body } = await admin.send('POST', 'metricprofiles', undefined, header)
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' })
    }
  })
})
