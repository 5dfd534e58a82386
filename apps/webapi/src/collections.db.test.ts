import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DatedPath, datedTables } from '#kit/dated-tables.ts'
import { inTenant, operatorOn } from '#kit/operator.ts'
import { addressesOf } from '#test/addresses.ts'
import {
  aMetricProfile,
  anAggregationProfile,
  anOperationsProfile,
  aReport,
  aThresholdsProfile,
  someWeights,
} from '#test/builders.ts'
import { malformed, noSuchItem } from '#test/refusals.ts'
import { storedVersions } from '#test/stored.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const notCollections = /^(admin|metrics|topology|feeds|downtimes)\b/

// What every collection of items with ids guarantees, for all writers and every order of writes.
describe.each(databases)('collections on $name', (kind) => {
  let api: WebApiUnderTest
  let metricProfile: string
  beforeAll(async () => {
    api = await startWebApi(kind)
    metricProfile = await api.add('metric_profiles', aMetricProfile())
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const dated: Record<DatedPath, (name: string) => object> = {
    metric_profiles: (name) => aMetricProfile({ name }),
    aggregation_profiles: (name) => anAggregationProfile(metricProfile, { name }),
    thresholds_profiles: (name) => aThresholdsProfile({ name }),
    operations_profiles: (name) => anOperationsProfile({ name }),
    weights: (name) => someWeights({ name }),
  }
  const collections = [
    ...Object.entries(dated).map(([path, content]) => ({
      path,
      content,
      isDated: true,
      versions: datedTables[path as DatedPath].versions,
    })),
    {
      path: 'reports',
      content: (name: string) => aReport({ info: { name, description: '' } }),
      isDated: false,
      versions: 'report_versions',
    },
  ]

  test('are all tested; administrators have no address for tenants, users and keys', () => {
    const paths = [...addressesOf(api.app)]
    const tested = collections.flatMap(({ path }) => [path, `${path}/:id`])
    expect(paths.filter((path) => !notCollections.test(path)).sort()).toEqual(tested.sort())
    expect(paths.filter((path) => path.startsWith('admin'))).toEqual(['admin/metrics'])
  })

  describe.each(collections)('$path', ({ path, content, versions, isDated }) => {
    let made = 0
    const next = () => {
      made += 1
      return `${path} ${made}`
    }
    const put = (id: string, name: string, query = '', headers: Record<string, string> = {}) =>
      api.call('PUT', `${path}/${id}${query}`, { body: content(name), headers })
    const versionsOf = (id: string) => storedVersions(api.database, 'ORCHARD', id, versions)
    const answersOf = async (work: readonly Promise<{ readonly status: number }>[]) =>
      (await Promise.all(work)).map(({ status }) => status).sort()

    test('give a name to one of several items that are added at once', async () => {
      const body = content(next())
      const adding = [1, 2, 3, 4].map(() => api.call('POST', path, { body }))
      expect(await answersOf(adding)).toEqual([201, 409, 409, 409])
    })

    test('refuse an empty name', async () => {
      for (const body of [content(''), { ...content(''), name: undefined, info: { name: '' } }]) {
        expect(await api.call('POST', path, { body })).toMatchObject({ status: 422 })
      }
    })

    test('are empty lists without items', async () => {
      expect(await api.call('GET', path, { key: 'HARBOR viewer' })).toMatchObject({ status: 200, body: { data: [] } })
    })

    test('look for the item before its content, and refuse a body that ends early', async () => {
      const id = await api.add(path, content(next()))
      expect(await api.call('PUT', `${path}/${randomUUID()}`, { body: {} })).toMatchObject(noSuchItem)
      const body = JSON.stringify(content(next())).slice(0, -3)
      expect(await api.call('PUT', `${path}/${id}`, { body })).toMatchObject(malformed)
      expect(await versionsOf(id)).toHaveLength(1)
    })

    test.runIf(isDated)('refuse a month instead of a day', async () => {
      const body = content(next())
      const id = await api.add(path, body)
      for (const [method, address] of [
        ['GET', path],
        ['GET', `${path}/${id}`],
        ['POST', path],
        ['PUT', `${path}/${id}`],
      ] as const) {
        const { status } = await api.call(method, `${address}?date=2020-02`, { ...(method !== 'GET' && { body }) })
        expect([method, address, status]).toEqual([method, address, 400])
      }
      expect(await versionsOf(id)).toHaveLength(1)
    })

    test('free a name with a change or a delete', async () => {
      const [old, current] = [next(), next()]
      const id = await api.add(path, content(old))
      expect(await put(id, current)).toMatchObject({ status: 200 })
      await api.add(path, content(old))
      expect(await api.call('POST', path, { body: content(current) })).toMatchObject({ status: 409 })
      expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 200 })
      await api.add(path, content(current))
    })

    test('let one of several writes with the same precondition win', async () => {
      const name = next()
      const id = await api.add(path, content(name))
      const writes = [1, 2, 3].map(() => put(id, name, '', { 'if-match': `"${id}.1"` }))
      expect(await answersOf(writes)).toEqual([200, 412, 412])
      expect(await versionsOf(id)).toHaveLength(2)
      const late = await api.call('DELETE', `${path}/${id}`, { headers: { 'if-match': `"${id}.1"` } })
      expect(late).toMatchObject({ status: 412 })
    })

    test('keep every change with its author, also of one day and after a delete', async () => {
      const [first, second, third] = [next(), next(), next()]
      const id = await api.add(path, content(first))
      await put(id, second)
      await api.call('PUT', `${path}/${id}`, { body: content(third), key: 'ORCHARD admin' })
      expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 200 })
      expect(await api.call('GET', `${path}/${id}`)).toMatchObject(noSuchItem)
      const kept = await versionsOf(id)
      expect(kept.map(({ number, changed_by }) => [number, changed_by])).toEqual([
        [1, 'editor'],
        [2, 'editor'],
        [3, 'admin'],
      ])
    })

    test.runIf(isDated)(
      'return the newest version up to a day, whatever the order in which they were written',
      async () => {
        const writes = ['2026-06-10', '2026-06-30', '2026-06-01', '2026-06-20']
        const names = new Map(writes.map((day) => [day, next()]))
        const id = await api.add(`${path}?date=2026-05-01`, content(next()))
        for (const [day, name] of names) expect(await put(id, name, `?date=${day}`)).toMatchObject({ status: 200 })
        const newestOn = { '2026-06-09': '2026-06-01', '2026-06-10': '2026-06-10', '2026-06-29': '2026-06-20' }
        for (const [asked, day] of Object.entries({ ...newestOn, '2026-07-01': '2026-06-30' })) {
          for (const address of [path, `${path}/${id}`]) {
            const { text } = await api.call('GET', `${address}?date=${asked}`)
            expect(text, asked).toContain(JSON.stringify(names.get(day)))
          }
        }
      },
    )

    test('list an item that is stored in another form with all others', async () => {
      const [odd, other] = [await api.add(path, content(next())), await api.add(path, content(next()))]
      await inTenant(operatorOn(api.database), 'ORCHARD', (db) =>
        sql`update ${sql.table(versions)} set document = '{"x_other": [1]}'::json where item_id = ${odd}::uuid`.execute(
          db,
        ),
      )
      const { status, body } = await api.call('GET', path)
      const listed = (body as { data: { id: string }[] }).data.map(({ id }) => id)
      expect([status, listed.includes(odd), listed.includes(other)]).toEqual([200, true, true])
      await api.call('DELETE', `${path}/${odd}`)
    })

    test('cost one statement for the key and at most two for a read', async () => {
      const id = await api.add(path, content(next()))
      for (const address of [path, `${path}/${id}`]) {
        const statements: string[] = []
        const stop = api.database.observe((statement) => statements.push(statement))
        await api.call('GET', address)
        stop()
        const reading = statements.filter((statement) => !/^\s*(begin|commit|select set_config)/i.test(statement))
        expect(reading.length, reading.join('\n')).toBeLessThanOrEqual(3)
      }
    })

    test('are compressed for clients that accept it', async () => {
      const rows = Array.from({ length: 20 }, () => content(next()))
      for (const row of rows) await api.add(path, row)
      const { headers } = await api.call('GET', path, { headers: { 'accept-encoding': 'gzip' } })
      expect(headers['content-encoding']).toBe('gzip')
    })
  })
})
