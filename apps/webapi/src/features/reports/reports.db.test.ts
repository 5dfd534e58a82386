import { randomUUID } from 'node:crypto'
import { collectionOfProfileType } from '@quatrain/contract/web-api/reports.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aMetricProfile,
  anAggregationProfile,
  anOperationsProfile,
  aReport,
  aThresholdsProfile,
  someWeights,
} from '#test/builders.ts'
import { malformed, noSuchItem, refusal } from '#test/refusals.ts'
import { storedVersions } from '#test/stored.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const path = 'reports'
const nameTaken = refusal(409, 'Conflict', 'Report with the same name already exists')
const usual = {
  computations: { ar: true, status: true, trends: ['flapping', 'status', 'tags'] },
  thresholds: { availability: 80, reliability: 85, uptime: 80, unknown: 10, downtime: 10 },
}

describe.each(databases)('reports on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const get = async (id: string) => (await api.call('GET', `${path}/${id}`)).body
  const put = (id: string, body: unknown, headers = {}) => api.call('PUT', `${path}/${id}`, { body, headers })

  test('a new report is returned with an id and a link, and can be read with the names of its profiles', async () => {
    const metricProfile = aMetricProfile()
    const metric = await api.add('metric_profiles', metricProfile)
    const aggregationProfile = anAggregationProfile(metric)
    const aggregation = await api.add('aggregation_profiles', aggregationProfile)
    const operationsProfile = anOperationsProfile()
    const operations = await api.add('operations_profiles', operationsProfile)
    const thresholdsProfile = aThresholdsProfile()
    const thresholds = await api.add('thresholds_profiles', thresholdsProfile)
    const givenWeights = someWeights()
    const weights = await api.add('weights', givenWeights)
    const report = aReport({
      profiles: [
        { id: metric, name: 'wrong', type: 'metric' },
        { id: aggregation, name: '', type: 'aggregation' },
        { id: operations, name: '', type: 'operations' },
        { id: thresholds, name: '', type: 'thresholds' },
        { id: weights, name: '', type: 'weights' },
      ],
      filter_tags: [{ name: 'scope', value: 'alpha, beta', context: 'argo.endpoint.filter.tags.array' }],
    })
    const info = { ...report.info, created: '1999-01-01 00:00:00', updated: '1999-01-01 00:00:00' }
    const answer = await api.call('POST', path, { body: { ...report, info, id: randomUUID(), tenant: 'HARBOR' } })

    const [id] = answer.text.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) ?? ['']
    expect(answer).toMatchObject({ status: 201, headers: { etag: `"${id}.1"` } })
    expect(answer.body).toEqual({
      status: { message: 'Successfully Created Report', code: '201' },
      data: { id, links: { self: `https://api.example/api/v2/reports/${id}` } },
    })
    const stored = {
      ...report,
      id,
      tenant: 'ORCHARD',
      info: { ...report.info, created: '2026-07-01 12:00:00', updated: '2026-07-01 12:00:00' },
      computations: usual.computations,
      profiles: [
        { id: metric, name: metricProfile.name, type: 'metric' },
        { id: aggregation, name: aggregationProfile.name, type: 'aggregation' },
        { id: operations, name: operationsProfile.name, type: 'operations' },
        { id: thresholds, name: thresholdsProfile.name, type: 'thresholds' },
        { id: weights, name: givenWeights.name, type: 'weights' },
      ],
    }
    expect(await get(id)).toEqual({ status: { message: 'Success', code: '200' }, data: [stored] })
  })

  test.each(Object.entries(collectionOfProfileType))(
    'a report cannot refer to a profile of type %s that does not exist in %s',
    async (type, collection) => {
      const id = randomUUID()
      const answer = await api.call('POST', path, { body: aReport({ profiles: [{ id, name: '', type }] }) })
      const details = `No profile in ${collection} was found with id ${id}`
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ details }] } })
    },
  )

  test('has the names that its profiles have today, also after they were renamed or deleted', async () => {
    const metricProfile = aMetricProfile()
    const metric = await api.add('metric_profiles', metricProfile)
    const given = [
      { type: 'metric', id: metric, input: metricProfile },
      { type: 'aggregation', input: anAggregationProfile(metric) },
      { type: 'operations', input: anOperationsProfile() },
      { type: 'thresholds', input: aThresholdsProfile() },
      { type: 'weights', input: someWeights() },
    ] as const
    const profiles = []
    for (const { type, input, ...known } of given) {
      const collection = collectionOfProfileType[type]
      const id = 'id' in known ? known.id : await api.add(collection, input)
      profiles.push({ id, name: input.name, type })
    }
    const id = await api.add(path, aReport({ profiles }))
    const read = (etag: string) => api.call('GET', `${path}/${id}`, { headers: { 'if-none-match': etag } })
    const etag = String((await read('""')).headers.etag)
    expect(await read(etag)).toMatchObject({ status: 304 })

    for (const [index, { type, input }] of given.entries()) {
      const body = { ...input, name: `${input.name} renamed` }
      await api.call('PUT', `${collectionOfProfileType[type]}/${profiles[index]?.id}`, { body })
    }
    const renamed = profiles.map((profile) => ({ ...profile, name: `${profile.name} renamed` }))
    expect(await read(etag)).toMatchObject({ status: 200, body: { data: [{ profiles: renamed }] } })
    for (const { id, type } of profiles.toReversed()) await api.call('DELETE', `${collectionOfProfileType[type]}/${id}`)
    expect(await get(id)).toMatchObject({ data: [{ profiles: renamed }] })
  })

  test('a new report has defaults for missing fields, and its lists are never null', async () => {
    const { info } = aReport()
    const id = await api.add(path, { INFO: { Name: info.name }, computations: null, filter_tags: [{ name: 'x' }] })
    expect(await get(id)).toEqual({
      status: { message: 'Success', code: '200' },
      data: [
        {
          ...usual,
          id,
          tenant: 'ORCHARD',
          disabled: false,
          info: { name: info.name, description: '', created: expect.any(String), updated: expect.any(String) },
          topology_schema: {},
          profiles: [],
          filter_tags: [{ name: 'x', value: '', context: '' }],
        },
      ],
    })
    const partly = await api.add(path, {
      ...aReport(),
      computations: {},
      thresholds: { availability: 99.123456789, uptime: null },
    })
    expect(await get(partly)).toMatchObject({
      data: [
        {
          computations: { ar: false, status: false, trends: [] },
          thresholds: { availability: 99.123456789, reliability: 0, uptime: 0, unknown: 0, downtime: 0 },
        },
      ],
    })
  })

  test('thresholds that are sent as text are stored and returned as numbers', async () => {
    const thresholds = { availability: '80', reliability: '85.5', uptime: '0.8', unknown: '0', downtime: '-0.5' }
    const result = { availability: 80, reliability: 85.5, uptime: 0.8, unknown: 0, downtime: -0.5 }
    const report = { ...aReport(), thresholds }
    const id = await api.add(path, report)
    expect(await get(id)).toMatchObject({ data: [{ thresholds: result }] })
    expect(await put(id, { ...report, thresholds: { ...thresholds, availability: '99.9' } })).toMatchObject({
      status: 200,
    })
    expect(await get(id)).toMatchObject({ data: [{ thresholds: { ...result, availability: 99.9 } }] })
  })

  test.each([
    ['half an object', '{"info": {"name": "x"}'],
    ['a list', '[]'],
    ['a text as threshold', '{"thresholds": {"availability": "eighty"}}'],
    ['a text as flag', '{"disabled": "false"}'],
    ['a number as name', '{"info": {"name": 1}}'],
    ['a number as weight', '{"weight": 1}'],
    ['a text as profile', '{"profiles": ["x"]}'],
    ['a text as topology', '{"topology_schema": {"group": "NGI"}}'],
  ])('%s is malformed', async (_, body) => {
    expect(await api.call('POST', path, { body })).toMatchObject(malformed)
    expect(await put(randomUUID(), body)).toMatchObject(malformed)
  })

  test('any number of topology levels is stored', async () => {
    const body = (levels: number) =>
      `{"info":{"name":"${levels} levels"},"topology_schema":${'{"group":'.repeat(levels)}null${'}'.repeat(levels)}}`
    const id = await api.add(path, body(30))
    expect((await api.call('GET', `${path}/${id}`)).text.match(/"group"/g)).toHaveLength(29)
    expect(await api.call('POST', path, { body: body(20_000) })).toMatchObject({ status: 400 })
  })

  test('every problem is reported with its title', async () => {
    const profiles = [
      { id: 'x', name: '', type: 'metrics' },
      { id: 'no-uuid', name: '', type: 'metric' },
    ]
    const computations = { ar: true, status: true, trends: ['behaviors'] }
    const problems = [
      ['Profile type invalid', 'Profile type metrics is invalid'],
      ['Profile id not found', 'No profile in metric_profiles was found with id no-uuid'],
      ['Invalid Trend Name', "Trends with the name:behaviors doesn't exist"],
    ]
    const refused = {
      status: 422,
      body: {
        status: {
          message: 'Unprocessable Entity',
          code: '422',
          details: problems.map(([, result]) => result).join('; '),
        },
        errors: problems.map(([message, details]) => ({ message, code: '422', details })),
      },
    }
    expect(await api.call('POST', path, { body: aReport({ profiles, computations }) })).toMatchObject(refused)
    const id = await api.add(path, aReport())
    expect(await put(id, aReport({ profiles, computations }))).toMatchObject(refused)
  })

  test('of several unknown profiles each is one problem in their order, also in a change and before a name that is taken', async () => {
    const taken = aReport()
    await api.add(path, taken)
    const id = await api.add(path, aReport())
    const known = await api.add('metric_profiles', aMetricProfile())
    const [metric, aggregation, operations] = [randomUUID(), randomUUID(), randomUUID()]
    const body = aReport({
      info: taken.info,
      profiles: [
        { id: operations, name: '', type: 'operations' },
        { id: known, name: '', type: 'metric' },
        { id: aggregation, name: '', type: 'aggregation' },
        { id: metric, name: '', type: 'metric' },
      ],
    })
    const details = [
      `No profile in operations_profiles was found with id ${operations}`,
      `No profile in aggregation_profiles was found with id ${aggregation}`,
      `No profile in metric_profiles was found with id ${metric}`,
    ]
    const errors = details.map((details) => ({ message: 'Profile id not found', code: '422', details }))
    const before = await get(id)
    for (const answer of [await put(id, body), await api.call('POST', path, { body })]) {
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ errors })
    }
    expect(await get(id)).toEqual(before)
  })

  test('a profile of another tenant or a deleted one is not found', async () => {
    const foreign = await api.add('metric_profiles', aMetricProfile(), { key: 'HARBOR editor' })
    const deleted = await api.add('metric_profiles', aMetricProfile())
    await api.call('DELETE', `metric_profiles/${deleted}`)
    for (const id of [foreign, deleted]) {
      const body = aReport({ profiles: [{ id, name: '', type: 'metric' }] })
      expect(await api.call('POST', path, { body })).toMatchObject({ status: 422 })
    }
  })

  test('a change replaces the report except for settings that it leaves out', async () => {
    const settings = {
      weight: 'hepspec',
      computations: { ar: true, status: false, trends: ['tags'] },
      thresholds: { availability: 1, reliability: 2, uptime: 3, unknown: 4, downtime: 5 },
    }
    const report = aReport(settings)
    const id = await api.add(path, report)
    api.setDay('2026-07-05')
    const { thresholds: _, ...rest } = aReport({ info: report.info, disabled: true, topology_schema: {} })
    expect(await put(id, rest)).toMatchObject({
      status: 200,
      headers: { etag: `"${id}.2"` },
      body: { status: { message: 'Report was successfully updated', code: '200' } },
    })
    expect(await get(id)).toMatchObject({
      data: [
        {
          ...settings,
          disabled: true,
          topology_schema: {},
          info: { created: '2026-07-01 12:00:00', updated: '2026-07-05 12:00:00' },
        },
      ],
    })
    await put(id, { ...rest, weight: '', computations: {}, thresholds: { downtime: 7 } })
    const { body, text } = await api.call('GET', `${path}/${id}`)
    expect(text).not.toContain('"weight"')
    expect(body).toMatchObject({
      data: [{ computations: { ar: false, trends: [] }, thresholds: { availability: 0, downtime: 7 } }],
    })
    const stored = await storedVersions(api.database, 'ORCHARD', id, 'report_versions')
    expect(stored.map(({ number, changed_by }) => [number, changed_by])).toEqual([
      [1, 'editor'],
      [2, 'editor'],
      [3, 'editor'],
    ])
  })

  test('a change returns the stored report to a client that prefers it', async () => {
    const report = aReport()
    const id = await api.add(path, report)
    const { status, headers, body } = await put(id, { ...report, disabled: true }, { prefer: 'return=representation' })
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: { etag: `"${id}.2"`, 'preference-applied': 'return=representation' },
    })
    expect(body).toMatchObject({ status: { message: 'Report was successfully updated' }, data: [{ disabled: true }] })
    expect(await get(id)).toMatchObject({ data: Reflect.get(body ?? {}, 'data') })
  })

  test('names are unique', async () => {
    const [first, second] = [aReport(), aReport()]
    const id = await api.add(path, first)
    const other = await api.add(path, second)
    expect(await api.call('POST', path, { body: first })).toMatchObject(nameTaken)
    expect(await put(other, first)).toMatchObject(nameTaken)
    expect(await put(id, first)).toMatchObject({ status: 200 })
    await api.add(path, first, { key: 'HARBOR editor' })
    await api.call('DELETE', `${path}/${id}`)
    expect(await put(other, first)).toMatchObject({ status: 200 })
  })

  test('one of two concurrent writes with the same precondition wins', async () => {
    const report = aReport()
    const id = await api.add(path, report)
    const save = (disabled: boolean) => put(id, { ...report, disabled }, { 'if-match': `"${id}.1"` })
    const answers = await Promise.all([save(true), save(false)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const all = await Promise.all([1, 2, 3].map(() => put(id, report)))
    expect(all.map(({ headers }) => headers.etag).sort()).toEqual([3, 4, 5].map((changes) => `"${id}.${changes}"`))
  })

  test('a list contains all reports whatever the day, sorted by id, or those with a name', async () => {
    const [early, late] = [aReport(), aReport()]
    const ids = [await api.add(`${path}?date=2025-01-01`, early), await api.add(path, late)]
    const { body, text } = await api.call('GET', `${path}?date=2020-01-01`)
    const listed = [...text.matchAll(/"id":"([^"]*)","tenant"/g)].map(([, id]) => id)
    expect(listed).toEqual(listed.toSorted())
    expect(listed).toEqual(expect.arrayContaining(ids))
    expect(body).toMatchObject({ status: { message: 'Success', code: '200' } })
    const named = await api.call('GET', `${path}?name=${encodeURIComponent(late.info.name)}`)
    expect(named.body).toMatchObject({ data: [{ id: ids[1] }] })
  })

  test('takes the same number of statements for any number of rows and profiles', async () => {
    const list = () => api.call('GET', path)
    const count = async (work: () => Promise<unknown>) => {
      // So that the connection is in the scope of the previous request.
      await list()
      const statements: string[] = []
      const stop = api.database.observe((statement) => statements.push(statement))
      await work()
      stop()
      return statements.length
    }
    const ids: string[] = []
    for (let index = 0; index < 20; index++) ids.push(await api.add('metric_profiles', aMetricProfile()))
    const profiles = ids.map((id) => ({ id, name: '', type: 'metric' }))
    const add = (most: number) => () => api.add(path, aReport({ profiles: profiles.slice(0, most) }))
    const few = [await count(list), await count(add(1))]
    for (let index = 0; index < 10; index++) await api.add(path, aReport())
    expect([await count(list), await count(add(20))]).toEqual(few)
  })

  test('a delete hides the report and keeps its versions', async () => {
    const id = await api.add(path, aReport())
    expect(await api.call('DELETE', `${path}/${id}`, { headers: { 'if-match': '"7"' } })).toMatchObject({ status: 412 })
    expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject({
      status: 200,
      body: { status: { message: 'Report was successfully deleted', code: '200' } },
    })
    expect(await api.call('GET', `${path}/${id}`)).toMatchObject(noSuchItem)
    expect(await put(id, aReport())).toMatchObject(noSuchItem)
    expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject(noSuchItem)
    expect((await api.call('GET', path)).text).not.toContain(id)
    expect(await storedVersions(api.database, 'ORCHARD', id, 'report_versions')).toHaveLength(1)
  })

  test("another tenant's report is not found", async () => {
    const id = await api.add(path, aReport())
    const key = 'HARBOR admin'
    expect(await api.call('GET', `${path}/${id}`, { key })).toMatchObject(noSuchItem)
    expect(await api.call('PUT', `${path}/${id}`, { key, body: aReport() })).toMatchObject(noSuchItem)
    expect(await api.call('DELETE', `${path}/${id}`, { key })).toMatchObject(noSuchItem)
    expect((await api.call('GET', path, { key })).text).not.toContain(id)
  })
})
