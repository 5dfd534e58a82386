import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const key = { 'x-api-key': 'box-NORTH' }
const onSuperTenant = ['/api/v2/metrictemplates', '/api/v2/metrictemplates/web', '/api/v2/default_ports']
/** Endpoints that need only a key. */
const requestedPaths = ['/api/v2/metrics', '/api/v2/metrics/web', ...onSuperTenant, '/api/v2/repos_internal/rocky9']

describe.each(databases)('requests of monitoring boxes on $name', (kind) => {
  let server: TestApp
  let north: Db
  beforeAll(async () => {
    server = await startTestApp(kind)
    north = await server.tenant('NORTH')
    await given(north, 'disk')
    await given(await server.tenant('SOUTH'), 'passive')
  })
  afterAll(() => server.close())

  async function request(path: string, headers: Record<string, string> = key, host: Host = 'north.test') {
    const { statusCode, body, headers: given } = await server.app.inject({ url: path, headers: { host, ...headers } })
    return { status: statusCode, text: body, headers: given }
  }
  /** Adds one metric to the tenant. */
  const given = (db: Db, name: string) =>
    sql`
      insert into metrics (template_id, template_version_id)
      select id, current_version_id from metric_templates where name = ${name}
    `.execute(db)
  const namesIn = (text: string): string[] => JSON.parse(text).flatMap(Object.keys)

  describe('the key', () => {
    const refusal = 'Authentication credentials were not provided.'

    test('is refused after too many failures from one address; a valid key still works', async () => {
      const from = async (remoteAddress: string, key: string) => {
        const headers = { host: 'north.test', 'x-api-key': key }
        return (await server.app.inject({ url: '/api/v2/metrics', headers, remoteAddress })).statusCode
      }
      for (let count = 0; count < 100; count += 1) expect(await from('192.0.2.9', `guess ${count}`)).toBe(403)
      expect(await from('192.0.2.9', 'one more')).toBe(429)
      expect(await from('192.0.2.9', 'box-NORTH')).toBe(200)
      expect(await from('192.0.2.10', 'one more')).toBe(403)
    })

    test.each([
      ['missing', {}],
      ['empty', { 'x-api-key': '' }],
      ['unknown', { 'x-api-key': 'box-WEST' }],
      ['in another case', { 'x-api-key': 'BOX-NORTH' }],
      ['revoked', { 'x-api-key': 'revoked-NORTH' }],
      ["another tenant's", { 'x-api-key': 'box-SOUTH' }],
      ['one of the Web API', { 'x-api-key': 'web-api-token-of-NORTH' }],
      ['in another header', { authorization: 'Api-Key box-NORTH' }],
      ['a bearer token', { authorization: 'Bearer box-NORTH' }],
      ['a cookie', { cookie: 'x-api-key=box-NORTH' }],
      ['with the character that no database keeps', { 'x-api-key': 'box-NORTH\u00a0' }],
    ])('is refused if it is %s, before the request is validated', async (_, headers) => {
      const box = server.box(undefined)
      for (const [method, path] of [
        ['GET', '/api/v2/metrics'],
        ['GET', '/api/v2/metrics/'],
        ['GET', '/api/v2/metrics/unknown?x-api-key=box-NORTH'],
        ['DELETE', '/api/v2/metrics'],
        ['POST', '/api/v2/metrics/web'],
        ['OPTIONS', '/api/v2/metrics'],
        ['GET', '/api/v2/metrictemplates'],
        ['GET', '/api/v2/metrictemplates/unknown'],
        ['GET', '/api/v2/default_ports'],
        ['POST', '/api/v2/default_ports/'],
        ['GET', '/api/v2/repos'],
        ['GET', '/api/v2/repos/unknown'],
        ['PUT', '/api/v2/repos/rocky9'],
        ['GET', '/api/v2/repos_internal/'],
        ['GET', '/api/v2/repos_internal/unknown'],
      ] as const) {
        const {
          status,
          body,
          headers: given,
        } = await box.send(method, path, undefined, headers as Record<string, string>)
        expect([status, body.code, body.detail], `${method} ${path}`).toEqual([403, 'not_allowed', refusal])
        expect(given).not.toHaveProperty('www-authenticate')
      }
    })

    test('cannot be replaced by a session', async () => {
      const { status, body } = await (await server.as('admin')).send('GET', '/api/v2/metrics')
      expect([status, body.detail]).toEqual([403, refusal])
    })

    test.each(requestedPaths)(
      'is sufficient at %s: cookies, CSRF checks and other credentials are ignored',
      async (path) => {
        const plain = await request(path)
        const { status, text, headers } = await request(path, {
          'X-API-KEY': 'box-NORTH',
          authorization: 'Basic nonsense',
          cookie: 'sessionid=nonsense; csrftoken=nonsense',
          'x-csrftoken': 'nonsense',
          origin: 'https://elsewhere.test',
          accept: 'text/html',
        })
        expect([status, text]).toEqual([200, plain.text])
        expect(headers).not.toHaveProperty('set-cookie')
        expect(headers['content-type']).toBe('application/json; charset=utf-8')
      },
    )

    test('does not work after it was revoked', async () => {
      const set = (revoked: boolean) =>
        north
          .updateTable('api_keys')
          .set({ revoked })
          .where('name', '=', 'NORTH')
          .where('used_by', '=', 'poem')
          .execute()
      expect((await request('/api/v2/metrics')).status).toBe(200)
      await set(true)
      expect((await request('/api/v2/metrics')).status).toBe(403)
      await set(false)
    })

    test('has its last use recorded by the minute; a refused request does not count', async () => {
      const lastUse = () =>
        north
          .selectFrom('api_keys')
          .select(['last_used_at as at', 'last_used_by as by'])
          .where('name', '=', 'NORTH')
          .where('used_by', '=', 'poem')
          .executeTakeFirstOrThrow()
      server.clock.pass(120)
      const first = server.clock.now()
      await request('/api/v2/metrics')
      expect(await lastUse()).toEqual({ at: first, by: '127.0.0.1' })
      server.clock.pass(59)
      await request('/api/v2/metrics')
      expect((await lastUse()).at).toEqual(first)
      server.clock.pass(1)
      await request('/api/v2/metrics', { 'x-api-key': 'revoked-NORTH' })
      expect((await lastUse()).at).toEqual(first)
      await request('/api/v2/metrics/nothing')
      expect((await lastUse()).at).toEqual(server.clock.now())
    })
  })

  describe('the address', () => {
    test('works with and without a trailing slash, without a redirect', async () => {
      for (const path of requestedPaths) {
        const [bare, slashed] = [await request(path), await request(`${path}/`)]
        expect([bare.status, slashed.status]).toEqual([200, 200])
        expect(slashed.text).toBe(bare.text)
      }
    })

    test('selects the tenant by its host, whatever the port and a leading www', async () => {
      expect(namesIn((await request('/api/v2/metrics', { ...key, host: 'www.NORTH.test:8443' })).text)).toEqual([
        'disk',
      ])
      expect(namesIn((await request('/api/v2/metrics', { 'x-api-key': 'box-SOUTH' }, 'south.test')).text)).toEqual([
        'passive',
      ])
    })

    test.each(onSuperTenant)('%s exists on the super-tenant too, for one of its keys', async (path) => {
      const there = await request(path, { 'x-api-key': 'box-all' }, 'super.test')
      expect([there.status, there.text]).toEqual([200, (await request(path)).text])
      expect((await request(path, key, 'super.test')).status).toBe(403)
      expect((await request(path, { 'x-api-key': 'box-all' })).status).toBe(403)
    })

    test.each(['/api/v2/nothing', '/api/v2/metrics/a/b', '/api/v2/repos/rocky9/more', '/api/v2'])(
      '%s does not exist, which the JSON response says',
      async (path) => {
        for (const headers of [key, {}]) {
          const { status, text } = await request(path, headers)
          expect([status, JSON.parse(text).detail]).toEqual([404, 'Not found.'])
        }
      },
    )

    test.each([
      '/api/v2/metrics',
      '/api/v2/metrics/web',
      '/api/v2/repos/rocky9',
      '/api/v2/repos_internal',
      '/api/v2/repos',
    ])('%s does not exist on the super-tenant, with or without a key', async (path) => {
      for (const headers of [key, {}]) {
        const { status, text } = await request(path, headers, 'super.test')
        expect([status, JSON.parse(text).detail]).toEqual([404, 'Address not found.'])
      }
    })
  })

  describe('the method', () => {
    const box = () => server.box('box-NORTH')

    test.each(['DELETE', 'POST', 'PUT', 'PATCH'])('%s is refused with the list of allowed methods', async (method) => {
      for (const path of [...requestedPaths, '/api/v2/metrics/', '/api/v2/repos', '/api/v2/repos/unknown']) {
        const { status, body, headers } = await box().send(method, path, 'nothing to read')
        expect([status, body.detail]).toEqual([405, `Method "${method}" not allowed.`])
        expect(headers.allow).toBe('GET, HEAD, OPTIONS')
      }
    })

    test('HEAD returns the headers of GET without the body', async () => {
      for (const path of requestedPaths) {
        const [head, get] = [await box().send('HEAD', path), await request(path)]
        expect([head.status, head.body]).toEqual([200, ''])
        expect(head.headers['content-length']).toBe(get.headers['content-length'])
        expect(head.etag).toBe(get.headers.etag)
      }
      expect((await server.box(undefined).send('HEAD', '/api/v2/metrics')).status).toBe(403)
    })

    test('OPTIONS lists the allowed methods', async () => {
      const { status, headers } = await box().send('OPTIONS', '/api/v2/metrics')
      expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS'])
    })
  })
})
