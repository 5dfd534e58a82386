import type { CoveredCheck } from '@quatrain/contract/reports/topology.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOperationsProfile, otherProfiles } from '#test/stored-samples.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

const endpoint = (group: string, service: string, hostname: string) => ({
  type: 'SITES',
  group,
  service,
  hostname,
  tags: { monitored: '1' },
})

describe.each(databases)('the coverage of the topology on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    await (await server.context('NORTH')).webApi.operationsProfiles.add(anOperationsProfile)
  })
  afterAll(() => server.close())

  const coverage = async (query = '', user = 'nobody') => {
    const { status, body } = await (await server.as(user)).send('GET', `coverage${query}`)
    expect(status).toBe(200)
    return body
  }
  const countsOf = ({ service, metric, unmonitored, unreported, reported }: CoveredCheck) =>
    [service, metric, unmonitored, unreported, reported].join(' ')
  const add = async (path: string, body: object) =>
    expect(await admin.send('POST', path, { groupname: 'operations', description: '', ...body })).toMatchObject({
      status: 201,
    })
  const report = (name: string, metricProfile: string, site: string) => ({
    ...otherProfiles.reports,
    name,
    metric_profile: metricProfile,
    aggregation_profile: `${metricProfile} groups`,
    operations_profile: anOperationsProfile.name,
    filter_tags: [{ context: 'argo.endpoint.filter.fields', name: 'group', value: site }],
  })
  const profile = async (name: string, pairs: readonly (readonly [string, string])[], services: readonly string[]) => {
    await add('metricprofiles', { name, services: pairs.map(([service, metric]) => ({ service, metric })) })
    const operations = { endpoint_group: 'sites', metric_operation: 'AND', profile_operation: 'AND' }
    const groups = [{ name: 'all', operation: 'AND', services: services.map((name) => ({ name, operation: 'OR' })) }]
    await add('aggregations', { name: `${name} groups`, ...operations, metric_profile: name, groups })
  }

  test('is that of no endpoint without a topology', async () => {
    expect(await coverage()).toEqual({
      unlisted: 'missing',
      groups: [],
      endpoints: { unmonitored: 0, unreported: 0, reported: 0 },
      checks: [],
    })
  })

  test('has each check of each service type, with its endpoints in each state', async () => {
    await writeTopology(server, 'NORTH', '2030-01-01', {
      endpoints: [
        endpoint('ARCTIC-1', 'web', 'a.test'),
        endpoint('ARCTIC-1', 'ftp', 'a.test'),
        endpoint('BALTIC-2', 'web', 'b.test'),
        endpoint('BALTIC-2', 'db', 'b.test'),
      ],
      groups: ['ARCTIC-1', 'BALTIC-2'].map((subgroup) => ({ type: 'NGI', group: 'NORTH', subgroup, tags: {} })),
    })
    await profile(
      'CORE',
      [
        ['web', 'web.http'],
        ['web', 'disk'],
        ['db', 'disk'],
      ],
      ['web'],
    )
    await profile('EXTRA', [['web', 'web.tls']], ['web'])
    await add('reports', report('of one site', 'CORE', 'ARCTIC-1'))
    await add('reports', { ...report('disabled', 'CORE', 'BALTIC-2'), disabled: true })
    const { groups, endpoints, checks } = await coverage()
    expect(groups).toEqual(['ARCTIC-1', 'BALTIC-2'])
    // No group of the aggregation profile has the databases, and no report uses the other metric profile.
    expect(checks.map(countsOf)).toEqual([
      'db disk 0 1 0',
      'ftp  1 0 0',
      'web disk 0 1 1',
      'web web.http 0 1 1',
      'web web.tls 0 2 0',
    ])
    expect(endpoints).toEqual({ unmonitored: 1, unreported: 2, reported: 1 })
  })

  test('is that of one group, or of its endpoints in one state, for every user of the tenant', async () => {
    expect((await coverage('?group=BALTIC-2', 'admin')).checks.map(countsOf)).toEqual([
      'db disk 0 1 0',
      'web disk 0 1 0',
      'web web.http 0 1 0',
      'web web.tls 0 1 0',
    ])
    const hostsOf = async (query: string) =>
      (await coverage(`/endpoints?${query}`)).rows.map(({ hostname }: { hostname: string }) => hostname)
    expect(await hostsOf('service=web&metric=web.http&state=reported')).toEqual(['a.test'])
    expect(await hostsOf('service=web&metric=web.tls&state=unreported&sort=-hostname')).toEqual(['b.test', 'a.test'])
    expect(await hostsOf('service=web&metric=web.tls&state=unreported&group=BALTIC-2')).toEqual(['b.test'])
    expect(await hostsOf('service=ftp&state=unmonitored')).toEqual(['a.test'])
    expect(await hostsOf('service=none&state=unmonitored')).toEqual([])
    expect((await (await server.as('admin', 'south.test')).send('GET', 'coverage')).body).toMatchObject({ checks: [] })
  })

  test('decides which reports are dependents of a host', async () => {
    const reportsOf = async (hostname: string) => {
      const { body } = await admin.send('GET', `dependencies/host/${hostname}?steps=5`)
      const ofKind = body.nodes.filter(({ kind }: { kind: string }) => kind === 'report')
      return ofKind.map(({ name }: { name: string }) => name)
    }
    expect(await reportsOf('a.test')).toEqual(['of one site'])
    expect(await reportsOf('b.test')).toEqual(['disabled'])
    expect(await reportsOf('none.test')).toEqual([])
  })

  test('takes the same number of statements for any number of reports', async () => {
    // The key of the Web API is read for each call.
    const isOfKey = (statement: string) => statement.includes('"api_keys"')
    const sent = async () =>
      (await server.statements(() => coverage('', 'admin'))).filter((statement) => !isOfKey(statement)).length
    const few = await sent()
    await add('reports', report('other', 'EXTRA', 'ARCTIC-1'))
    await add('reports', report('another', 'EXTRA', 'BALTIC-2'))
    expect([few, await sent()]).toEqual([2, 2])
    expect((await coverage()).checks.map(countsOf)).toContain('web web.tls 0 0 2')
  })
})
