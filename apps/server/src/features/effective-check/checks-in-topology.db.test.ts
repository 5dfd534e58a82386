import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

const endpoint = (group: string, service: string, hostname: string, tags: Readonly<Record<string, string>> = {}) => ({
  type: 'SITES',
  group,
  service,
  hostname,
  tags,
})

const attribute = 'WEB_PORT'

interface Check {
  readonly service: string
  readonly metric: string
  readonly profiles: readonly string[]
}
interface Part {
  readonly name: string
  readonly value: string
}

describe.each(databases)('checks by profiles and topology on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    const admin = await server.as('admin')
    const pair = (service: string, metric: string) => ({ service, metric })
    for (const [name, services] of [
      ['CORE', [pair('web', 'web.http'), pair('disk', 'disk'), pair('none', 'web.http')]],
      ['MORE', [pair('web', 'web.http'), pair('web', 'disk')]],
    ] as const) {
      const body = { name, groupname: 'operations', description: '', services }
      expect((await admin.send('POST', 'metricprofiles', body)).status).toBe(201)
    }
    await server.owner
      .updateTable('metric_template_versions')
      .set({ attribute: JSON.stringify([{ key: attribute, value: '-p' }]) })
      .where('name', '=', 'web.http')
      .execute()
    await writeTopology(server, 'NORTH', '2030-01-01', {
      endpoints: [
        endpoint('S1', 'web', 'a.test', { [`info_ext_${attribute}`]: '9443' }),
        endpoint('S2', 'web', 'a.test', { [`info_ext_${attribute}`]: '9443' }),
        endpoint('S1', 'disk', 'a.test'),
        endpoint('S1', 'web', 'b.test'),
        endpoint('S1', 'other', 'c.test'),
      ],
    })
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const read = async (path: string, user = 'admin') => (await server.as(user)).send('GET', path)

  test('a host runs the metrics that profiles check for its service types', async () => {
    const { body } = await read('topology/hosts/a.test/checks')
    expect(body.checks.map(({ service, metric, profiles }: Check) => [service, metric, ...profiles])).toEqual([
      ['disk', 'disk', 'CORE'],
      ['web', 'disk', 'MORE'],
      ['web', 'web.http', 'CORE', 'MORE'],
    ])
    expect((await read('topology/hosts/c.test/checks')).body).toEqual({ checks: [] })
    expect((await read('topology/hosts/z.test/checks')).body).toEqual({ checks: [] })
  })

  test('a metric runs on the hosts with one of its service types', async () => {
    const { body } = await read('topology/metrics/web.http/hosts?sort=-hostname')
    expect(body).toMatchObject({
      mtype: 'Active',
      total: 2,
      rows: [
        { hostname: 'b.test', service: 'web', groups: ['S1'], profiles: ['CORE', 'MORE'] },
        { hostname: 'a.test', service: 'web', groups: ['S1', 'S2'] },
      ],
    })
    expect((await read('topology/metrics/web.http/hosts?hostname=B&service=WEB&group=s1')).body.total).toBe(1)
    expect((await read('topology/metrics/web.http/hosts?service=disk')).body).toMatchObject({ rows: [], total: 0 })
    expect((await read('topology/metrics/unknown/hosts')).status).toBe(404)
  })

  test('commands contain the extensions of the host, or say how many endpoints lack them, and only superusers see them', async () => {
    const { body } = await read('topology/metrics/web.http/hosts')
    const valueOn = (at: number) => body.rows[at].command.find(({ name }: Part) => name === attribute)
    expect(valueOn(0)).toMatchObject({
      value: '9443',
      origin: { kind: 'topology', name: `info_ext_${attribute}` },
      openEnds: [],
    })
    expect(valueOn(1)).toBeUndefined()
    const check = await read('effectivecheck?metric=web.http&host=a.test')
    expect(check.body.command.find(({ name }: Part) => name === attribute)).toEqual(valueOn(0))
    expect(check.body).not.toHaveProperty('topology')
    const without = await read('effectivecheck?metric=web.http&host=b.test')
    expect(without.body.leftOut).toMatchObject([{ name: attribute, because: 'extension', endpoints: 3, lacking: 1 }])
    for (const path of ['topology/metrics/web.http/hosts', 'topology/hosts/a.test/checks']) {
      expect(JSON.stringify((await read(path, 'member')).body)).not.toContain('command')
    }
  })

  test('an effective check does not need the topology', async () => {
    expect((await read('effectivecheck?metric=web.http&host=z.test')).body.topology).toMatch(/does not have this host/)
    expect((await read('effectivecheck?metric=web.http&host=c.test')).body.topology).toMatch(/No service of this host/)
    server.webApi.behave({ kind: 'refuse', status: 503 })
    const { status, body } = await read('effectivecheck?metric=web.http&host=a.test')
    expect([status, body.topology]).toEqual([200, 'The Web API answered 503.'])
    expect(body.command.length).toBeGreaterThan(0)
  })

  test('the number of statements does not depend on the number of checks or hosts', async () => {
    const count = async (path: string) => (await server.statements(() => read(path))).length
    await read('topology/hosts/a.test/checks')
    const none = await count('topology/hosts/z.test/checks')
    expect(await count('topology/hosts/a.test/checks')).toBe(none)
    expect(none).toBeLessThanOrEqual(8)
    const all = await count('topology/metrics/web.http/hosts')
    expect(await count('topology/metrics/web.http/hosts?hostname=b')).toBe(all)
    expect(all).toBeLessThanOrEqual(8)
  })
})
