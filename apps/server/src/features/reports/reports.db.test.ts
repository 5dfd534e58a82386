import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { addMetricProfile } from '#test/owned-profiles.ts'
import { webApiToken } from '#test/seed.ts'
import { anOperationsProfile, otherProfiles } from '#test/stored-samples.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const ifMatch = (etag = '') => ({ 'if-match': etag })
const entity = (name: string, value: string, card = 'group') => ({
  name,
  value,
  context: `argo.${card}.filter.fields`,
})

describe.each(databases)('reports on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    for (const name of ['base', 'other']) {
      for (const add of Object.values(addProfile)) await add(name)
    }
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const addProfile = {
    metric: async (name: string) => addMetricProfile(await server.as('admin'), name),
    aggregation: async (name: string) => {
      const profile = { ...otherProfiles.aggregations, name, groupname: 'operations', metric_profile: 'base' }
      return (await server.as('admin')).send('POST', 'aggregations', profile)
    },
    operations: async (name: string) => {
      const { webApi } = await server.context('NORTH')
      return webApi.operationsProfiles.add({ ...anOperationsProfile, name })
    },
    thresholds: async (name: string) => {
      const profile = { ...otherProfiles.thresholdsprofiles, name, groupname: 'operations' }
      return (await server.as('admin')).send('POST', 'thresholdsprofiles', profile)
    },
  }

  let made = 0
  const content = {
    groupname: 'operations',
    description: 'd',
    disabled: true,
    thresholds_profile: 'base',
    ...otherProfiles.reports,
  }

  async function given(more: object = {}) {
    made += 1
    const body = { name: `report ${made}`, ...content, ...more }
    const { status, body: saved, etag } = await (await server.as('admin')).send('POST', 'reports', body)
    expect(status, saved.detail).toBe(201)
    return { body: saved, etag }
  }

  async function webApi(method: string, path: string, body?: object) {
    const answer = await fetch(`${server.webApi.url}/api/v2/${path}`, {
      method,
      headers: { 'x-api-key': webApiToken('NORTH') },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read = (await answer.json()) as { data?: unknown }
    expect(answer.ok, JSON.stringify(read)).toBe(true)
    return read.data
  }
  const remote = async (id: string) => {
    const [item] = [await webApi('GET', `reports/${id}`)].flat()
    return Object(item)
  }
  const change = async (body: object, etag: string | undefined, who = 'admin') =>
    (await server.as(who)).send('PUT', 'reports', body, ifMatch(etag))

  test('a new one is in both stores, with the ids of its profiles in the specified order', async () => {
    const { body } = await given()
    const stored = await remote(body.apiid)
    expect(stored).toMatchObject({
      disabled: true,
      info: { name: body.name, description: 'd' },
      thresholds: { availability: 80, reliability: 85, uptime: 0.8, unknown: 0.1, downtime: 0.1 },
      topology_schema: { group: { type: 'NGI', group: { type: 'SITES' } } },
      filter_tags: content.filter_tags,
      profiles: ['metric', 'aggregation', 'operations', 'thresholds'].map((type) => ({ type, name: 'base' })),
    })
    const read = await (await server.as()).send('GET', `public_reports/${encodeURIComponent(body.name)}`)
    expect(read.body).toEqual(body)
    const { body: rows } = await (await server.as('nobody')).send('GET', 'reports')
    expect(rows).toContainEqual({
      apiid: body.apiid,
      name: body.name,
      groupname: 'operations',
      description: 'd',
      disabled: true,
      metric_profile: 'base',
      aggregation_profile: 'base',
      operations_profile: 'base',
      thresholds_profile: 'base',
      topology_types: ['NGI', 'SITES'],
      changed_at: server.clock.now().toISOString(),
    })
  })

  test('a report without the required fields is refused with each of them', async () => {
    const admin = await server.as('admin')
    const { status, body } = await admin.send('POST', 'reports', { name: 'incomplete', groupname: 'operations' })
    expect(status).toBe(400)
    const required = ['metric_profile', 'aggregation_profile', 'operations_profile', 'topology_types']
    const limits = ['availability', 'reliability', 'uptime', 'unknown', 'downtime']
    expect(body.fields).toEqual(Object.fromEntries([...required, ...limits].map((field) => [field, 'Required'])))
  })

  test('filters and levels without a meaning are are refused at once', async () => {
    const admin = await server.as('admin')
    const group = (value: string) => ({ name: 'group', value, context: 'argo.group.filter.fields' })
    const filter_tags = [
      group('NGI_*'),
      group('NGI_A'),
      { name: 't', value: 'a, a', context: 'argo.group.filter.tags.array' },
    ]
    const wrong = await admin.send('POST', 'reports', { name: 'wrong', ...content, topology_types: [], filter_tags })
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      {
        topology_types: 'Required',
        'filter_tags.0': 'Duplicate values: NGI_*, NGI_A',
        'filter_tags.2': 'Duplicate values: a, a',
      },
    ])
    const { body, etag } = await given()
    const negated = await change({ ...body, filter_tags: [group('~NGI_A'), group('NGI_A')] }, etag)
    expect(negated.body.fields).toEqual({ 'filter_tags.0': 'You cannot select negated value: ~NGI_A, NGI_A' })
  })

  test('profiles that do not exist are refused by name', async () => {
    const admin = await server.as('admin')
    const types = ['metric', 'aggregation', 'operations', 'thresholds']
    const none = Object.fromEntries(types.map((type) => [`${type}_profile`, 'none']))
    const { status, body } = await admin.send('POST', 'reports', { name: 'unknown', ...content, ...none })
    expect(status).toBe(400)
    expect(body.fields).toEqual(
      Object.fromEntries(types.map((type) => [`${type}_profile`, `There is no ${type} profile with this name`])),
    )
  })

  test('the thresholds profile can be removed, and other profiles replaced', async () => {
    const { body, etag } = await given()
    const { status, body: saved } = await change({ ...body, thresholds_profile: '', operations_profile: 'other' }, etag)
    expect(status, saved.detail).toBe(200)
    expect((await remote(body.apiid)).profiles).toMatchObject([
      { type: 'metric', name: 'base' },
      { type: 'aggregation', name: 'base' },
      { type: 'operations', name: 'other' },
    ])
  })

  test('the name can be changed; versions follow it', async () => {
    const { body, etag } = await given()
    const taken = await given()
    const refused = await change({ ...body, name: taken.body.name }, etag)
    expect(refused).toMatchObject({ status: 409, body: { fields: { name: 'Already exists' } } })
    const name = `${body.name} renamed`
    const { status } = await change({ ...body, name }, etag)
    expect(status).toBe(200)
    expect((await remote(body.apiid)).info.name).toBe(name)
    const admin = await server.as('admin')
    expect((await admin.send('GET', `reports/${encodeURIComponent(body.name)}`)).status).toBe(404)
    const { body: versions } = await admin.send('GET', `tenantversion/report/${encodeURIComponent(name)}`)
    expect(versions).toMatchObject([{ comment: 'Changed name.' }, { comment: 'Initial version.' }])
  })

  test.each<[string, Behavior]>([
    ['refused', { kind: 'refuse', status: 500 }],
    ['lost before it is applied', { kind: 'drop', carryOut: false }],
    ['lost after it is applied', { kind: 'drop', carryOut: true }],
    ['answered with rubbish', { kind: 'rubbish' }],
    ['applied differently', { kind: 'distort', member: 'filter_tags', value: [] }],
  ])('a rename and other changes are undone in both stores if the write is %s', async (_, behavior) => {
    const { body, etag } = await given()
    server.webApi.behave(behavior, 'PUT')
    const { status } = await change({ ...body, name: `${body.name} lost`, disabled: false }, etag)
    expect(status).toBe(502)
    server.webApi.recover()
    await server.recoverWrites()
    expect(await remote(body.apiid)).toMatchObject({ info: { name: body.name }, disabled: true })
    const read = await (await server.as('admin')).send('GET', `reports/${encodeURIComponent(body.name)}`)
    expect(read.body).toEqual(body)
    expect((await change({ ...body, name: `${body.name} again` }, read.etag)).status).toBe(200)
  })

  test('what the form does not know survives a change', async () => {
    const { body, etag } = await given()
    const stored = await remote(body.apiid)
    const unknown = [
      ...stored.filter_tags,
      entity('hostname', 'h.example.org', 'endpoint'),
      { name: 'x', value: ' a,b ', context: 'some.other.context' },
    ]
    const computations = { ar: false, status: true, trends: ['flapping'] }
    await webApi('PUT', `reports/${body.apiid}`, { ...stored, filter_tags: unknown, computations, weight: 'hepspec' })
    const short = { apiid: body.apiid, name: body.name, groupname: 'operations', description: 'changed' }
    const { status, body: saved } = await change(short, etag)
    expect(status, saved.detail).toBe(200)
    const expected = { filter_tags: unknown, weight: 'hepspec', computes_ar: false, computes_status: true }
    expect(saved).toMatchObject({ ...expected, trends: ['flapping'], description: 'changed' })
    const after = await remote(body.apiid)
    expect(after).toMatchObject({ filter_tags: unknown, computations, weight: 'hepspec' })
    expect(after.info.description).toBe('changed')
  })

  test('a client that has written to the Web API itself registers the report with four fields', async () => {
    const [operations] = await (await server.context('NORTH')).webApi.operationsProfiles.named('base')
    const { body: metric } = await (await server.as('admin')).send('GET', 'metricprofiles/base')
    const { body: aggregation } = await (await server.as('admin')).send('GET', 'aggregations/base')
    const profiles = [
      { type: 'metric', id: metric.apiid },
      { type: 'aggregation', id: aggregation.apiid },
      { type: 'operations', id: operations?.id },
    ]
    const filter_tags = [entity('subgroup', 'S*')]
    const { id } = Object(await webApi('POST', 'reports', { info: { name: 'registered' }, profiles, filter_tags }))
    const admin = await server.as('admin')
    const sent = { apiid: id, name: 'registered', groupname: 'operations', description: '' }
    const { status, body } = await admin.send('POST', 'reports', sent)
    expect(status, body.detail).toBe(201)
    expect(body).toMatchObject({ metric_profile: 'base', filter_tags, availability: 80, topology_types: [] })
  })

  test('a report that another program stored without thresholds is adopted with the usual ones, and then equal', async () => {
    const { body: report } = await given()
    const { thresholds: _, ...stored } = await remote(report.apiid)
    const id = '0a1b2c3d-1111-4222-8333-444455556666'
    const added = { ...stored, id, info: { ...stored.info, name: 'without thresholds' } }
    const body = { status: { message: 'Success', code: '200' }, data: [added] }
    server.webApi.behave({ kind: 'lie', status: 200, body }, 'GET')
    const admin = await server.as('admin')
    const { etag } = await admin.send('GET', `differences/reports/${id}`)
    const adopt = { apiid: id, groupname: 'operations' }
    const { status, body: answer } = await admin.send('POST', 'differences/reports/adopt', adopt, ifMatch(etag))
    expect(status, answer.detail).toBe(200)

    const adopted = (await admin.send('GET', 'reports/without thresholds')).body
    expect(adopted).toMatchObject({ availability: 80, reliability: 85, uptime: 80, unknown: 10, downtime: 10 })
    const { body: kinds } = await admin.send('GET', 'differences')
    const { differences } = kinds.find(({ kind }: { kind: string }) => kind === 'report')
    expect(differences).not.toContainEqual(expect.objectContaining({ apiid: id }))
  })

  test('a changed filter is one sentence, and a version can be restored', async () => {
    const tag = (value: string) => ({ name: 'scope', value, context: 'argo.group.filter.tags.array' })
    const { body, etag } = await given({ filter_tags: [tag('a'), entity('group', 'NGI_A')] })
    const filters = [tag('a, b'), entity('group', 'NGI_B')]
    const changed = await change({ ...body, filter_tags: filters, availability: 90.5 }, etag)
    const admin = await server.as('admin')
    const address = `tenantversion/report/${encodeURIComponent(body.name)}`
    const { body: versions } = await admin.send('GET', address)
    expect(versions[0].comment).toBe(
      'Deleted filter "group: NGI_A". Changed filter "scope". Added filter "group: NGI_B". Changed availability.',
    )
    const { apiid } = body
    const restored = await change({ ...versions[1].fields, apiid }, changed.etag)
    expect(restored.status, restored.body.detail).toBe(200)
    expect(await remote(apiid)).toMatchObject({ filter_tags: body.filter_tags, thresholds: { availability: 80 } })
  })

  test('a profile that got another id is a difference of its reports, which sending them removes', async () => {
    const admin = await server.as('admin')
    const old = await addMetricProfile(admin, 'sent again')
    const { body: report } = await given({ metric_profile: 'sent again' })
    await webApi('DELETE', `metric_profiles/${old}`)
    const send = async (path: string, apiid: string) => {
      const { etag } = await admin.send('GET', `differences/${path}/${apiid}`)
      const { status, body } = await admin.send('POST', `differences/${path}/send`, { apiid }, ifMatch(etag))
      expect(status, body.detail).toBe(200)
    }
    await send('metricprofiles', old)
    const { body: kinds } = await admin.send('GET', 'differences')
    const { differences } = kinds.find(({ kind }: { kind: string }) => kind === 'report')
    expect(differences).toContainEqual({ apiid: report.apiid, name: report.name, in: 'both' })
    await send('reports', report.apiid)
    const { body: profile } = await admin.send('GET', `metricprofiles/${encodeURIComponent('sent again')}`)
    expect((await remote(report.apiid)).profiles[0]).toEqual({ type: 'metric', id: profile.apiid, name: 'sent again' })
  })

  test.each([
    { type: 'metric', path: 'metric_profiles' },
    { type: 'aggregation', path: 'aggregation_profiles' },
    { type: 'operations', path: 'operations_profiles' },
    { type: 'thresholds', path: 'thresholds_profiles' },
  ] as const)(
    'a report whose $type profile was deleted elsewhere can be read, says so when it is saved, and takes another one',
    async ({ type, path }) => {
      const field = `${type}_profile`
      await addProfile[type]('deleted elsewhere')
      const { body } = await given({ [field]: 'deleted elsewhere' })
      const { id } = (await remote(body.apiid)).profiles.find((profile: { type: string }) => profile.type === type)
      await webApi('DELETE', `${path}/${id}`)
      const admin = await server.as('admin')
      const address = `reports/${encodeURIComponent(body.name)}`
      const read = await admin.send('GET', address)
      expect(read.body).toEqual(body)

      const refused = await change({ ...body, description: 'changed' }, read.etag)
      expect(refused).toMatchObject({ status: 502, body: { source: 'web-api' } })
      expect(refused.body.detail).toContain(`No profile in ${path} was found with id ${id}`)
      await server.recoverWrites()
      expect((await admin.send('GET', address)).body).toEqual(body)

      const { etag } = await admin.send('GET', address)
      const { status, body: saved } = await change({ ...body, [field]: 'other' }, etag)
      expect(status, saved.detail).toBe(200)
      expect((await remote(body.apiid)).profiles).toContainEqual({ type, id: expect.any(String), name: 'other' })
    },
  )

  test('members change and delete only the reports of their groups', async () => {
    const { body, etag } = await given()
    const remove = async (who: string) =>
      (await server.as(who)).send('DELETE', `reports/${body.apiid}`, undefined, ifMatch(etag))
    expect(await change(body, etag, 'stranger')).toMatchObject({
      status: 403,
      body: { detail: 'You do not have permission to change reports.' },
    })
    expect(await change({ ...body, groupname: 'network' }, etag, 'member')).toMatchObject({
      status: 403,
      body: { detail: 'You do not have permission to assign reports to the given group.' },
    })
    expect((await remove('stranger')).status).toBe(403)
    expect((await remove('member')).status).toBe(204)
    expect(await (await server.context('NORTH')).webApi.reports.find(body.apiid)).toBeUndefined()
  })

  test('a profile that a report uses cannot be deleted', async () => {
    const { body } = await given()
    const admin = await server.as('admin')
    for (const [path, label] of [
      ['metricprofiles', 'Metric profile'],
      ['aggregations', 'Aggregation profile'],
      ['thresholdsprofiles', 'Thresholds profile'],
    ]) {
      const { body: profile, etag } = await admin.send('GET', `${path}/base`)
      const refused = await admin.send('DELETE', `${path}/${profile.apiid}`, undefined, ifMatch(etag))
      expect(refused.status).toBe(409)
      expect(refused.body.detail).toContain(`${label} is associated with report(s): `)
      expect(refused.body.detail).toContain(body.name)
    }
  })

  test('the largest number of filters is stored in both stores, and its scope is previewed', async () => {
    const filter_tags = Array.from({ length: 10_000 }, (_, at) => entity('service', `service.${at}`, 'endpoint'))
    const { body } = await given({ filter_tags })
    const stored = await remote(body.apiid)
    expect(stored.filter_tags).toHaveLength(filter_tags.length)
    const asked = { topology_types: ['NGI', 'SITES'], filter_tags }
    const previewed = await (await server.as('admin')).send('POST', 'reportscope', asked)
    expect(previewed, JSON.stringify(previewed.body)).toMatchObject({ status: 200, body: { state: 'no topology' } })
  })

  test('a save takes at most 13 statements, as many with 500 filters as with one', async () => {
    const [small, large] = [await given(), await given()]
    const many = Array.from({ length: 500 }, (_, at) => entity('service', `service.${at}`, 'endpoint'))
    const saved =
      ({ body, etag }: Awaited<ReturnType<typeof given>>, filter_tags: object[]) =>
      async () => {
        const answer = await change({ ...body, filter_tags }, etag)
        expect(answer.status, answer.body.detail).toBe(200)
      }
    server.clock.pass(5)
    const few = await server.statements(saved(small, [entity('group', 'B')]))
    server.clock.pass(5)
    const all = await server.statements(saved(large, many))
    expect(few.length).toBeLessThanOrEqual(13)
    expect(all.length).toBe(few.length)
    server.clock.pass(5)
    const added = await server.statements(() => given({ filter_tags: many }))
    expect(added.length).toBeLessThanOrEqual(13)
  })
})
