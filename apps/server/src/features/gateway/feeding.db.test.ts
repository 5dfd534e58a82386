import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readingToken, webApiToken } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const feeding = (tenant: string) => `/api/v2/webapi/feeding/${tenant}/metric_profiles`

describe.each(databases)('profiles of tenants that feed a combined one, on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    const tenants = server.owner.updateTable('tenants')
    await tenants
      .set({ combined: true, combined_from: ['SOUTH'] })
      .where('name', '=', 'NORTH')
      .execute()
    const south = await server.as('admin', 'south.test')
    const { status } = await south.send('POST', 'metricprofiles', {
      name: 'SOUTHERN',
      groupname: 'operations',
      description: 'Of the south',
      services: [{ service: 'web', metric: 'web.http' }],
    })
    expect(status).toBe(201)
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const get = async (username: string | undefined, tenant = 'SOUTH') =>
    (await server.as(username)).send('GET', feeding(tenant))

  test('are readable for users who may add profiles of the combined one', async () => {
    for (const username of ['member', 'admin']) {
      expect(await get(username)).toMatchObject({
        status: 200,
        body: {
          status: { message: 'Success', code: '200' },
          data: [{ name: 'SOUTHERN', services: [{ service: 'web', metrics: ['web.http'] }] }],
        },
      })
    }
    expect((await get('nobody')).status).toBe(403)
    expect((await get(undefined)).status).toBe(401)
    const { body } = await server.browser().send('GET', 'public_apikey')
    expect((await server.box(body.token).send('GET', feeding('SOUTH'))).status).toBe(401)
  })

  test('are read with the read-only key, which no response contains', async () => {
    const answer = await get('member')
    const session = await (await server.as('member')).send('GET', 'sessionactive/true')
    expect(session.body.tenantdetails).toEqual({ combined: true, tenants: { SOUTH: '' } })
    for (const { body, headers } of [answer, session]) {
      const result = JSON.stringify([body, headers])
      for (const tenant of ['NORTH', 'SOUTH']) {
        expect(result).not.toContain(webApiToken(tenant))
        expect(result).not.toContain(readingToken(tenant))
      }
    }

    const south = await server.tenant('SOUTH')
    const revoke = (revoked: boolean) =>
      south.updateTable('api_keys').set({ revoked }).where('name', '=', 'WEB-API-SOUTH-RO').execute()
    await revoke(true)
    expect(await get('member')).toMatchObject({
      status: 403,
      body: { detail: 'The key WEB-API-SOUTH-RO for the Web API is missing or revoked.' },
    })
    await revoke(false)
  })

  test('do not exist for other tenants', async () => {
    for (const tenant of ['NORTH', 'all', 'south', 'ELSEWHERE', 'SOUTH%2F..', '%00']) {
      expect((await get('admin', tenant)).status, tenant).toBe(404)
    }
    const south = await server.as('admin', 'south.test')
    expect((await south.send('GET', feeding('NORTH'))).status).toBe(404)
    const all = await server.as('admin', 'super.test')
    expect((await all.send('GET', feeding('SOUTH'))).status).toBe(404)
  })

  test('are read-only', async () => {
    const admin = await server.as('admin')
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await admin.send(method, feeding('SOUTH'), method === 'DELETE' ? undefined : {})).status).toBe(405)
    }
  })

  test('return an error message if the Web API fails', async () => {
    server.webApi.behave({ kind: 'refuse', status: 503 })
    expect(await get('member')).toMatchObject({
      status: 502,
      body: { code: 'upstream_failed', source: 'web-api', detail: 'The Web API answered 503.' },
    })
  })
})
