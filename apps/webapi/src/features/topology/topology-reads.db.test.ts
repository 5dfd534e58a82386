import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aGroup, anEndpoint, aReport, aServiceType } from '#test/builders.ts'
import { nothingFound } from '#test/refusals.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const listed = z.object({
  data: z.array(z.looseObject({ subgroup: z.string().optional(), hostname: z.string().optional() })),
})

const context = (kind: 'group' | 'endpoint', on: 'fields' | 'tags' | 'tags.array') => `argo.${kind}.filter.${on}`

describe.each(databases)('reads of the topology on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
    const groups = [
      aGroup({ group: 'NORTH', subgroup: 'N1', tags: { scope: 'alpha, beta', monitored: '1' } }),
      aGroup({ group: 'NORTH', subgroup: 'N2', tags: { scope: 'beta' } }),
      aGroup({ group: 'N.RTH', subgroup: 'P1', tags: { 'a.b': 'c:d', monitored: '0' } }),
      aGroup({ group: 'NXRTH', subgroup: 'N1', type: 'PROJECT', tags: { x_y: '100%' } }),
    ]
    const endpoint = (group: string, service: string, hostname: string, tags = {}) =>
      anEndpoint({ group, service, hostname, tags })
    const endpoints = [
      endpoint('N1', 'web', 'a', { monitored: '1', scope: 'alpha, beta', info_URL: 'https://a.example/x,y' }),
      endpoint('N1', 'ftp', 'b', { monitored: '0', x_y: 'alphabet' }),
      endpoint('N2', 'web', 'c', { monitored: '1', scope: 'beta' }),
      endpoint('P1', 'web', 'd', { monitored: 'Y', scope: 'a_b' }),
      anEndpoint({ group: 'N1', type: 'SERVICEGROUPS', service: 'web', hostname: 'e' }),
    ]
    await api.call('POST', 'topology/groups?date=2026-06-01', { body: groups })
    // Posted on another day than the groups.
    await api.call('POST', 'topology/endpoints?date=2026-06-15', { body: endpoints })
    const theirs = { key: 'HARBOR editor' }
    await api.call('POST', 'topology/groups', { ...theirs, body: [aGroup({ group: 'NORTH', subgroup: 'H1' })] })
    await api.call('POST', 'topology/endpoints', { ...theirs, body: [endpoint('H1', 'web', 'h', { monitored: '1' })] })
  })
  afterAll(() => api.close())

  /** The subgroups or hosts in a response. */
  async function names(path: string): Promise<string> {
    const { status, text, body } = await api.call('GET', `topology/${path}`)
    if (status !== 200) throw new Error(text)
    return listed
      .parse(body)
      .data.map(({ subgroup, hostname }) => subgroup ?? hostname)
      .sort()
      .join(' ')
  }

  test.each([
    ['group=NORTH', 'N1 N2'],
    ['group=N.RTH', 'P1'],
    ['group=N*H', 'N1 N1 N2 P1'],
    ['group=(*', ''],
    ['group=~NORTH', 'N1 P1'],
    ['group=~NORTH&group=~N.RTH', 'N1'],
    ['group=N*&group=~NO*', 'N1 P1'],
    ['subgroup=N1&subgroup=P1', 'N1 N1 P1'],
    ['subgroup=N1&type=NGI', 'N1'],
    ['subgroup=~*1', 'N2'],
    ['subgroup=%25', ''],
    ['subgroup=__', ''],
    ['group=north', ''],
    ['group=', ''],
    ['group=&group=NORTH', 'N1 N2'],
    ['group=~', 'N1 N1 N2 P1'],
    ['tags=', 'N1 N1 N2 P1'],
    ['tags=monitored:1', 'N1'],
    ['tags=monitored:~1', 'N1 N2 P1'],
    ['tags=monitored:1,monitored:0', 'N1 P1'],
    ['tags=scope:*beta,monitored:1', 'N1'],
    ['tags=scope:*beta&tags=scope:~alpha*', 'N2'],
    ['tags=a.b:c:d', 'P1'],
    ['tags=a.b:c*', 'P1'],
    ['tags=aXb:c:d', ''],
    ['tags=scope:alpha\\, beta', 'N1'],
    ['tags=x_y:100%25', 'N1'],
    ['tags=x_y:1_*', ''],
    ['tags=none:*', ''],
  ])('groups are filtered by %s', async (query, expected) => {
    expect(await names(`groups?${query}`)).toBe(expected)
  })

  test.each([
    ['service=web&hostname=a&hostname=b', 'a'],
    ['group=N1&type=SITES', 'a b'],
    ['tags=monitored:Y*', 'd'],
    ['tags=info_URL:https://a.example/x\\,y', 'a'],
    ['tags=scope:~*', 'b e'],
    ['tags=monitored:1&group=N2', 'c'],
  ])('endpoints are filtered by %s', async (query, expected) => {
    expect(await names(`endpoints?${query}`)).toBe(expected)
  })

  test('a part of tags that is not name:value is refused', async () => {
    expect(await api.call('GET', 'topology/groups?tags=monitored:1,bogus')).toMatchObject({ status: 400 })
  })

  test('a filter that matches nothing is answered with an empty list, a day before the first one with 404', async () => {
    expect(await api.call('GET', 'topology/endpoints?hostname=none')).toMatchObject({ status: 200, body: { data: [] } })
    expect(await api.call('GET', 'topology/endpoints?date=2026-06-14&hostname=none')).toMatchObject(nothingFound)
  })

  test('tags are listed sorted, with separate values', async () => {
    const { body } = await api.call('GET', 'topology/tags')
    expect(body).toMatchObject({
      data: [
        {
          name: 'endpoints',
          values: [
            { name: 'info_URL', values: ['https://a.example/x,y'] },
            { name: 'monitored', values: ['0', '1', 'Y'] },
            { name: 'scope', values: ['a_b', 'alpha', 'beta'] },
            { name: 'x_y', values: ['alphabet'] },
          ],
        },
        {
          name: 'groups',
          values: [
            { name: 'a.b', values: ['c:d'] },
            { name: 'monitored', values: ['0', '1'] },
            { name: 'scope', values: ['alpha', 'beta'] },
            { name: 'x_y', values: ['100%'] },
          ],
        },
      ],
    })
    expect(await api.call('GET', 'topology/tags?date=2026-06-14')).toMatchObject(nothingFound)
  })

  const filter = (where: string, name: string, value: string) => ({ name, value, context: where })
  const reports = {
    everything: { filters: [], groups: 'N1 N2 P1', endpoints: 'a b c d' },
    'fields of groups': {
      filters: [
        filter(context('group', 'fields'), 'group', 'NORTH'),
        filter(context('group', 'fields'), 'subgroup', '~N2'),
      ],
      groups: 'N1',
      endpoints: 'a b',
    },
    'repeated fields': {
      filters: ['N1', 'P1'].map((name) => filter(context('group', 'fields'), 'subgroup', name)),
      groups: 'N1 P1',
      endpoints: 'a b d',
    },
    'every type of group': {
      filters: [filter(context('group', 'fields'), 'type', '*')],
      groups: 'N1 N1 N2 P1',
      endpoints: 'a b c d',
    },
    'tags of groups': {
      filters: [
        filter(context('group', 'tags'), 'monitored', '~0'),
        filter(context('group', 'tags.array'), 'scope', 'alpha, zeta'),
      ],
      groups: 'N1',
      endpoints: 'a b',
    },
    'tags of endpoints': {
      filters: [filter(context('endpoint', 'tags'), 'monitored', '1')],
      groups: 'N1 N2 P1',
      endpoints: 'a c',
    },
    'values with special characters': {
      filters: [
        filter(context('endpoint', 'tags.array'), 'scope', '_'),
        filter(context('endpoint', 'fields'), 'hostname', '*'),
      ],
      groups: 'N1 N2 P1',
      endpoints: 'd',
    },
    'a comma and a colon in a value': {
      filters: [filter(context('endpoint', 'tags'), 'info_URL', 'https://a.example/x,y')],
      groups: 'N1 N2 P1',
      endpoints: 'a',
    },
    'fields of endpoints': {
      filters: [
        filter(context('endpoint', 'fields'), 'group', 'N1'),
        filter(context('endpoint', 'fields'), 'group', 'P*'),
        filter(context('endpoint', 'fields'), 'service', '~ftp'),
      ],
      groups: 'N1 N2 P1',
      endpoints: 'a d',
    },
    'a part of a tag': {
      filters: [filter(context('endpoint', 'tags.array'), 'x_y', 'none, alpha')],
      groups: 'N1 N2 P1',
      endpoints: 'b',
    },
    'other types of endpoints': {
      filters: [filter(context('endpoint', 'fields'), 'type', 'SERVICEGROUPS')],
      groups: 'N1 N2 P1',
      endpoints: 'e',
    },
    'unknown filters': {
      filters: [filter('argo.other', 'group', 'x'), filter(context('group', 'fields'), 'hostname', 'x')],
      groups: 'N1 N2 P1',
      endpoints: 'a b c d',
    },
  }

  test.each(Object.entries(reports))(
    'a report with %s covers the same when it is stored and before',
    async (name, expected) => {
      const report = aReport({ info: { name, description: '' }, filter_tags: expected.filters })
      await api.add('reports', report)
      const path = encodeURIComponent(name)
      expect(await names(`groups/by_report/${path}`)).toBe(expected.groups)
      expect(await names(`endpoints/by_report/${path}`)).toBe(expected.endpoints)

      const { topology_schema, filter_tags } = report
      const preview = await api.call('POST', 'topology/scope', {
        key: 'ORCHARD viewer',
        body: { topology_schema, filter_tags },
      })
      const counts = (text: string) => ({ covered: text.split(' ').length, gained: 0, lost: 0 })
      expect(preview).toMatchObject({
        status: 200,
        body: {
          data: [
            {
              groups: { total: 4, ...counts(expected.groups) },
              endpoints: { total: 5, ...counts(expected.endpoints) },
            },
          ],
        },
      })
    },
  )

  test('a report without a topology schema covers all types', async () => {
    await api.add('reports', aReport({ info: { name: 'bare', description: '' }, topology_schema: {} }))
    expect(await names('groups/by_report/bare')).toBe('N1 N1 N2 P1')
    expect(await names('endpoints/by_report/bare')).toBe('a b c d e')
  })

  test('a preview compares with the stored report, counts each filter and searches the sample', async () => {
    const filter_tags = [filter(context('group', 'fields'), 'subgroup', 'N1')]
    const stored = aReport({ info: { name: 'compared', description: '' }, filter_tags })
    await api.add('reports', stored)
    const edited = {
      name: 'compared',
      topology_schema: stored.topology_schema,
      filter_tags: [
        filter(context('group', 'fields'), 'group', 'NORTH'),
        filter(context('endpoint', 'tags'), 'monitored', '1'),
      ],
    }
    const preview = async (body: object) => (await api.call('POST', 'topology/scope', { body })).body
    expect(await preview(edited)).toMatchObject({
      data: [
        {
          groups: {
            covered: 2,
            gained: 1,
            lost: 0,
            sample: [
              { subgroup: 'N2', change: 'gained' },
              { subgroup: 'N1', change: 'unchanged' },
            ],
          },
          endpoints: {
            covered: 2,
            gained: 1,
            lost: 1,
            sample: [
              { hostname: 'c', change: 'gained' },
              { hostname: 'b', change: 'lost' },
              { hostname: 'a', change: 'unchanged' },
            ],
          },
          services: ['web'],
          filters: [
            { kind: 'groups', context: context('group', 'fields'), name: 'group', matching: 2 },
            { kind: 'groups', context: '', name: 'type', matching: 3 },
            { kind: 'endpoints', context: context('endpoint', 'tags'), name: 'monitored', matching: 2 },
            { kind: 'endpoints', context: '', name: 'type', matching: 4 },
          ],
        },
      ],
    })
    expect(await preview({ ...edited, search: 'FTP' })).toMatchObject({
      data: [{ groups: { sample: [] }, endpoints: { sample: [{ hostname: 'b', service: 'ftp' }] } }],
    })
  })

  test('500 entities, of which few are in the topology, select as a few do', async () => {
    const sites = Array.from({ length: 498 }, (_, at) => (at % 2 === 0 ? `SITE-${at}` : `~SITE-${at}*`))
    const filter_tags = ['N1', 'P*', ...sites].map((site) => filter(context('group', 'fields'), 'subgroup', site))
    const report = aReport({ info: { name: 'many', description: '' }, filter_tags })
    await api.add('reports', report)
    expect(await names('groups/by_report/many')).toBe('N1 P1')
    expect(await names('endpoints/by_report/many')).toBe('a b d')
    const { topology_schema } = report
    const { body } = await api.call('POST', 'topology/scope', { body: { name: 'many', topology_schema, filter_tags } })
    expect(body).toMatchObject({
      data: [{ groups: { covered: 2, gained: 0, lost: 0 }, endpoints: { covered: 3 }, services: ['ftp', 'web'] }],
    })
  })

  test.each(['groups', 'endpoints'])('%s of a report are not sent again until they can have changed', async (kind) => {
    const name = `tagged ${kind}`
    const path = `topology/${kind}/by_report/${encodeURIComponent(name)}?date=2026-06-20`
    const { body } = await api.call('POST', 'reports', { body: aReport({ info: { name, description: '' } }) })
    const read = (headers = {}) => api.call('GET', path, { headers })
    const tagOf = async () => String((await read()).headers.etag)
    const tag = await tagOf()
    expect(await read({ 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
    const filter_tags = [{ context: 'argo.endpoint.filter.fields', name: 'group', value: 'N1' }]
    const changed = aReport({ info: { name, description: '' }, filter_tags })
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(body)
    expect(await api.call('PUT', `reports/${data.id}`, { body: changed })).toMatchObject({ status: 200 })
    const tagAfterChange = await tagOf()
    expect(tagAfterChange).not.toBe(tag)
    const write = { body: [aGroup({ group: 'NORTH', subgroup: 'N1' })] }
    await api.call('POST', 'topology/groups?date=2026-06-20', write)
    expect(await tagOf()).not.toBe(tagAfterChange)
    await api.call('DELETE', 'topology/groups?date=2026-06-20')
  })

  test('stats name the groups and services of a report', async () => {
    await api.add('reports', aReport({ info: { name: 'counted', description: '' } }))
    const { body } = await api.call('GET', 'topology/stats/counted')
    expect(body).toMatchObject({
      data: [
        {
          group_count: 2,
          group_list: ['N.RTH', 'NORTH'],
          endpoint_group_count: 3,
          endpoint_group_list: ['N1', 'N2', 'P1'],
          service_count: 2,
          service_list: ['ftp', 'web'],
        },
      ],
    })
  })

  test.each(['groups/by_report', 'endpoints/by_report', 'stats'])(
    '%s names an unknown report before a bad date',
    async (path) => {
      const message = 'No report with name: none exists!'
      expect(await api.call('GET', `topology/${path}/none?date=x`)).toMatchObject({
        status: 404,
        body: { message, code: '404' },
      })
    },
  )

  test('a report covers the lists of a day; its groups do not depend on endpoints', async () => {
    await api.add('reports', aReport({ info: { name: 'of a day', description: '' } }))
    expect(await names('groups/by_report/of a day?date=2026-06-01')).toBe('N1 N2 P1')
    expect(await names('endpoints/by_report/of a day?date=2026-06-15')).toBe('a b c d')
    expect(await api.call('GET', 'topology/groups/by_report/of a day?date=2026-05-31')).toMatchObject(nothingFound)
    expect(await api.call('GET', 'topology/endpoints/by_report/of a day?date=2026-06-14')).toMatchObject(nothingFound)
  })

  test('rows have their members in a fixed order', async () => {
    const { text } = await api.call('GET', 'topology/endpoints?hostname=a')
    const members = [...text.matchAll(/"(date|group|type|service|hostname|tags)":/g)].map(([, name]) => name)
    expect(members).toEqual(['date', 'group', 'type', 'service', 'hostname', 'tags'])
  })

  test('a month instead of a day is refused for a report', async () => {
    await api.add('reports', aReport({ info: { name: 'of a month', description: '' } }))
    for (const path of ['groups/by_report', 'endpoints/by_report', 'stats']) {
      expect(await api.call('GET', `topology/${path}/of a month?date=2026-06`)).toMatchObject({ status: 400 })
    }
  })

  test('endpoints whose service type is in no list are shown, filtered and counted', async () => {
    await api.call('PUT', 'topology/service-types', { body: [aServiceType({ name: 'web' })] })
    const report = aReport({
      info: { name: 'of an unknown type', description: '' },
      filter_tags: [filter(context('endpoint', 'fields'), 'service', 'ftp')],
    })
    await api.add('reports', report)
    expect(await names('endpoints?type=SITES')).toBe('a b c d')
    expect(await names('endpoints?service=ftp')).toBe('b')
    expect(await names('endpoints/by_report/of an unknown type')).toBe('b')
    const { topology_schema, filter_tags } = report
    expect((await api.call('POST', 'topology/scope', { body: { topology_schema, filter_tags } })).body).toMatchObject({
      data: [{ endpoints: { covered: 1, sample: [{ hostname: 'b', service: 'ftp' }] }, services: ['ftp'] }],
    })
    expect((await api.call('GET', 'topology/stats/of an unknown type')).body).toMatchObject({
      data: [{ service_count: 1, service_list: ['ftp'] }],
    })
  })

  test('combined reads add the rows of the feeding tenants, with the same filters', async () => {
    await api.permit('ORCHARD', 'HARBOR')
    await api.call('PUT', 'feeds/data', { body: { tenants: ['HARBOR'] } })
    await api.add('reports', aReport({ info: { name: 'combined', description: '' } }))
    expect(await names('groups?mode=combined&group=NORTH')).toBe('H1 N1 N2')
    expect(await names('endpoints?mode=combined&tags=monitored:1')).toBe('a c h')
    expect(await names('endpoints?mode=combined&tags=monitored:1&date=2026-06-30')).toBe('a c')
    expect(await names('endpoints/by_report/combined?mode=combined')).toBe('a b c d h')
    expect(await names('groups/by_report/combined?mode=combined')).toBe('H1 N1 N2 P1')
    expect(await names('groups?mode=Combined&group=NORTH')).toBe('N1 N2')
    const { body } = await api.call('GET', 'topology/groups?mode=combined&subgroup=H1')
    expect(body).toMatchObject({ data: [{ subgroup: 'H1', tenant: 'HARBOR' }] })
    expect(await names('groups')).toBe('N1 N1 N2 P1')
  })
})
