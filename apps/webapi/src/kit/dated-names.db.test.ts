import { databases } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aMetricProfile,
  anAggregationProfile,
  anOperationsProfile,
  aReport,
  aThresholdsProfile,
  someWeights,
} from '#test/builders.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'
import { type DatedPath, datedTables } from './dated-tables.ts'

const days = ['2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01', '2028-01-01']
const today = '2026-07-01'
const names = ['left', 'right', 'middle']

const step = fc.record({
  what: fc.constantFrom('add', 'change', 'change', 'change', 'delete'),
  item: fc.nat({ max: 3 }),
  day: fc.constantFrom(...days),
  name: fc.constantFrom(...names),
})

/** The names of all items by day: the rule that names must keep, without a database. */
class Model {
  readonly #names = new Map<string, Map<string, string>>()

  get ids() {
    return [...this.#names.keys()]
  }

  /** The name of an item on a day; undefined if it does not exist then. */
  nameOn(day: string, id: string) {
    const begun = [...(this.#names.get(id) ?? [])].filter(([from]) => from <= day)
    return begun.sort(([a], [b]) => (a < b ? 1 : -1))[0]?.[1]
  }

  /** Whether two items would have one name on some day if this one had the name from that day on. */
  isTaken(id: string, from: string, name: string) {
    const later = [...(this.#names.get(id)?.keys() ?? [])].filter((day) => day > from).sort()
    const until = later[0] ?? '9999-12-31'
    const affected = days.filter((day) => day >= from && day < until)
    return this.ids.some((other) => other !== id && affected.some((day) => this.nameOn(day, other) === name))
  }

  write(id: string, day: string, name: string) {
    this.#names.set(id, (this.#names.get(id) ?? new Map<string, string>()).set(day, name))
  }

  remove(id: string) {
    this.#names.delete(id)
  }
}

describe.each(databases)('names of dated items on $name', (kind) => {
  let api: WebApiUnderTest
  let metricProfile: string
  beforeAll(async () => {
    api = await startWebApi(kind)
    metricProfile = await api.add('metric_profiles', aMetricProfile())
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay(today))

  const contents: Record<DatedPath, (name: string) => object> = {
    metric_profiles: (name) => aMetricProfile({ name }),
    aggregation_profiles: (name) => anAggregationProfile(metricProfile, { name }),
    thresholds_profiles: (name) => aThresholdsProfile({ name }),
    operations_profiles: (name) => anOperationsProfile({ name }),
    weights: (name) => someWeights({ name }),
  }
  const kinds = Object.entries(contents).map(([path, content]) => ({ path, content }))
  test('are tested for every kind', () => {
    expect(kinds.map(({ path }) => path)).toEqual(Object.keys(datedTables))
  })

  describe.each(kinds)('of $path', ({ path, content }) => {
    const write = (id: string, day: string, name: string) =>
      api.call('PUT', `${path}/${id}?date=${day}`, { body: content(name) })
    const namedOn = async (day: string, name: string) => {
      const { text } = await api.call('GET', `${path}?date=${day}&name=${encodeURIComponent(name)}`)
      return [...text.matchAll(/"id":"([^"]*)","date"/g)].map(([, id]) => id)
    }

    test('a name that a later version gives up is not free before', async () => {
      const id = await api.add(path, content('now'))
      expect(await write(id, '2028-01-01', 'then')).toMatchObject({ status: 200 })
      expect(await api.call('POST', path, { body: content('now') })).toMatchObject({ status: 409 })
      expect(await api.call('POST', `${path}?date=2028-01-01`, { body: content('then') })).toMatchObject({
        status: 409,
      })
      await api.add(`${path}?date=2028-01-01`, content('now'))
      expect([await namedOn(today, 'now'), await namedOn('2028-01-01', 'then')]).toEqual([[id], [id]])
    })

    test('no writes for any days give two items one name on one day, and no other write is refused', async () => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
          round += 1
          const own = (name: string) => `${name} ${round}`
          const model = new Model()
          for (const { what, item, day, name } of steps) {
            const id = model.ids[item % Math.max(model.ids.length, 1)]
            if (what === 'add' || id === undefined) {
              const { status, text } = await api.call('POST', `${path}?date=${day}`, { body: content(own(name)) })
              expect(status).toBe(model.isTaken('', day, name) ? 409 : 201)
              if (status === 201) model.write(/"id":"([^"]*)"/.exec(text)?.[1] ?? '', day, name)
            } else if (what === 'delete') {
              await api.call('DELETE', `${path}/${id}`)
              model.remove(id)
            } else {
              const { status } = await write(id, day, own(name))
              expect(status).toBe(model.isTaken(id, day, name) ? 409 : 200)
              if (status === 200) model.write(id, day, name)
            }
          }
          for (const day of days) {
            for (const name of names) {
              const expected = model.ids.filter((id) => model.nameOn(day, id) === name)
              expect(await namedOn(day, own(name))).toEqual(expected)
              expect(expected.length).toBeLessThanOrEqual(1)
            }
          }
        }),
        { numRuns: 10 },
      )
    })

    test('one of several concurrent writes of a name for the same past days wins', async () => {
      for (let round = 0; round < 4; round++) {
        const name = `at once ${round}`
        const ids: string[] = []
        for (const each of [1, 2, 3, 4]) ids.push(await api.add(path, content(`${name}, ${each}`)))
        // Their current names differ: only earlier days conflict.
        const answers = await Promise.all(ids.map((id) => write(id, '2026-05-01', name)))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
        expect(await namedOn('2026-06-01', name)).toHaveLength(1)
      }
    })
  })

  test('of references are those of the requested day', async () => {
    const metric = await api.add('metric_profiles?date=2026-06-01', aMetricProfile({ name: 'in June' }))
    const rename = (day: string, name: string) =>
      api.call('PUT', `metric_profiles/${metric}?date=${day}`, { body: aMetricProfile({ name }) })
    await rename('2026-06-20', 'since then')
    await rename('2028-01-01', 'in 2028')
    const aggregation = anAggregationProfile(metric)
    const id = await api.add('aggregation_profiles', aggregation)
    const copied = async (day: string) => {
      await api.call('PUT', `aggregation_profiles/${id}?date=${day}`, { body: aggregation })
      const { body } = await api.call('GET', `aggregation_profiles/${id}?date=${day}`)
      return body
    }
    const called = (name: string) => ({ data: [{ metric_profile: { name } }] })
    expect(await copied('2026-06-10')).toMatchObject(called('in June'))
    expect(await copied(today)).toMatchObject(called('since then'))
    expect(await copied('2029-01-01')).toMatchObject(called('in 2028'))
    // Before its first day it has the name of that day.
    expect(await copied('2026-01-01')).toMatchObject(called('in June'))

    const report = await api.add('reports', aReport({ profiles: [{ id: metric, name: '', type: 'metric' }] }))
    expect((await api.call('GET', `reports/${report}`)).body).toMatchObject({
      data: [{ profiles: [{ name: 'since then' }] }],
    })
  })
})
