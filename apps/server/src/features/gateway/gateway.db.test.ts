import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { webApiToken } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const gateway = '/api/v2/webapi/topology/service-types'
const web = { name: 'web.portal', title: 'Portal', description: 'Public portal', tags: ['poem'] }
const mail = { name: 'mail', title: '', description: '' }

describe.each(databases)('service types through the gateway on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await tell('DELETE')
  })

  /** A request to the Web API with the tenant's key, without the console. */
  const tell = (method: 'POST' | 'DELETE', types?: readonly object[]) =>
    fetch(`${server.webApi.url}/api/v2/topology/service-types`, {
      method,
      headers: { 'x-api-key': webApiToken('NORTH') },
      ...(types && { body: JSON.stringify(types) }),
    })
  const publicToken = async () => (await server.browser().send('GET', 'public_apikey')).body.token

  test('are those of today, for signed-in users and for the public', async () => {
    expect((await tell('POST', [web, mail])).status).toBe(201)
    const date = '2030-01-01'
    const seen = {
      status: 200,
      body: {
        status: { message: 'Success', code: '200' },
        data: [
          { date, ...mail },
          { date, ...web },
        ],
      },
    }
    expect(await (await server.as('nobody')).send('GET', gateway)).toMatchObject(seen)
    const { body } = await server.box(await publicToken()).send('GET', gateway)
    expect(body).toEqual(seen.body)
  })

  test('are empty if the Web API has never had a list', async () => {
    expect(await (await server.as('nobody')).send('GET', gateway)).toMatchObject({ status: 200, body: { data: [] } })
  })

  test('are read with the key of the tenant, which is not disclosed', async () => {
    await tell('POST', [web])
    const answer = await (await server.as('admin')).send('GET', gateway)
    expect(JSON.stringify(answer)).not.toContain(webApiToken('NORTH'))
    expect((await (await server.as('admin', 'south.test')).send('GET', gateway)).body.data).toEqual([])
  })

  test('are not available to others', async () => {
    const token = await publicToken()
    expect((await server.browser().send('GET', gateway)).status).toBe(401)
    expect((await server.box('box-NORTH').send('GET', gateway)).status).toBe(401)
    expect((await server.box(webApiToken('NORTH')).send('GET', gateway)).status).toBe(401)
    expect((await server.box(token, 'south.test').send('GET', gateway)).status).toBe(401)
    expect((await (await server.as('admin', 'super.test')).send('GET', gateway)).status).toBe(404)
  })

  test('are read-only, and no other topology is available', async () => {
    const admin = await server.as('admin')
    const before = server.webApi.calls.length
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await admin.send(method, gateway, method === 'DELETE' ? undefined : [])
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
    for (const path of ['topology', 'topology/service-types/web', 'topology/service-types/..']) {
      expect((await admin.send('GET', `/api/v2/webapi/${path}`)).status).toBe(404)
    }
    expect(server.webApi.calls.slice(before)).toEqual([])
  })

  test('a Web API that does not respond, refuses or sends an invalid response is reported', async () => {
    const admin = await server.as('admin')
    const result = (detail: string) => ({ status: 502, body: { code: 'upstream_failed', source: 'web-api', detail } })
    server.webApi.behave({ kind: 'refuse', status: 503 })
    expect(await admin.send('GET', gateway)).toMatchObject(result('The Web API answered 503.'))
    server.webApi.behave({ kind: 'rubbish' })
    expect(await admin.send('GET', gateway)).toMatchObject(result('The response of the Web API is invalid.'))
    // A 404 that is not the service's own is no empty list.
    server.webApi.behave({ kind: 'rubbish', status: 404 })
    expect(await admin.send('GET', gateway)).toMatchObject(result('The Web API answered 404.'))
  })

  /** Every address in `config_options`. */
  async function addresses(): Promise<string[]> {
    const { body } = await server.browser().send('GET', 'config_options')
    const given: Record<string, unknown> = { ...body.result, ...body.result.webapireports }
    return Object.values(given).filter((value) => typeof value === 'string' && value.startsWith('/api/')) as string[]
  }

  test('every address in `config_options` exists in the Web API, or its response says that it has no documents', async () => {
    const nobody = await server.as('nobody')
    const result = new Map<string, unknown>()
    for (const address of await addresses()) {
      const { status, body } = await nobody.send('GET', address)
      result.set(address.replace('/api/v2/webapi/', ''), status === 404 ? [body.source, body.detail] : status)
    }
    const nothingAt = (path: string) => ['web-api', `The Web API has nothing at ${path}.`]
    expect(Object.fromEntries(result)).toEqual({
      metric_profiles: 200,
      aggregation_profiles: 200,
      thresholds_profiles: 200,
      operations_profiles: 200,
      reports: 200,
      'topology/service-types': 200,
      'topology/endpoints': 200,
      ...Object.fromEntries(['topology/tags', 'topology/groups'].map((path) => [path, nothingAt(path)])),
    })
  })

  test('nobody learns from the topology who is notified', async () => {
    const shared = { tags: { monitored: '1' }, notifications: { contacts: ['ops@harbor.example'], enabled: true } }
    const rows = {
      groups: { group: 'NORTH', type: 'NGI', subgroup: 'quay', ...shared },
      endpoints: { group: 'quay', type: 'SITES', service: 'web.portal', hostname: 'p1.harbor.example', ...shared },
    }
    const { token } = (await server.browser().send('GET', 'public_apikey')).body
    for (const [kind, row] of Object.entries(rows)) {
      const headers = { 'x-api-key': webApiToken('NORTH') }
      const address = `${server.webApi.url}/api/v2/topology/${kind}`
      expect((await fetch(address, { method: 'POST', headers, body: JSON.stringify([row]) })).status).toBe(201)
      const { notifications: _, ...shown } = row
      for (const client of [server.box(token), await server.as('admin')]) {
        const { body } = await client.send('GET', `/api/v2/webapi/topology/${kind}`)
        expect(body.data).toEqual([{ date: '2030-01-01', ...shown }])
      }
      await fetch(address, { method: 'DELETE', headers })
    }
  })

  test('lists that are null are passed on as empty lists', async () => {
    const body = (item: object) => ({ status: { message: 'Success', code: '200' }, data: [{ id: '1', ...item }] })
    const user = await server.as('nobody')
    for (const [path, given, passed] of [
      ['aggregation_profiles', { groups: null }, { groups: [] }],
      ['thresholds_profiles', { rules: null, of: { another: null } }, { rules: [], of: { another: null } }],
      ['reports/1', { filter_tags: null, profiles: null }, { filter_tags: [], profiles: [] }],
      ['reports', { info: { name: 'R' }, filter_tags: null }, { info: { name: 'R' }, filter_tags: [] }],
      [
        'topology/tags',
        { name: 'groups', values: [{ name: 'a', values: null }] },
        { values: [{ name: 'a', values: [] }] },
      ],
    ] as const) {
      server.webApi.behave({ kind: 'lie', status: 200, body: body(given) })
      const answer = await user.send('GET', `/api/v2/webapi/${path}`)
      expect(answer, path).toMatchObject({ status: 200, body: { data: [passed] } })
    }
  })

  test("requests are passed on with the tenant's read-only key", async () => {
    const report = { info: { name: 'Critical', description: '' }, topology_schema: {}, profiles: [], filter_tags: [] }
    const added = await fetch(`${server.webApi.url}/api/v2/reports`, {
      method: 'POST',
      headers: { 'x-api-key': webApiToken('NORTH') },
      body: JSON.stringify({ ...report, disabled: false }),
    })
    expect(added.status).toBe(201)
    const { body } = await (await server.as('nobody')).send('GET', '/api/v2/webapi/reports')
    expect(body.data).toMatchObject([{ tenant: 'NORTH', info: { name: 'Critical' } }])
    const one = await (await server.as('nobody')).send('GET', `/api/v2/webapi/reports/${body.data[0].id}`)
    expect(one.body.data).toEqual(body.data)
    expect((await (await server.as('admin', 'south.test')).send('GET', '/api/v2/webapi/reports')).body.data).toEqual([])
  })

  test.each(['%252e', '%252e%252e', '..%2freports', '..%5creports', '%5c..', 'a%2fb'])(
    'the id %s leads to no other address',
    async (id) => {
      const admin = await server.as('admin')
      const before = server.webApi.calls.length
      for (const kind of ['metric_profiles', 'reports', 'aggregation_profiles', 'operations_profiles']) {
        expect((await admin.send('GET', `/api/v2/webapi/${kind}/${id}`)).status).toBe(404)
      }
      expect(server.webApi.calls.slice(before)).toEqual([])
    },
  )
})
