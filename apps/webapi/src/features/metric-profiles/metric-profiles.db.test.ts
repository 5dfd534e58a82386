import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aMetricProfile } from '#test/builders.ts'
import { databases } from '#test/databases.ts'
import { storedVersions } from '#test/stored.ts'
import { refusal, startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const services = [{ service: 'web.portal', metrics: ['org.probe.HTTP-Ok', 'org.probe.TLS-Days'] }]
const nameTaken = refusal(409, 'Conflict', 'Metric profile with the same name already exists')
const noSuchItem = refusal(404, 'Not Found', 'item with the specific ID was not found on the server')
const malformed = refusal(400, 'Bad Request', 'Request Body contains malformed JSON, thus rendering the Request Bad')
const invalid = (details: string) => refusal(422, 'Validation Error', details, 'Validation Failed')

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
    test('answers with an id and a link, and the profile can be read', async () => {
      const { name } = aMetricProfile()
      const answer = await api.call('POST', 'metric_profiles', { body: { name, description: 'Portals', services } })

      expect(answer).toMatchObject({ status: 201, body: { status: { message: 'Metric Profile successfully created', code: '201' } } })
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

    test('takes names of members in any case, null as missing, and ignores what it does not know', async () => {
      const { name } = aMetricProfile()
      const id = await api.add('metric_profiles', {
        NAME: name,
        id: randomUUID(),
        date: '1999-01-01',
        groupname: 'ops',
        description: null,
        Services: [{ Service: 'web', METRICS: ['http'], extra: 1 }, { service: 'mail', metrics: null }],
      })

      expect(await get(id)).toMatchObject({
        data: [{ id, date: '2026-07-01', name, description: '', services: [{ service: 'web', metrics: ['http'] }, { service: 'mail', metrics: [] }] }],
      })
    })

    test('lists are never null', async () => {
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

    test('names every problem of the content', async () => {
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
      const wrongDay = refusal(400, 'Bad Request', 'date parameter value: 2026-7-1 is not in the valid form of YYYY-MM-DD')
      for (const [method, path] of [
        ['GET', 'metric_profiles'],
        ['GET', `metric_profiles/${randomUUID()}`],
        ['POST', 'metric_profiles'],
        ['PUT', `metric_profiles/${randomUUID()}`],
      ] as const) {
        expect(await api.call(method, `${path}?date=2026-7-1`, { ...(method[0] === 'P' && { body: '{' }) })).toMatchObject(wrongDay)
      }
    })

    test('keeps texts that the database cannot store as they are', async () => {
      const { name } = aMetricProfile()
      const body = `{"name": "${name} \\u0000 \\ud800", "services": [{"service": "\\u0000", "metrics": []}]}`
      const id = await api.add('metric_profiles', JSON.parse(body))
      expect(await get(id)).toMatchObject({ data: [{ name: `${name} \ufffd \ufffd`, services: [{ service: '\ufffd' }] }] })
    })
  })

  describe('changing', () => {
    test('keeps one version a day for readers, and says whether the day is a new one', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      const change = (description: string) => put(id, { ...profile, description })

      expect(await change('same day')).toMatchObject({
        status: 200,
        body: { status: { message: 'Metric Profile successfully updated', code: '200' } },
      })
      api.setDay('2026-07-03')
      expect(await change('two days later')).toMatchObject({
        status: 200,
        body: { status: { message: 'Metric Profile successfully updated (new history snapshot)', code: '200' } },
      })
      expect(await change('again')).toMatchObject({ body: { status: { message: 'Metric Profile successfully updated' } } })

      expect(await get(id)).toMatchObject({ data: [{ description: 'again', date: '2026-07-03' }] })
      expect(await get(id, '?date=2026-07-02')).toMatchObject({ data: [{ description: 'same day', date: '2026-07-01' }] })
      expect(await api.call('GET', `metric_profiles/${id}?date=2026-06-30`)).toMatchObject(noSuchItem)
    })

    test('of an earlier day fills in history and leaves the present alone', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      expect(await put(id, { ...profile, name: `${profile.name} as it was` }, '?date=2026-01-15')).toMatchObject({
        body: { status: { message: 'Metric Profile successfully updated (new history snapshot)' } },
      })

      expect(await get(id)).toMatchObject({ data: [{ name: profile.name, date: '2026-07-01' }] })
      expect(await get(id, '?date=2026-02-01')).toMatchObject({ data: [{ name: `${profile.name} as it was`, date: '2026-01-15' }] })
      await expect(api.add('metric_profiles', { name: profile.name })).rejects.toThrow('409')
    })

    test('of a later day is not seen before it', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile, {})
      await put(id, { ...profile, description: 'from August on' }, '?date=2026-08-01')

      expect(await get(id)).toMatchObject({ data: [{ description: profile.description }] })
      api.setDay('2026-08-02')
      expect(await get(id)).toMatchObject({ data: [{ description: 'from August on', date: '2026-08-01' }] })
    })

    test('replaces the whole', async () => {
      const profile = aMetricProfile({ services })
      const id = await api.add('metric_profiles', profile)
      await put(id, { name: profile.name })
      expect(await get(id)).toMatchObject({ data: [{ name: profile.name, description: '', services: [] }] })
    })

    test('keeps every change, also those of one day, with who made it', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      await put(id, { ...profile, description: 'second' })
      await put(id, { ...profile, description: 'third' })

      expect(await versionsOf(api, id)).toMatchObject([
        { number: 1, changed_by: 'editor', document: { description: profile.description } },
        { number: 2, changed_by: 'editor', document: { description: 'second' } },
        { number: 3, changed_by: 'editor', document: { description: 'third' } },
      ])
    })

    test('checks that the item is there before its content, and its name last', async () => {
      const taken = aMetricProfile()
      await api.add('metric_profiles', taken)
      const id = await api.add('metric_profiles', aMetricProfile())

      expect(await put(randomUUID(), {})).toMatchObject(noSuchItem)
      expect(await put('no-uuid', {})).toMatchObject(noSuchItem)
      expect(await put(id, {})).toMatchObject(invalid('name is required'))
      expect(await put(id, taken)).toMatchObject(nameTaken)
    })
  })

  describe('names', () => {
    test('are taken while in use, case and spaces counting', async () => {
      const { name } = aMetricProfile()
      await api.add('metric_profiles', { name })
      expect(await api.call('POST', 'metric_profiles', { body: { name } })).toMatchObject(nameTaken)
      await api.add('metric_profiles', { name: name.toUpperCase() })
      await api.add('metric_profiles', { name: ` ${name}` })
    })

    test('are free again after a change or a delete', async () => {
      const [first, second] = [aMetricProfile(), aMetricProfile()]
      const id = await api.add('metric_profiles', first)
      await put(id, second)
      const heir = await api.add('metric_profiles', first)
      expect(await put(id, first)).toMatchObject(nameTaken)

      await api.call('DELETE', `metric_profiles/${heir}`)
      expect(await put(id, first)).toMatchObject({ status: 200 })
    })

    test('belong to a tenant', async () => {
      const profile = aMetricProfile()
      await api.add('metric_profiles', profile)
      await api.add('metric_profiles', profile, { key: 'HARBOR editor' })
    })

    test('of several profiles added at once under one name, one is', async () => {
      const body = aMetricProfile()
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => api.call('POST', 'metric_profiles', { body })))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    })
  })

  describe('lists', () => {
    test('hold what is in force on the day, sorted by id', async () => {
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

    test('can be asked by the name that is in force', async () => {
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

    test('cost the same number of statements however many rows there are', async () => {
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

  test('a profile of 5,000 metrics comes back as it was sent', async () => {
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

    test('a new profile of the same name is another', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      await api.call('DELETE', `metric_profiles/${id}`)
      expect(await api.add('metric_profiles', profile)).not.toBe(id)
    })
  })

  describe('If-Match', () => {
    const changedMeanwhile = refusal(412, 'Precondition Failed', 'item with the specific ID was changed after the state named by If-Match')

    test('lets a write through while nobody else has written', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      const { headers } = await api.call('GET', `metric_profiles/${id}`)
      const seen = { 'if-match': String(headers.etag) }

      const saved = await put(id, profile, '', seen)
      expect(saved.status).toBe(200)
      expect(await put(id, profile, '', seen)).toMatchObject(changedMeanwhile)
      expect(await api.call('DELETE', `metric_profiles/${id}`, { headers: seen })).toMatchObject(changedMeanwhile)
      expect(await put(id, profile, '', { 'if-match': String(saved.headers.etag) })).toMatchObject({ status: 200 })
      expect(await put(id, profile, '', { 'if-match': '*' })).toMatchObject({ status: 200 })
      expect(await put(id, profile)).toMatchObject({ status: 200 })
    })

    test('of two who write at once one wins', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      const save = (description: string) => put(id, { ...profile, description }, '', { 'if-match': '"1"' })
      const answers = await Promise.all([save('left'), save('right')])

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
      expect(await versionsOf(api, id)).toHaveLength(2)
    })

    test('without it all who write at once are kept, one after the other', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      const answers = await Promise.all([1, 2, 3, 4, 5].map((turn) => put(id, { ...profile, description: `${turn}` })))

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect((await versionsOf(api, id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
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
