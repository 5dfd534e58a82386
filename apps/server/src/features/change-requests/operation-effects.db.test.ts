import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'
import { addReferenced, twoStoreKinds } from '#test/two-store-kinds.ts'

const endpoint = (group: string, service: string, hostname: string) => ({
  type: 'SITES',
  group,
  service,
  hostname,
  tags: {},
})
const [site, checked] = [
  (value: string) => ({ name: 'subgroup', value, context: 'argo.group.filter.fields' }),
  (service: string, metric: string) => ({ service, metric }),
]
const unchanged = { count: 0, sample: [] }
const noLists = { global_attributes: [], host_attributes: [], metric_parameters: [] }
const reportContent = twoStoreKinds.find(({ kind }) => kind === 'report')?.content

describe.each(databases)('the preview of a change request on $name', (database) => {
  let server: TestApp
  let admin: Client
  const stored = { apiid: '', report: '' }
  const core = [checked('web', 'web.http'), checked('storage', 'disk')]

  beforeAll(async () => {
    server = await startTestApp(database)
    admin = await server.as('admin')
    const added = async (path: string, body: object) => {
      const answer = await admin.send('POST', path, body)
      expect(answer.status, answer.body.detail).toBe(201)
      return answer.body.apiid
    }
    stored.apiid = await added('metricprofiles', profile(core))
    await addReferenced(server)
    await writeTopology(server, 'NORTH', '2030-01-01', {
      groups: ['A', 'B'].map((subgroup) => ({ type: 'NGI', group: 'NORTH', subgroup, tags: {} })),
      endpoints: [
        endpoint('A', 'web', 'a.test'),
        // A service of a host in two groups is checked once.
        endpoint('B', 'web', 'a.test'),
        endpoint('B', 'web', 'b.test'),
        endpoint('B', 'storage', 'b.test'),
        ...Array.from({ length: 12 }, (_, index) => endpoint('B', 'many', `c${index}.test`)),
      ],
    })
    stored.report = await added('reports', report('A'))
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const profile = (services: readonly object[]) => ({
    name: 'CORE',
    groupname: 'operations',
    description: '',
    services,
    ...(stored.apiid && { apiid: stored.apiid }),
  })
  const report = (group: string) => ({
    ...reportContent,
    name: 'daily',
    groupname: 'operations',
    topology_types: ['NGI', 'SITES'],
    filter_tags: [site(group)],
  })
  const change = (services: readonly object[]) => ({
    kind: 'metricprofile',
    operation: 'change',
    input: profile(services),
  })
  const override = (lists: object) => ({
    kind: 'metricoverride',
    operation: 'add',
    input: { name: 'limits', ...noLists, ...lists },
  })
  const remove = (kind: string, key: string) => ({ kind, operation: 'remove', input: { key } })

  async function preview(client: Client, ...writes: readonly object[]) {
    const { body } = await client.send('POST', 'changerequests', { title: 'Changes', writes })
    const answer = await client.send('POST', `changerequests/${body.id}/preview`)
    expect(answer.status, answer.body.detail).toBe(200)
    expect(answer.body.writes.map(({ refusal }: { refusal: string }) => refusal)).toEqual(writes.map(() => ''))
    return answer.body.operation
  }

  test('says which checks boxes start and stop, of all writes together', async () => {
    const more = {
      kind: 'metricprofile',
      operation: 'add',
      input: { ...profile([checked('many', 'disk')]), name: 'MORE' },
    }
    const { apiid: _, ...input } = more.input
    const operation = await preview(admin, change([checked('web', 'web.http'), checked('web', 'disk')]), {
      ...more,
      input,
    })
    expect(operation.checks).toEqual({
      started: {
        count: 14,
        sample: [
          ...['a.test', 'b.test'].map((hostname) => ({ hostname, service: 'web', metric: 'disk' })),
          ...Array.from({ length: 8 }, (_, index) => ({ hostname: `c${index}.test`, service: 'many', metric: 'disk' })),
        ],
      },
      stopped: { count: 1, sample: [{ hostname: 'b.test', service: 'storage', metric: 'disk' }] },
      changed: unchanged,
    })
    expect(operation).toMatchObject({ reports: [], unknown: '' })
  })

  test('says which checks boxes run in another way, for hosts that an override names and for all', async () => {
    const parameter = (hostname: string) => ({ hostname, metric: 'web.http', parameter: '-w', value: '5' })
    const { checks } = await preview(admin, override({ metric_parameters: [parameter('a.test')] }))
    const place = { hostname: 'a.test', service: 'web', metric: 'web.http' }
    expect(checks).toEqual({ started: unchanged, stopped: unchanged, changed: { count: 1, sample: [place] } })
    const elsewhere = await preview(admin, override({ metric_parameters: [parameter('z.test')] }))
    expect(elsewhere.checks.changed).toEqual(unchanged)
    const metric = (await admin.send('GET', 'metric/disk')).body
    const config = metric.config.map((entry: { key: string; value: string }) =>
      entry.key === 'interval' ? { ...entry, value: '999' } : entry,
    )
    const input = { name: 'disk', group: metric.group, config }
    const changed = await preview(admin, { kind: 'metric', operation: 'change', input })
    expect(changed.checks.changed).toEqual({
      count: 1,
      sample: [{ hostname: 'b.test', service: 'storage', metric: 'disk' }],
    })
  })

  test('takes the same number of statements, however many checks there are', async () => {
    const pairs = Array.from({ length: 60 }, (_, index) => checked(`service ${index}`, 'disk'))
    const statementsOf = async (services: readonly object[]) =>
      (await server.statements(() => preview(admin, change(services)))).length
    const few = await statementsOf(pairs.slice(0, 2))
    expect(await statementsOf(pairs)).toBe(few)
  })

  test('says what the scope of reports becomes', async () => {
    const changed = { kind: 'report', operation: 'change', input: { ...report('B'), apiid: stored.report } }
    const added = { kind: 'report', operation: 'add', input: { ...report('A'), name: 'monthly' } }
    const operation = await preview(admin, changed, added)
    expect(
      operation.reports.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)),
    ).toEqual([
      { name: 'daily', before: 1, after: 15 },
      { name: 'monthly', before: null, after: 1 },
    ])
    expect((await preview(admin, remove('report', stored.report))).reports).toEqual([
      { name: 'daily', before: 1, after: null },
    ])
    const renamed = {
      kind: 'report',
      operation: 'change',
      input: { ...report('A'), apiid: stored.report, description: 'New' },
    }
    expect((await preview(admin, renamed)).reports).toEqual([])
  })

  test('says why something is not known', async () => {
    const behaviorOf = (_: string, path: string) =>
      path.includes('topology') ? ({ kind: 'refuse', status: 500 } as const) : ({ kind: 'work' } as const)
    server.webApi.behave({ kind: 'by-call', behaviorOf })
    const operation = await preview(admin, change([]))
    expect(operation).toMatchObject({ checks: null, reports: [], unknown: expect.stringMatching(/^The Web API/) })
  })

  test('says nothing of the catalogue, which tenants follow later', async () => {
    const root = await server.as('admin', 'super.test')
    expect(
      await preview(root, { kind: 'metrictag', operation: 'add', input: { name: 'fast', metrics: [] } }),
    ).toBeUndefined()
  })
})
