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

  /** What the Web API is told by whoever holds the tenant's key, past the console. */
  const tell = (method: 'POST' | 'DELETE', types?: readonly object[]) =>
    fetch(`${server.webApi.url}/api/v2/topology/service-types`, {
      method,
      headers: { 'x-api-key': webApiToken('NORTH') },
      ...(types && { body: JSON.stringify(types) }),
    })
  const publicToken = async () => (await server.browser().send('GET', 'public_apikey')).body.token

  test('are those in force today, to whoever is signed in and to the public', async () => {
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

  test('are none where the Web API never had a list', async () => {
    expect(await (await server.as('nobody')).send('GET', gateway)).toMatchObject({ status: 200, body: { data: [] } })
  })

  test('are read with the key of the tenant, which stays in the house', async () => {
    await tell('POST', [web])
    const answer = await (await server.as('admin')).send('GET', gateway)
    expect(JSON.stringify(answer)).not.toContain(webApiToken('NORTH'))
    expect((await (await server.as('admin', 'south.test')).send('GET', gateway)).body.data).toEqual([])
  })

  test('are for nobody else', async () => {
    const token = await publicToken()
    expect((await server.browser().send('GET', gateway)).status).toBe(401)
    expect((await server.box('box-NORTH').send('GET', gateway)).status).toBe(401)
    expect((await server.box(webApiToken('NORTH')).send('GET', gateway)).status).toBe(401)
    expect((await server.box(token, 'south.test').send('GET', gateway)).status).toBe(401)
    expect((await (await server.as('admin', 'super.test')).send('GET', gateway)).status).toBe(404)
  })

  test('can be read and nothing else, and nothing else of the topology is there', async () => {
    const admin = await server.as('admin')
    const before = server.webApi.calls.length
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await admin.send(method, gateway, method === 'DELETE' ? undefined : [])
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
    for (const path of ['topology', 'topology/groups', 'topology/service-types/web', 'topology/service-types/..']) {
      expect((await admin.send('GET', `/api/v2/webapi/${path}`)).status).toBe(404)
    }
    expect(server.webApi.calls.slice(before)).toEqual([])
  })

  test('a Web API that does not answer, refuses or talks rubbish is told as such', async () => {
    const admin = await server.as('admin')
    const told = (detail: string) => ({ status: 502, body: { code: 'upstream_failed', source: 'web-api', detail } })
    server.webApi.feel({ kind: 'refuse', status: 503 })
    expect(await admin.send('GET', gateway)).toMatchObject(told('The Web API answered 503.'))
    server.webApi.feel({ kind: 'rubbish' })
    expect(await admin.send('GET', gateway)).toMatchObject(
      told('The Web API gave an answer that cannot be understood.'),
    )
    // A 404 of something on the way is no empty list.
    server.webApi.feel({ kind: 'rubbish', status: 404 })
    expect(await admin.send('GET', gateway)).toMatchObject(told('The Web API answered 404.'))
  })
})
