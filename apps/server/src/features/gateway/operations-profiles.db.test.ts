import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { webApiToken } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const gateway = '/api/v2/webapi/operations_profiles'
const standard = {
  name: 'standard',
  description: 'The worse state wins',
  available_states: ['OK', 'CRITICAL'],
  defaults: { down: 'CRITICAL', missing: 'CRITICAL', unknown: 'OK' },
  operations: [
    {
      name: 'AND',
      truth_table: [
        { a: 'OK', b: 'CRITICAL', x: 'CRITICAL' },
        { a: 'OK', b: 'OK', x: 'OK' },
        { a: 'CRITICAL', b: 'CRITICAL', x: 'CRITICAL' },
      ],
    },
  ],
}

describe.each(databases)('operations profiles through the gateway on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const add = async (tenant: 'NORTH' | 'SOUTH', profile: object) => {
    const { status } = await fetch(`${server.webApi.url}/api/v2/operations_profiles`, {
      method: 'POST',
      headers: { 'x-api-key': webApiToken(tenant) },
      body: JSON.stringify(profile),
    })
    expect(status).toBe(201)
  }
  const read = async (query = '', host: 'north.test' | 'south.test' = 'north.test') =>
    (await server.as('nobody', host)).send('GET', `${gateway}${query}`)
  const isDown = () => server.webApi.behave({ kind: 'refuse', status: 503 })
  const storedTime = async () => {
    const north = await server.tenant('NORTH')
    return (await north.selectFrom('last_seen_collections').select('seen_at').execute()).map(({ seen_at }) =>
      seen_at.toISOString(),
    )
  }

  test('cannot be read if the Web API fails and has never answered', async () => {
    isDown()
    expect(await read('', 'south.test')).toMatchObject({
      status: 502,
      body: { code: 'upstream_failed', source: 'web-api', detail: 'The Web API answered 503.' },
    })
  })

  test('are those of the Web API, for members and for the public', async () => {
    await add('NORTH', standard)
    const answer = await read()
    expect(answer).toMatchObject({ status: 200, body: { data: [standard] } })
    expect(answer.body).not.toHaveProperty('stale')
    const { body } = await server.browser().send('GET', 'public_apikey')
    expect((await server.box(body.token).send('GET', gateway)).body).toEqual(answer.body)
  })

  test('are the last seen ones while the Web API fails, with their time and the reason', async () => {
    const { body } = await read()
    const [seenAt] = await storedTime()
    server.clock.pass(3_600)
    isDown()
    expect((await read()).body).toEqual({ ...body, stale: { seenAt, reason: 'The Web API answered 503.' } })
    server.webApi.behave({ kind: 'rubbish' })
    expect((await read()).body.stale.reason).toBe('The response of the Web API is invalid.')
    server.webApi.recover()
    expect((await read()).body).toEqual(body)
  })

  test('are those of the own tenant, also while the Web API fails', async () => {
    await read()
    expect((await read('', 'south.test')).body.data).toEqual([])
    isDown()
    const { body } = await read('', 'south.test')
    expect(body).toMatchObject({ data: [], stale: { reason: 'The Web API answered 503.' } })
  })

  test('are stored again only if they have changed, or after a minute', async () => {
    await read()
    const before = await storedTime()
    server.clock.pass(59)
    await read()
    expect(await storedTime()).toEqual(before)
    await add('NORTH', { ...standard, name: 'other' })
    await read()
    const changed = await storedTime()
    expect(changed).not.toEqual(before)
    server.clock.pass(60)
    await read()
    expect(await storedTime()).not.toEqual(changed)
  })

  test('of another day are read, and are not what was last seen', async () => {
    const now = await read()
    const { body } = await read('?date=2020-01-01')
    expect(body.data).toEqual([])
    isDown()
    expect((await read('?date=2020-01-01')).status).toBe(502)
    expect((await read()).body.data).toEqual(now.body.data)
  })

  test('of a service that sends null instead of empty lists have empty lists', async () => {
    const empty = { id: '1', date: '2030-01-01', name: 'empty', defaults: standard.defaults }
    const body = {
      status: { message: 'Success', code: '200' },
      data: [
        { ...empty, available_states: null, operations: null },
        { ...empty, available_states: [], operations: [{ name: 'AND', truth_table: null }] },
      ],
    }
    server.webApi.behave({ kind: 'lie', status: 200, body })
    expect((await read()).body.data).toEqual([
      { ...empty, available_states: [], operations: [] },
      { ...empty, available_states: [], operations: [{ name: 'AND', truth_table: [] }] },
    ])
  })

  test('are read in one statement that stores them, besides those of the session', async () => {
    const own = async (path: string) => (await server.statements(() => read(path))).length
    await read()
    expect((await own('')) - (await own('?date=2030-01-01'))).toBe(1)
  })
})
