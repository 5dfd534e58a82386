import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aMetricProfile } from '#test/builders.ts'
import { invalid, noSuchItem, refusal } from '#test/refusals.ts'
import { storedVersions } from '#test/stored.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const services = [{ service: 'web.portal', metrics: ['org.probe.HTTP-Ok', 'org.probe.TLS-Days'] }]

const nameTaken = refusal(409, 'Conflict', 'Metric profile with the same name already exists')

describe.each(databases)('changes of metric profiles on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const get = async (id: string, query = '') => (await api.call('GET', `metric_profiles/${id}${query}`)).body
  const put = (id: string, body: unknown, query = '', headers = {}) =>
    api.call('PUT', `metric_profiles/${id}${query}`, { body, headers })

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
      expect(await change('again')).toMatchObject({
        body: { status: { message: 'Metric Profile successfully updated' } },
      })

      expect(await get(id)).toMatchObject({ data: [{ description: 'again', date: '2026-07-03' }] })
      expect(await get(id, '?date=2026-07-02')).toMatchObject({
        data: [{ description: 'same day', date: '2026-07-01' }],
      })
      expect(await api.call('GET', `metric_profiles/${id}?date=2026-06-30`)).toMatchObject(noSuchItem)
    })

    test.each([
      'return=representation',
      'respond-async, Return = "representation"; foo=1',
      'wait=10,return=representation',
    ])('returns the stored item to a client that prefers it: %s', async (prefer) => {
      const id = await api.add('metric_profiles', aMetricProfile({ services }))
      const answer = await put(id, aMetricProfile({ services }), '?date=2026-06-30', { prefer })
      expect(answer.headers['preference-applied']).toBe('return=representation')
      const stored = await api.call('GET', `metric_profiles/${id}?date=2026-06-30`)
      expect(answer.body).toEqual({
        ...Object(stored.body),
        status: { message: 'Metric Profile successfully updated (new history snapshot)', code: '200' },
      })
      expect(answer.headers.etag).toBe(stored.headers.etag)
    })

    test.each(['return=minimal', 'return=representation2', 'x-return=representation'])(
      'returns only the status to others: %s',
      async (prefer) => {
        const profile = aMetricProfile()
        const answer = await put(await api.add('metric_profiles', profile), profile, '', { prefer })
        expect(answer.headers['preference-applied']).toBeUndefined()
        expect(answer.body).toEqual({ status: { message: 'Metric Profile successfully updated', code: '200' } })
      },
    )

    test('an earlier day adds history and does not change the present', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      expect(await put(id, { ...profile, name: `${profile.name} as it was` }, '?date=2026-01-15')).toMatchObject({
        body: { status: { message: 'Metric Profile successfully updated (new history snapshot)' } },
      })

      expect(await get(id)).toMatchObject({ data: [{ name: profile.name, date: '2026-07-01' }] })
      expect(await get(id, '?date=2026-02-01')).toMatchObject({
        data: [{ name: `${profile.name} as it was`, date: '2026-01-15' }],
      })
      await expect(api.add('metric_profiles', { name: profile.name })).rejects.toThrow('409')
    })

    test('a later day is not visible before it', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile, {})
      await put(id, { ...profile, description: 'from August on' }, '?date=2026-08-01')

      expect(await get(id)).toMatchObject({ data: [{ description: profile.description }] })
      api.setDay('2026-08-02')
      expect(await get(id)).toMatchObject({ data: [{ description: 'from August on', date: '2026-08-01' }] })
    })

    test('replaces the whole profile', async () => {
      const profile = aMetricProfile({ services })
      const id = await api.add('metric_profiles', profile)
      await put(id, { name: profile.name })
      expect(await get(id)).toMatchObject({ data: [{ name: profile.name, description: '', services: [] }] })
    })

    test('keeps every change with its author, even several of one day', async () => {
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

    test('checks that the item exists before its content, and its name last', async () => {
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
    test('are unique, with case and spaces significant', async () => {
      const { name } = aMetricProfile()
      await api.add('metric_profiles', { name })
      expect(await api.call('POST', 'metric_profiles', { body: { name } })).toMatchObject(nameTaken)
      await api.add('metric_profiles', { name: name.toUpperCase() })
      await api.add('metric_profiles', { name: ` ${name}` })
    })

    test('are unique for each tenant', async () => {
      const profile = aMetricProfile()
      await api.add('metric_profiles', profile)
      await api.add('metric_profiles', profile, { key: 'HARBOR editor' })
    })
  })

  describe('If-Match', () => {
    const changedMeanwhile = refusal(
      412,
      'Precondition Failed',
      'item with the specific ID was changed after the state in If-Match',
    )

    test('accepts a write if nobody else has written', async () => {
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

    test('if absent, concurrent writes are all stored one after the other', async () => {
      const profile = aMetricProfile()
      const id = await api.add('metric_profiles', profile)
      const answers = await Promise.all([1, 2, 3, 4, 5].map((turn) => put(id, { ...profile, description: `${turn}` })))

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect((await versionsOf(api, id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    })
  })
})

const versionsOf = ({ database }: WebApiUnderTest, id: string) => storedVersions(database, 'ORCHARD', id)
