import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#test/declared.ts'
import { nameOf } from '#test/endpoint-samples.ts'
import { password } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const endpoints = (await allEndpoints()).filter(({ caller }) => caller !== 'api-key')
const isAllowed = ({ beforeSecondFactor }: (typeof endpoints)[number]) => beforeSecondFactor === 'allowed'
const isPublic = ({ caller }: (typeof endpoints)[number]) => caller === 'anyone'

test('who has to set up a second factor can do that, and log out', () => {
  expect(endpoints.filter(isAllowed).map(nameOf).toSorted()).toEqual([
    'GET /api/v2/internal/secondfactor',
    'GET /api/v2/internal/sessionactive/:istenant',
    'POST /api/v2/internal/reauthenticate',
    'POST /api/v2/internal/secondfactor/app',
    'POST /api/v2/internal/secondfactor/app/confirm',
    'POST /api/v2/internal/secondfactor/passkeys',
    'POST /api/v2/internal/secondfactor/passkeys/begin',
    'POST /dj-rest-auth/logout',
    'POST /saml2/logout',
  ])
})

// What is refused does not reach the database.
describe.each(databases.slice(-1))('a session that waits for a second factor', (kind) => {
  let server: TestApp
  const clients = new Map<Host, Client>()
  beforeAll(async () => {
    server = await startTestApp(kind)
    for (const host of ['north.test', 'super.test'] as const) {
      const admin = await server.as('admin', host)
      const { etag = '' } = await admin.send('GET', 'secondfactorrule')
      const rule = { required_of: 'everybody' }
      expect((await admin.send('PUT', 'secondfactorrule', rule, { 'if-match': etag })).status).toBe(200)
      const client = server.browser(host)
      await client.send('GET', 'istenantschema')
      await client.send('POST', '/dj-rest-auth/login', { username: 'admin', password })
      clients.set(host, client)
    }
  })
  afterAll(() => server.close())

  test.each(
    endpoints.filter((endpoint) => !isAllowed(endpoint)).map((endpoint) => [nameOf(endpoint), endpoint] as const),
  )('%s is refused, or answered as if nobody were logged in', async (_, endpoint) => {
    const { method, path, deployments } = endpoint
    for (const deployment of deployments) {
      const host = deployment === 'super' ? 'super.test' : 'north.test'
      const { status, body } = (await clients.get(host)?.send(method, path.replaceAll(/:\w+/g, '1'))) ?? {}
      if (isPublic(endpoint)) expect(body?.code).not.toBe('second_factor_required')
      else expect([status, body?.code]).toEqual([403, 'second_factor_required'])
    }
  })
})
