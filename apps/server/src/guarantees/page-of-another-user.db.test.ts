import { shownUserHeader } from '@quatrain/contract/accounts/session.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const hostOf = ({ deployments }: Endpoint): Host => (deployments.includes('tenant') ? 'north.test' : 'super.test')

describe.each(databases)('requests that name the user of the page, on $name', (kind) => {
  let server: TestApp
  let endpoints: Endpoint[]
  beforeAll(async () => {
    server = await startTestApp(kind)
    endpoints = declaredEndpoints(server.app).filter(({ caller }) => caller !== 'api-key')
  })
  afterAll(() => server.close())

  const call = async (endpoint: Endpoint, username: string | undefined, shown: string) => {
    const client = await server.as(username, hostOf(endpoint))
    const path = endpoint.path.replaceAll(/:\w+/g, 'x')
    const body = endpoint.body && {}
    return client.send(endpoint.method, path, body, { ...whatever, [shownUserHeader]: shown })
  }
  const recorded = () => server.owner.selectFrom('activity').select(['tenant_id', 'number']).execute()

  test('are refused in the session of another user, both reads and writes, and nothing is recorded', async () => {
    expect(endpoints.length).toBeGreaterThan(100)
    await server.as('admin', 'north.test')
    await server.as('admin', 'super.test')
    const before = await recorded()
    for (const endpoint of endpoints) {
      for (const shown of ['nobody', 'Admin', 'admin ', '']) {
        const { status, body } = await call(endpoint, 'admin', shown)
        expect([status, body.code], `${nameOf(endpoint)} as "${shown}"`).toEqual([409, 'user_changed'])
      }
    }
    expect(await recorded()).toEqual(before)
  })

  test('are treated as usual without a session', async () => {
    for (const endpoint of endpoints) {
      const { status, body } = await call(endpoint, undefined, 'admin')
      if (endpoint.caller === 'anyone') expect(body.code, nameOf(endpoint)).not.toBe('user_changed')
      else expect([status, body.code], nameOf(endpoint)).toEqual([401, 'not_authenticated'])
    }
  })

  test('succeed in the session of this user, whatever letters the name has', async () => {
    const username = 'jörn 100%'
    const north = await server.tenant('NORTH')
    await north.updateTable('users').set({ username }).where('username', '=', 'nobody').execute()
    const client = await server.as(username, 'north.test')
    const headers = { [shownUserHeader]: encodeURIComponent(username) }
    expect((await client.send('GET', '/api/v2/internal/metricprofiles', undefined, headers)).status).toBe(200)
  })
})
