import { acceptsUserKeys } from '@quatrain/contract/kit/endpoint.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#test/declared.ts'
import { nameOf } from '#test/endpoint-samples.ts'
import { addOwnKey } from '#test/own-key.ts'
import { endpointsForUserKeys } from '#test/rights.ts'
import { type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const endpoints = (await allEndpoints()).filter(({ caller }) => caller !== 'api-key')
const refusing = endpoints.filter((endpoint) => !acceptsUserKeys(endpoint))

test('keys of users reach exactly what the table of rights says', () => {
  const reached = endpoints.filter(acceptsUserKeys).map(nameOf)
  expect(reached.toSorted()).toEqual(endpointsForUserKeys().toSorted())
})

// What is refused does not reach the database.
describe.each(databases.slice(-1))('the key of a superuser on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  test('reads no changes of people, keys and groups, which its user reads with a session', async () => {
    const admin = await server.as('admin', 'south.test')
    const key = { 'x-api-key': await addOwnKey(admin) }
    const person = { username: 'anna', email: 'anna@example.org', first_name: '', last_name: '', is_superuser: false }
    expect(
      (await admin.send('POST', 'users', { ...person, is_active: true, password: 'a long password' })).status,
    ).toBe(201)
    expect((await admin.send('POST', 'apikeys', { name: 'box', used_by: 'poem' })).status).toBe(201)
    const { body: own } = await admin.send('GET', 'changes')
    expect(own.rows.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['user', 'apikey']))
    for (const kind of ['', 'user', 'apikey']) {
      const { body } = await admin.send('GET', `changes?kind=${kind}`, undefined, key)
      expect(body).toEqual({ rows: [], total: 0 })
    }
    for (const { number } of own.rows) {
      expect((await admin.send('GET', `changes/${number}`)).body.change).not.toBeNull()
      expect((await admin.send('GET', `changes/${number}`, undefined, key)).body).toEqual({ change: null })
    }
  })

  test('is refused by each of these endpoints, also with the session of a browser', async () => {
    expect(refusing.length).toBeGreaterThan(100)
    for (const host of ['north.test', 'super.test'] satisfies Host[]) {
      const admin = await server.as('admin', host)
      const key = { 'x-api-key': await addOwnKey(admin) }
      const deployment = host === 'super.test' ? 'super' : 'tenant'
      for (const endpoint of refusing) {
        const { method, path } = endpoint
        if (!endpoint.deployments.includes(deployment)) continue
        const url = path.replaceAll(/:\w+/g, '1')
        const { status, body } = await admin.send(method, url, undefined, { ...whatever, ...key })
        expect([status, body.detail], nameOf(endpoint)).toEqual([
          403,
          'This cannot be done with the key of a user. Log in to the console.',
        ])
      }
    }
  })
})
