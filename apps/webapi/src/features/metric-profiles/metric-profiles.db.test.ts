import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aMetricProfile } from '#test/builders.ts'
import { invalid, malformed, noSuchItem, refusal } from '#test/refusals.ts'
import { storedVersions } from '#test/stored.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const services = [{ service: 'web.portal', metrics: ['org.probe.HTTP-Ok', 'org.probe.TLS-Days'] }]

describe.each(databases)('metric profiles on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const get = async (id: string, query = '') => (await api.call('GET', `metric_profiles/${id}${query}`)).body
  const put = (id: string, body: unknown, query = '', headers = {}) =>
    api.call('PUT', `metric_profiles/${id}${query}`, { body, headers })

  describe('adding', () => {
    test('returns an id and a link, and the profile can be read', async () => {
      const { name } = aMetricProfile()
      const answer = await api.call('POST', 'metric_profiles', { body: { name, description: 'Portals', services } })

      expect(answer).toMatchObject({
        status: 201,
        body: { status: { message: 'Metric Profile successfully created', code: '201' } },
      })
      const [id] = answer.text.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) ?? ['']
      expect(answer.body).toEqual({
        status: { message: 'Metric Profile successfully created', code: '201' },
        data: { id, links: { self: `https://api.example/api/v2/metric_profiles/${id}` } },
      })
      expect(await get(id)).toEqual({
        status: { message: 'Success', code: '200' },
        data: [{ id, date: '2026-07-01', name, description: 'Portals', services }],
      })
    })

    test('accepts field names in any case and null as missing, and ignores unknown fields', async () => {
      const { name } = aMetricProfile()
      const id = await api.add('metric_profiles', {
        NAME: name,
        id: randomUUID(),
        date: '1999-01-01',
        groupname: 'ops',
        description: null,
        Services: [
          { Service: 'web', METRICS: ['http'], extra: 1 },
          { service: 'mail', metrics: null },
        ],
      })

      expect(await get(id)).toMatchObject({
        data: [
          {
            id,
            date: '2026-07-01',
            name,
            description: '',
            services: [
              { service: 'web', metrics: ['http'] },
              { service: 'mail', metrics: [] },
            ],
          },
        ],
      })
    })

    test('returns lists that are never null', async () => {
      const { name } = aMetricProfile()
      const id = await api.add('metric_profiles', { name })
      expect(await get(id)).toMatchObject({ data: [{ name, description: '', services: [] }] })
    })

    test.each([
      ['nothing', ''],
      ['half an object', '{"name": "x"'],
      ['text after the value', '{"name": "x"} x'],
      ['a list', '[]'],
      ['a text', '"x"'],
      ['a number as name', '{"name": 1}'],
      ['an object as list', '{"name": "x", "services": {}}'],
      ['a number as service', '{"name": "x", "services": [1]}'],
      ['a number as metric', '{"name": "x", "services": [{"service": "a", "metrics": [1]}]}'],
    ])('of %s is malformed', async (_, body) => {
      expect(await api.call('POST', 'metric_profiles', { body })).toMatchObject(malformed)
      expect(await put(randomUUID(), body)).toMatchObject(malformed)
    })

    test('reports every problem of the content', async () => {
      const body = {
        name: ' ',
        services: [
          { service: 'web', metrics: ['http', 'http', ''] },
          { service: '', metrics: ['http'] },
          { service: 'web', metrics: ['http'] },
        ],
      }
      const problems = [
        'name is required',
        'services[0].metrics[1] repeats the metric http of the service web',
        'services[0].metrics[2] is required',
        'services[1].service is required',
        'services[2].metrics[0] repeats the metric http of the service web',
      ]
      expect(await api.call('POST', 'metric_profiles', { body })).toMatchObject({
        status: 422,
        body: {
          status: { message: 'Validation Error', code: '422', details: problems.join('; ') },
          errors: problems.map((details) => ({ message: 'Validation Failed', code: '422', details })),
        },
      })
      expect(await api.call('POST', 'metric_profiles', { body: 'null' })).toMatchObject(invalid('name is required'))
    })

    test('checks the date, then the body', async () => {
      const wrongDay = refusal(
        400,
        'Bad Request',
        'date parameter value: 2026-7-1 is not in the valid form of YYYY-MM-DD',
      )
      for (const [method, path] of [
        ['GET', 'metric_profiles'],
        ['GET', `metric_profiles/${randomUUID()}`],
        ['POST', 'metric_profiles'],
        ['PUT', `metric_profiles/${randomUUID()}`],
      ] as const) {
        expect(
          await api.call(method, `${path}?date=2026-7-1`, { ...(method[0] === 'P' && { body: '{' }) }),
        ).toMatchObject(wrongDay)
      }
    })

    test('replaces characters that the database cannot store', async () => {
      const { name } = aMetricProfile()
      const body = `{"name": "${name} \\u0000 \\ud800", "services": [{"service": "\\u0000", "metrics": []}]}`
      const id = await api.add('metric_profiles', JSON.parse(body))
      expect(await get(id)).toMatchObject({
        data: [{ name: `${name} \ufffd \ufffd`, services: [{ service: '\ufffd' }] }],
      })
    })
  })

  describe('lists', () => {
    test('contain what is in force on the day, sorted by id', async () => {
      const days = ['2025-01-01', '2025-01-02', '2025-01-03']
      const ids: string[] = []
      for (const day of days) ids.push(await api.add(`metric_profiles?date=${day}`, aMetricProfile()))
      const listed = await api.call('GET', 'metric_profiles?date=2025-01-02')

      expect(idsIn(listed.text)).toEqual(ids.slice(0, 2).sort())
      expect(await api.call('GET', 'metric_profiles?date=2024-12-31')).toMatchObject({
        status: 200,
        body: { status: { message: 'Success', code: '200' }, data: [] },
      })
    })

    test('can be filtered by the name that is in force', async () => {
      const [before, after] = [aMetricProfile(), aMetricProfile()]
      const id = await api.add('metric_profiles?date=2026-06-01', before)
      await put(id, after)
      const named = async (name: string, day = '') =>
        idsIn((await api.call('GET', `metric_profiles?name=${encodeURIComponent(name)}&date=${day}`)).text)

      expect(await named(after.name)).toEqual([id])
      expect(await named(before.name)).toEqual([])
      expect(await named(before.name, '2026-06-15')).toEqual([id])
      expect(await named('\0')).toEqual([])
    })

    test('take the same number of statements for any number of rows', async () => {
      const count = async (path: string) => {
        const statements: string[] = []
        await api.call('GET', path)
        const stop = api.database.observe((statement) => statements.push(statement))
        await api.call('GET', path)
        stop()
        return statements.length
      }
      const few = await count('metric_profiles')
      for (let index = 0; index < 20; index++) await api.add('metric_profiles', aMetricProfile())

      expect(await count('metric_profiles')).toBe(few)
      expect(few).toBeLessThanOrEqual(4)
      expect(await count(`metric_profiles?name=x`)).toBe(few)
    })
  })

  test('a profile with 5,000 metrics is returned as it was sent', async () => {
    const large = Array.from({ length: 50 }, (_, service) => ({
      service: `service ${service}`,
      metrics: Array.from({ length: 100 }, (_, metric) => `metric ${99 - metric}`),
    }))
    const id = await api.add('metric_profiles', aMetricProfile({ services: large }))
    expect(await get(id)).toMatchObject({ data: [{ services: large }] })
  })

  describe('deleting', () => {
    test('hides the profile from readers on every day, and keeps its versions', async () => {
      const id = await api.add('metric_profiles?date=2026-01-01', aMetricProfile())
      expect(await api.call('DELETE', `metric_profiles/${id}?date=nonsense`)).toMatchObject({
        status: 200,
        body: { status: { message: 'Metric Profile Successfully Deleted', code: '200' } },
      })

      for (const query of ['', '?date=2026-02-01']) {
        expect(await api.call('GET', `metric_profiles/${id}${query}`)).toMatchObject(noSuchItem)
        expect(idsIn((await api.call('GET', `metric_profiles${query}`)).text)).not.toContain(id)
      }
      expect(await put(id, aMetricProfile())).toMatchObject(noSuchItem)
      expect(await api.call('DELETE', `metric_profiles/${id}`)).toMatchObject(noSuchItem)
      expect(await versionsOf(api, id)).toHaveLength(1)
    })

    test('a new profile with the same name is another one', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      await api.call('DELETE', `metric_profiles/${id}`)
      expect(await api.add('metric_profiles', profile)).not.toBe(id)
    })
  })

  test("another tenant's profile is not found", async () => {
    const profile = aMetricProfile()
    const id = await api.add('metric_profiles', profile)
    const key = 'HARBOR admin'

    expect(await api.call('GET', `metric_profiles/${id}`, { key })).toMatchObject(noSuchItem)
    expect(await api.call('PUT', `metric_profiles/${id}`, { key, body: profile })).toMatchObject(noSuchItem)
    expect(await api.call('DELETE', `metric_profiles/${id}`, { key })).toMatchObject(noSuchItem)
    expect(idsIn((await api.call('GET', 'metric_profiles', { key })).text)).not.toContain(id)
  })
})

const idsIn = (text: string): string[] => [...text.matchAll(/"id":"([^"]*)"/g)].map(([, id]) => id ?? '')

const versionsOf = ({ database }: WebApiUnderTest, id: string) => storedVersions(database, 'ORCHARD', id)
