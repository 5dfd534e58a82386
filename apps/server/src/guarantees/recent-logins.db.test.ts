import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#test/declared.ts'
import { nameOf } from '#test/endpoint-samples.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const guarded = (await allEndpoints()).filter(({ reauthentication }) => reauthentication === 'recent')

test('a recent login is needed for what changes how people log in, reveals or makes a key, or deletes a tenant', () => {
  expect(guarded.map(nameOf).toSorted()).toEqual([
    'DELETE /api/v2/internal/identityproviders/:key',
    'DELETE /api/v2/internal/secondfactor/app',
    'DELETE /api/v2/internal/secondfactor/passkeys/:id',
    'DELETE /api/v2/internal/tenants/:key',
    'DELETE /api/v2/internal/users/:key/secondfactor',
    'POST /api/v2/internal/apikeys/:key/reveal',
    'POST /api/v2/internal/identityproviders',
    'POST /api/v2/internal/identityproviders/:key/samlkeys',
    'POST /api/v2/internal/ownkeys',
    'POST /api/v2/internal/ownkeys/:id/rotate',
    'POST /api/v2/internal/secondfactor/app',
    'POST /api/v2/internal/secondfactor/app/confirm',
    'POST /api/v2/internal/secondfactor/passkeys',
    'POST /api/v2/internal/secondfactor/passkeys/begin',
    'POST /api/v2/internal/secondfactor/recoverycodes',
    'PUT /api/v2/internal/identityproviders',
    'PUT /api/v2/internal/secondfactorrule',
  ])
})

// What is refused does not reach the database.
describe.each(databases.slice(-1))('with a login of more than ten minutes ago', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  test.each(guarded.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s is refused',
    async (_, { method, path, deployments }) => {
      for (const deployment of deployments) {
        const client = server.browser(deployment === 'super' ? 'super.test' : 'north.test')
        await client.send('GET', 'istenantschema')
        await client.send('POST', '/dj-rest-auth/login', { username: 'admin', password: 'correct horse battery' })
        const call = () =>
          client.send(method, path.replace(':key', 'unknown').replace(':id', '1'), undefined, { 'if-match': '*' })
        server.clock.pass(599)
        expect((await call()).body?.code).not.toBe('reauthentication_required')
        server.clock.pass(1)
        const { status, body } = await call()
        expect([status, body.code]).toEqual([403, 'reauthentication_required'])
      }
    },
  )
})
