import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { webApiToken } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

const endpoint = (group: string, service: string, hostname: string, tags: Readonly<Record<string, string>> = {}) => ({
  type: 'SITES',
  group,
  service,
  hostname,
  tags: { monitored: '1', ...tags },
})
const group = (group: string, subgroup: string) => ({ type: 'NGI', group, subgroup, tags: { scope: 'core, EGI' } })

const before = [
  endpoint('ARCTIC-1', 'web', 'a.test', { info_ext_WEB_PORT: '8443' }),
  endpoint('ARCTIC-1', 'web', 'gone.test'),
  endpoint('BALTIC-2', 'db.SQL', 'b.test'),
]
const after = [
  endpoint('ARCTIC-1', 'web', 'a.test', { info_ext_WEB_PORT: '9443' }),
  endpoint('BALTIC-2', 'db.SQL', 'b.test'),
  endpoint('BALTIC-2', 'web', 'a.test', { info_ext_WEB_PORT: '9443' }),
]

interface Row {
  readonly group: string
  readonly service: string
  readonly hostname: string
}

describe.each(databases)('the topology on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    await writeTopology(server, 'NORTH', '2029-12-30', { endpoints: before, groups: [group('NORTH', 'ARCTIC-1')] })
    await writeTopology(server, 'NORTH', '2030-01-01', { endpoints: after })
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const read = async (path: string, host: 'north.test' | 'south.test' = 'north.test') =>
    (await server.as('nobody', host)).send('GET', `topology/${path}`)
  const listed = async (query: string) =>
    (await read(`endpoints?${query}`)).body.rows.map(({ group, service, hostname }: Row) =>
      [group, service, hostname].join(' '),
    )

  test('is that of today, or of another day', async () => {
    const { body } = await read('endpoints')
    expect(body).toMatchObject({ total: 3 })
    expect(body).not.toHaveProperty('unlisted')
    expect(body.rows[0]).toEqual({
      type: 'SITES',
      group: 'ARCTIC-1',
      service: 'web',
      hostname: 'a.test',
      tags: [
        { name: 'info_ext_WEB_PORT', value: '9443' },
        { name: 'monitored', value: '1' },
      ],
    })
    expect(await listed('date=2029-12-31')).toContain('ARCTIC-1 web gone.test')
    expect((await read('groups')).body.rows).toEqual([
      { ...group('NORTH', 'ARCTIC-1'), tags: [{ name: 'scope', value: 'core, EGI' }] },
    ])
    expect((await read('endpoints?date=2029')).status).toBe(400)
  })

  test('says which rows the Web API has left out of the list of a day', async () => {
    await writeTopology(server, 'NORTH', '2029-12-01', { endpoints: [...before, endpoint('ARCTIC-1', 'web', '')] })
    expect((await read('leftout?kind=endpoints&date=2029-12-02')).body).toMatchObject({
      leftOut: {
        date: '2029-12-01',
        count: 1,
        rows: [{ index: 3, problem: 'hostname is required', fields: { group: 'ARCTIC-1', hostname: '' } }],
      },
    })
    expect((await read('leftout?kind=endpoints')).body).toEqual({})
    expect((await read('leftout?kind=groups&date=2029-12-02')).body).toEqual({})
  })

  test('is filtered by parts of names in either case, and by tags', async () => {
    expect(await listed('group=arctic')).toEqual(['ARCTIC-1 web a.test'])
    expect(await listed('service=sql&hostname=B.')).toEqual(['BALTIC-2 db.SQL b.test'])
    expect(await listed('tags=info_ext_WEB_PORT:9443')).toHaveLength(2)
    expect(await listed('tags=info_ext_WEB_PORT:8443')).toEqual([])
    expect(await listed('tags=monitored:1,info_ext_WEB_PORT')).toHaveLength(2)
    expect((await read('groups?tags=scope:egi')).body.total).toBe(1)
    expect((await read('groups?tags=scope:none')).body).toEqual({ rows: [], total: 0 })
  })

  test('is sorted and read page by page', async () => {
    expect(await listed('sort=-hostname')).toEqual([
      'BALTIC-2 db.SQL b.test',
      'ARCTIC-1 web a.test',
      'BALTIC-2 web a.test',
    ])
    expect(await listed('sort=-hostname&page=2&limit=2')).toEqual(['BALTIC-2 web a.test'])
    expect((await read('endpoints/all?group=baltic')).body.rows).toHaveLength(2)
  })

  test('differs between two days by added, removed and changed rows', async () => {
    const days = 'from=2029-12-31&to=2030-01-02'
    const { body } = await read(`endpoints/differences?${days}`)
    expect(body.counts).toEqual({ added: 1, removed: 1, changed: 1 })
    expect(body.rows.map(({ change, row }: { change: string; row: Row }) => [change, row.hostname])).toEqual([
      ['changed', 'a.test'],
      ['removed', 'gone.test'],
      ['added', 'a.test'],
    ])
    expect(body.rows[0].tagsBefore).toContainEqual({ name: 'info_ext_WEB_PORT', value: '8443' })
    const removed = (await read(`endpoints/differences?${days}&change=removed`)).body
    expect([removed.total, removed.counts]).toEqual([1, body.counts])
    expect((await read(`groups/differences?${days}`)).body).toMatchObject({ total: 0 })
    expect((await read('endpoints/differences?from=2020-01-01&to=2030-01-01')).body).toMatchObject({
      unlisted: 'missing',
    })
  })

  test('has everything about one host, whose name is no pattern', async () => {
    const { body } = await read('hosts/a.test')
    expect(body.endpoints.map(({ group }: Row) => group).sort()).toEqual(['ARCTIC-1', 'BALTIC-2'])
    expect(body.groups).toMatchObject([{ group: 'NORTH', subgroup: 'ARCTIC-1' }])
    for (const name of ['*', '~a.test', 'gone.test', 'A.TEST']) {
      expect((await read(`hosts/${encodeURIComponent(name)}`)).status, name).toBe(404)
    }
    expect((await read('hosts?search=A.')).body.hosts).toEqual([
      { hostname: 'a.test', groups: ['ARCTIC-1', 'BALTIC-2'], services: ['web'] },
    ])
  })

  test('is sent by the Web API once, and again after a connector has written', async () => {
    const date = '2029-11-01'
    await writeTopology(server, 'NORTH', date, { endpoints: before })
    const pages = async () => {
      const from = server.webApi.statuses.length
      const totals = []
      for (const page of [1, 2, 1]) totals.push((await read(`endpoints?date=${date}&page=${page}&limit=2`)).body.total)
      return { totals, statuses: server.webApi.statuses.slice(from) }
    }
    expect(await pages()).toEqual({ totals: [3, 3, 3], statuses: [200, 304, 304] })
    const { status } = await fetch(`${server.webApi.url}/api/v2/topology/endpoints?date=${date}`, {
      method: 'DELETE',
      headers: { 'x-api-key': webApiToken('NORTH') },
    })
    expect(status).toBe(200)
    await writeTopology(server, 'NORTH', date, { endpoints: before.slice(1) })
    expect(await pages()).toEqual({ totals: [2, 2, 2], statuses: [200, 304, 304] })
    expect((await read(`endpoints?date=${date}`, 'south.test')).body).toMatchObject({ unlisted: 'missing' })
  })

  test('suggests as many hosts as requested', async () => {
    const hosts = async (query: string) =>
      (await read(`hosts?${query}`)).body.hosts.map(({ hostname }: Row) => hostname)
    expect(await hosts('search=.test')).toEqual(['a.test', 'b.test'])
    expect(await hosts('search=.test&limit=1')).toEqual(['a.test'])
    expect((await read('hosts?limit=0')).status).toBe(400)
  })

  test('is that of the own tenant, and missing if there is none', async () => {
    for (const list of ['endpoints', 'groups']) {
      expect((await read(list, 'south.test')).body).toEqual({ rows: [], total: 0, unlisted: 'missing' })
    }
    expect((await read('hosts', 'south.test')).body).toEqual({ hosts: [] })
    expect((await read('hosts/a.test', 'south.test')).status).toBe(404)
  })

  test('cannot be read while the Web API fails, and is not read whole if it is too long', async () => {
    server.webApi.behave({ kind: 'refuse', status: 503 })
    expect(await read('endpoints')).toMatchObject({ status: 502, body: { source: 'web-api' } })
    const row = { date: '2030-01-01', ...endpoint('G', 'web', 'h.test', { info_URL: 'x'.repeat(1_000) }) }
    const data = Array.from({ length: 16_000 }, () => row)
    const body = { status: { message: 'Success', code: '200' }, data }
    server.webApi.behave({ kind: 'lie', status: 200, body })
    expect((await read('endpoints')).body).toEqual({ rows: [], total: 0, unlisted: 'too long' })
  })
})
