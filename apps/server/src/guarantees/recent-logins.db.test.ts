import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#test/declared.ts'
import { nameOf } from '#test/endpoint-samples.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const endpoints = await allEndpoints()
const guarded = endpoints.filter(({ reauthentication }) => reauthentication === 'recent')

test('a recent login is needed for what changes how people log in, reveals or makes a key, or deletes a tenant', () => {
  expect(guarded.map(nameOf).toSorted()).toEqual([
    'DELETE /api/v2/internal/identityproviders/:key',
    'DELETE /api/v2/internal/secondfactor/app',
    'DELETE /api/v2/internal/secondfactor/passkeys/:id',
    'DELETE /api/v2/internal/tenants/:key',
    'DELETE /api/v2/internal/users/:key',
    'DELETE /api/v2/internal/users/:key/secondfactor',
    'POST /api/v2/internal/apikeys',
    'POST /api/v2/internal/apikeys/:key/reveal',
    'POST /api/v2/internal/apikeys/rotate',
    'POST /api/v2/internal/changeusers',
    'POST /api/v2/internal/identityproviders',
    'POST /api/v2/internal/identityproviders/:key/samlkeys',
    'POST /api/v2/internal/ownkeys',
    'POST /api/v2/internal/ownkeys/:id/rotate',
    'POST /api/v2/internal/passwordlinks',
    'POST /api/v2/internal/secondfactor/app',
    'POST /api/v2/internal/secondfactor/app/confirm',
    'POST /api/v2/internal/secondfactor/passkeys',
    'POST /api/v2/internal/secondfactor/passkeys/begin',
    'POST /api/v2/internal/secondfactor/recoverycodes',
    'POST /api/v2/internal/users',
    'POST /api/v2/internal/webhooks',
    'POST /api/v2/internal/webhooks/:key/secret',
    'PUT /api/v2/internal/changerule',
    'PUT /api/v2/internal/identityproviders',
    'PUT /api/v2/internal/secondfactorrule',
    'PUT /api/v2/internal/users',
    'PUT /api/v2/internal/webhooks',
  ])
})

/** Fields that are a credential, or decide who logs in as what, or where mails of an account go. */
const guardedFields = /^(password|new_password|token|client_secret|secret|recovery_codes|is_superuser|email)$/

/** These ask for a credential themselves, or are the login. */
const proving = [
  'POST /api/v2/internal/reauthenticate',
  'POST /api/v2/internal/change_password',
  'PUT /api/v2/internal/change_password',
  'POST /api/v2/internal/readpasswordlink',
  'POST /api/v2/internal/setpassword',
]

test('every write with a credential, a right or an e-mail address in its body or answer needs a recent login', () => {
  const namesIn = (schema: z.ZodType | undefined): string[] =>
    schema
      ? (JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))
          .match(/"properties":\{|"\w+":\{/g)
          ?.map((name) => name.slice(1, -3)) ?? [])
      : []
  const isGuarded = (schema: z.ZodType | undefined) => namesIn(schema).some((name) => guardedFields.test(name))
  const open = endpoints.filter(
    ({ method, caller, body, answer, reauthentication }) =>
      method !== 'GET' &&
      caller !== 'anyone' &&
      caller !== 'api-key' &&
      reauthentication === undefined &&
      (isGuarded(body) || isGuarded(answer)),
  )
  expect(open.map(nameOf).filter((name) => !proving.includes(name))).toEqual([])
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
