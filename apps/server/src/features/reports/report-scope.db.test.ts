import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { webApiToken } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

const group = (subgroup: string) => ({ type: 'NGI', group: 'NORTH', subgroup, tags: {} })
const endpoint = (group: string, hostname: string) => ({ type: 'SITES', group, service: 'web', hostname, tags: {} })
const site = (value: string) => ({ name: 'subgroup', value, context: 'argo.group.filter.fields' })

describe.each(databases)('the preview of the scope of a report on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await writeTopology(server, 'NORTH', '2030-01-01', {
      groups: [group('A'), group('B')],
      endpoints: [endpoint('A', 'a.test'), endpoint('B', 'b.test'), endpoint('B', 'c.test')],
    })
    const stored = {
      info: { name: 'daily', description: '' },
      disabled: false,
      topology_schema: { group: { type: 'NGI', group: { type: 'SITES' } } },
      filter_tags: [site('A')],
      profiles: [],
    }
    const { status } = await fetch(`${server.webApi.url}/api/v2/reports`, {
      method: 'POST',
      headers: { 'x-api-key': webApiToken('NORTH'), 'content-type': 'application/json' },
      body: JSON.stringify(stored),
    })
    expect(status).toBe(201)
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const preview = async (more: object = {}, host: 'north.test' | 'south.test' = 'north.test') => {
    const body = { topology_types: ['NGI', 'SITES'], filter_tags: [site('B')], ...more }
    return (await server.as('nobody', host)).send('POST', 'reportscope', body)
  }

  test('compares with the stored report, also for users without a group', async () => {
    const { status, body } = await preview({ name: 'daily' })
    expect(status, body.detail).toBe(200)
    expect(body).toMatchObject({
      state: 'previewed',
      isCompared: true,
      scope: {
        groups: { total: 2, covered: 1, gained: 1, lost: 1 },
        endpoints: { total: 3, covered: 2, gained: 2, lost: 1 },
        filters: [
          { kind: 'groups', name: 'subgroup', matching: 1 },
          { kind: 'groups', context: '', name: 'type', matching: 2 },
          { kind: 'endpoints', context: '', name: 'type', matching: 3 },
        ],
      },
    })
    expect(server.webApi.calls.at(-1)).toMatch(/^POST .*topology\/scope$/)
  })

  test('searches the sample', async () => {
    const { body } = await preview({ search: 'C.TEST' })
    expect(body.scope.endpoints).toMatchObject({ covered: 2, sample: [{ hostname: 'c.test', change: 'unchanged' }] })
  })

  test('of a report that the Web API does not have is not compared', async () => {
    for (const more of [{}, { name: 'new' }]) {
      const { body } = await preview(more)
      expect(body).toMatchObject({
        state: 'previewed',
        isCompared: false,
        scope: { endpoints: { covered: 2, lost: 0 } },
      })
    }
  })

  test('is that of the own tenant; without a topology there is none', async () => {
    expect((await preview({ name: 'daily' }, 'south.test')).body).toEqual({ state: 'no topology' })
  })

  test.each([404, 405, 501])('is unsupported by a service that answers %i', async (status) => {
    server.webApi.behave({ kind: 'refuse', status }, 'POST')
    expect((await preview({ name: 'daily' })).body).toEqual({ state: 'unsupported' })
  })

  test('fails with the reason if the Web API does', async () => {
    server.webApi.behave({ kind: 'refuse', status: 422, details: 'filter_tags: too odd' }, 'POST')
    expect(await preview()).toMatchObject({
      status: 502,
      body: { code: 'upstream_failed', source: 'web-api', detail: 'filter_tags: too odd' },
    })
    server.webApi.behave({ kind: 'lie', status: 200, body: { status: { message: '', code: '200' }, data: [] } }, 'POST')
    expect(await preview()).toMatchObject({ status: 502, body: { code: 'upstream_failed' } })
  })
})
