import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aMetricProfile, anAggregationProfile } from '#test/builders.ts'
import { invalid, malformed, noSuchItem, refusal } from '#test/refusals.ts'
import { storedVersions } from '#test/stored.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const path = 'aggregation_profiles'
const nameTaken = refusal(409, 'Conflict', 'Aggregation profile with the same name already exists')
const noSuchMetricProfile = refusal(422, 'Unprocessable Entity', 'Referenced metric profile ID is not found')

describe.each(databases)('aggregation profiles on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const get = async (id: string, query = '') => (await api.call('GET', `${path}/${id}${query}`)).body
  const put = (id: string, body: unknown, query = '', headers = {}) =>
    api.call('PUT', `${path}/${id}${query}`, { body, headers })
  /** A metric profile with one aggregation profile that uses it. */
  async function given() {
    const metricProfile = aMetricProfile()
    const metricProfileId = await api.add('metric_profiles', metricProfile)
    const profile = anAggregationProfile(metricProfileId)
    return { metricProfile, metricProfileId, profile, id: await api.add(path, profile) }
  }

  describe('adding', () => {
    test('returns an id and a link, and the profile can be read with the name of its metric profile', async () => {
      const metricProfile = aMetricProfile()
      const metricProfileId = await api.add('metric_profiles', metricProfile)
      const profile = anAggregationProfile(metricProfileId, { metric_profile: { id: metricProfileId, name: 'wrong' } })
      const sent = { ...profile, id: randomUUID(), date: '1999-01-01', groupname: 'ops' }
      const answer = await api.call('POST', path, { body: sent })

      const [id] = answer.text.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) ?? ['']
      expect(answer).toMatchObject({ status: 201, headers: { etag: `"${id}.1"` } })
      expect(answer.body).toEqual({
        status: { message: 'Aggregation Profile successfully created', code: '201' },
        data: { id, links: { self: `https://api.example/api/v2/${path}/${id}` } },
      })
      const metric_profile = { name: metricProfile.name, id: metricProfileId }
      const stored = { ...profile, id, date: '2026-07-01', metric_profile }
      expect(await get(id)).toEqual({ status: { message: 'Success', code: '200' }, data: [stored] })
      expect((await api.call('GET', path)).text).toContain(JSON.stringify(stored.groups))
    })

    test('accepts any operation and any service, and lists are never null', async () => {
      const metricProfile = await api.add('metric_profiles', aMetricProfile())
      const { name } = anAggregationProfile(metricProfile)
      const groups = [{ name: 'g', operation: 'XOR', services: null }, { services: [{ name: 'unheard.of' }] }]
      const id = await api.add(path, { NAME: name, Metric_Profile: { ID: metricProfile }, groups })
      expect(await get(id)).toMatchObject({
        data: [
          {
            name,
            namespace: '',
            endpoint_group: '',
            metric_operation: '',
            profile_operation: '',
            groups: [
              { name: 'g', operation: 'XOR', services: [] },
              { name: '', operation: '', services: [{ name: 'unheard.of', operation: '' }] },
            ],
          },
        ],
      })
      const bare = await api.add(path, { name: `${name} bare`, metric_profile: { id: metricProfile } })
      expect(await get(bare)).toMatchObject({ data: [{ groups: [] }] })
    })

    test.each([
      ['half an object', '{"name": "x"'],
      ['a list', '[]'],
      ['a number as operation', '{"metric_operation": 1}'],
      ['an object as groups', '{"groups": {}}'],
      ['a text as service', '{"groups": [{"services": ["web"]}]}'],
      ['a text as metric profile', '{"metric_profile": "x"}'],
    ])('of %s is malformed', async (_, body) => {
      expect(await api.call('POST', path, { body })).toMatchObject(malformed)
      expect(await put(randomUUID(), body)).toMatchObject(malformed)
    })

    test('requires an existing metric profile', async () => {
      const deleted = await api.add('metric_profiles', aMetricProfile())
      await api.call('DELETE', `metric_profiles/${deleted}`)
      const foreign = await api.add('metric_profiles', aMetricProfile(), { key: 'HARBOR editor' })
      for (const id of [randomUUID(), 'no-uuid', '', deleted, foreign]) {
        expect(await api.call('POST', path, { body: anAggregationProfile(id) })).toMatchObject(noSuchMetricProfile)
      }
      expect(await api.call('POST', path, { body: { name: 'x' } })).toMatchObject(noSuchMetricProfile)

      const later = await api.add('metric_profiles?date=2027-01-01', aMetricProfile())
      await api.add(path, anAggregationProfile(later))
    })

    test('requires a name that is not taken', async () => {
      const { profile, metricProfileId } = await given()
      const blank = anAggregationProfile(metricProfileId, { name: ' ' })
      expect(await api.call('POST', path, { body: blank })).toMatchObject(invalid('name is required'))
      expect(await api.call('POST', path, { body: profile })).toMatchObject(nameTaken)
      const unknown = { ...profile, metric_profile: { id: randomUUID(), name: '' } }
      expect(await api.call('POST', path, { body: unknown })).toMatchObject(noSuchMetricProfile)
    })
  })

  describe('changing', () => {
    test('keeps one version a day for readers, and says whether the day is a new one', async () => {
      const { id, profile } = await given()
      const change = async (metric_operation: string) => (await put(id, { ...profile, metric_operation })).body

      const changed = 'Aggregations Profile successfully updated'
      expect(await change('OR')).toEqual({ status: { message: changed, code: '200' } })
      api.setDay('2026-07-03')
      expect(await change('AND')).toEqual({ status: { message: `${changed} (new history snapshot)`, code: '200' } })
      expect(await get(id)).toMatchObject({ data: [{ metric_operation: 'AND', date: '2026-07-03' }] })
      expect(await get(id, '?date=2026-07-02')).toMatchObject({
        data: [{ metric_operation: 'OR', date: '2026-07-01' }],
      })
      expect(await storedVersions(api.database, 'ORCHARD', id, 'aggregation_profile_versions')).toHaveLength(3)
    })

    test('checks that the item exists, then the precondition, then its content', async () => {
      const { id, profile } = await given()
      const unknown = { ...profile, metric_profile: { id: randomUUID(), name: '' } }
      expect(await put(randomUUID(), {})).toMatchObject(noSuchItem)
      expect(await put(id, unknown, '', { 'if-match': `"${id}.7"` })).toMatchObject({ status: 412 })
      expect(await put(id, unknown, '', { 'if-match': `"${id}.1"` })).toMatchObject(noSuchMetricProfile)
      expect(await put(id, { ...profile, name: '' })).toMatchObject(invalid('name is required'))
    })

    test('is not needed after its metric profile was renamed: each day has the name of that day', async () => {
      const { id, profile, metricProfile, metricProfileId } = await given()
      const rename = (name: string, query = '') =>
        api.call('PUT', `metric_profiles/${metricProfileId}${query}`, { body: { ...metricProfile, name } })
      const [today, later] = [`"${metricProfile.name}", renamed`, `${metricProfile.name}, later`]
      api.setDay('2026-07-02')
      await rename(today)
      await rename(later, '?date=2026-08-01')

      const named = (name: string) => ({
        data: [{ ...profile, id, date: '2026-07-01', metric_profile: { name, id: metricProfileId } }],
      })
      expect(await get(id, '?date=2026-07-01')).toMatchObject(named(metricProfile.name))
      expect(await get(id, '?date=2026-07-31')).toMatchObject(named(today))
      expect(await get(id, '?date=2026-08-01')).toMatchObject(named(later))
      const listed = await api.call('GET', `${path}?name=${encodeURIComponent(profile.name)}`)
      expect(listed.body).toMatchObject(named(today))
    })

    test('is not prevented by a new name of its metric profile, which only readers must notice', async () => {
      const { id, profile, metricProfile, metricProfileId } = await given()
      const read = (tag: string) => api.call('GET', `${path}/${id}`, { headers: { 'if-none-match': tag } })
      const etag = String((await read('""')).headers.etag)
      expect(await read(etag)).toMatchObject({ status: 304 })
      const name = `${metricProfile.name}, renamed`
      await api.call('PUT', `metric_profiles/${metricProfileId}`, { body: { ...metricProfile, name } })
      expect(await read(etag)).toMatchObject({ status: 200, body: { data: [{ metric_profile: { name } }] } })
      expect(await put(id, profile, '', { 'if-match': etag })).toMatchObject({ status: 200 })
      expect(await put(id, profile, '', { 'if-match': etag })).toMatchObject({ status: 412 })
    })
  })

  test('a metric profile that is used can be deleted; its dependents are kept, and cannot be changed', async () => {
    const { id, profile, metricProfileId } = await given()
    expect(await api.call('DELETE', `metric_profiles/${metricProfileId}`)).toMatchObject({ status: 200 })
    expect(await get(id)).toMatchObject({ data: [{ metric_profile: { id: metricProfileId } }] })
    expect(await put(id, profile)).toMatchObject(noSuchMetricProfile)
  })

  test('a metric profile that is deleted concurrently is not referred to afterwards', async () => {
    for (let round = 0; round < 5; round++) {
      const metricProfile = await api.add('metric_profiles', aMetricProfile())
      const [added, deleted] = await Promise.all([
        api.call('POST', path, { body: anAggregationProfile(metricProfile) }),
        api.call('DELETE', `metric_profiles/${metricProfile}`),
      ])
      expect([201, 422]).toContain(added.status)
      expect(deleted.status).toBe(200)
    }
  })

  test('lists take the same number of statements for any number of rows', async () => {
    const { metricProfileId } = await given()
    const count = async () => {
      // So that the connection is in the scope of the previous request.
      await api.call('GET', path)
      const statements: string[] = []
      const stop = api.database.observe((statement) => statements.push(statement))
      await api.call('GET', path)
      stop()
      return statements.length
    }
    const few = await count()
    for (let index = 0; index < 20; index++) await api.add(path, anAggregationProfile(metricProfileId))
    expect(await count()).toBe(few)
  })

  test('a delete hides the profile, keeps its versions, and frees its name', async () => {
    const { id, profile } = await given()
    expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject({
      status: 200,
      body: { status: { message: 'Aggregation Profile Successfully Deleted', code: '200' } },
    })
    expect(await api.call('GET', `${path}/${id}`)).toMatchObject(noSuchItem)
    expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject(noSuchItem)
    expect(await storedVersions(api.database, 'ORCHARD', id, 'aggregation_profile_versions')).toHaveLength(1)
    expect(await api.add(path, profile)).not.toBe(id)
  })

  test("another tenant's profile is not found", async () => {
    const { id, profile } = await given()
    const key = 'HARBOR admin'
    expect(await api.call('GET', `${path}/${id}`, { key })).toMatchObject(noSuchItem)
    expect(await api.call('PUT', `${path}/${id}`, { key, body: profile })).toMatchObject(noSuchItem)
    expect(await api.call('DELETE', `${path}/${id}`, { key })).toMatchObject(noSuchItem)
    expect((await api.call('GET', path, { key })).text).not.toContain(id)
  })
})
