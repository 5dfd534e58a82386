import type { WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMetricProfile, aReport } from '#test/builders.ts'
import { invalid, malformed, refusal } from '#test/refusals.ts'
import { type Call, startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const key = 'administrator'
const unauthorized = refusal(
  401,
  'Unauthorized',
  "You need to provide a correct authentication token using the header 'x-api-key'",
)
const success = { message: 'Success', code: '200' }
const disk = { name: 'disk', tags: ['internal'] }
const web = { name: 'web.http', tags: ['network', 'http'] }

describe.each(databases)('metric tags on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())

  const put = (body: unknown, call: Call = {}) => api.call('PUT', 'admin/metrics', { key, body, ...call })
  const readBy = async (key: string, path = 'metrics') => (await api.call('GET', path, { key })).body

  test('are written by an administrator as a whole, and read by every key of every tenant', async () => {
    expect(await put([web, disk])).toMatchObject({
      status: 200,
      body: { status: { message: 'Metrics resource succesfully updated', code: '200' }, data: [web, disk] },
    })
    for (const reader of ['ORCHARD viewer', 'HARBOR editor', 'HARBOR admin']) {
      expect(await readBy(reader)).toEqual({ status: success, data: [web, disk] })
    }
    expect(await readBy(key, 'admin/metrics')).toEqual({ status: success, data: [web, disk] })

    await put([{ NAME: 'disk', Tags: null, extra: 1 }])
    expect(await readBy('ORCHARD viewer')).toEqual({ status: success, data: [{ name: 'disk', tags: [] }] })
    expect((await put([])).body).toMatchObject({ data: [] })
    expect(await readBy('ORCHARD viewer')).toEqual({ status: success, data: [] })
  })

  test('of a report are those of its metric profile on a day, each once and in the order of the profile', async () => {
    await put([disk, web])
    const profile = (services: WebApiMetricProfileInput['services']) => aMetricProfile({ name: 'CORE', services })
    const before = [
      { service: 'b', metrics: ['web.http', 'unknown'] },
      { service: 'a', metrics: ['disk', 'web.http'] },
    ]
    const id = await api.add('metric_profiles?date=2026-06-01', profile(before))
    await api.call('PUT', `metric_profiles/${id}`, { body: profile([{ service: 'a', metrics: ['disk'] }]) })
    const name = 'Monthly / quays'
    await api.add('reports', aReport({ info: { name, description: '' }, profiles: [{ id, name: '', type: 'metric' }] }))
    await api.add('reports', aReport({ info: { name: 'bare', description: '' } }))

    const of = (report: string, query = '', key = 'ORCHARD viewer') =>
      api.call('GET', `metrics/by_report/${encodeURIComponent(report)}${query}`, { key })
    const untagged = { name: 'unknown', tags: [] }
    expect((await of(name, '?date=2026-06-15')).body).toEqual({ status: success, data: [web, untagged, disk] })
    expect((await of(name)).body).toEqual({ status: success, data: [disk] })
    const flat = (message: string) => ({ ...refusal(404, 'Not Found', message).body, message, code: '404' })
    const absent = (day: string) => `The metric profile of the report ${name} does not exist on ${day}`
    expect((await of(name, '?date=2026-05-31')).body).toEqual(flat(absent('2026-05-31')))
    expect((await of('bare')).body).toEqual(flat("Report doesn't contain a metric profile"))
    expect((await of('none')).body).toEqual(flat('No report with name: none exists!'))
    expect((await of(name, '', 'HARBOR admin')).status).toBe(404)
    expect((await of(name, '?date=2026-2-1')).status).toBe(400)
    await api.call('DELETE', `metric_profiles/${id}`)
    expect((await of(name)).body).toEqual(flat(absent('2026-07-01')))
  })

  test('cannot be written by others: keys of tenants have no access to data of administrators, nor the reverse', async () => {
    await put([disk])
    for (const other of ['ORCHARD admin', 'unknown', '', null]) {
      expect(await put([], { key: other })).toMatchObject(unauthorized)
      expect(await api.call('GET', 'admin/metrics', { key: other })).toMatchObject(unauthorized)
    }
    for (const path of ['metrics', 'metric_profiles', 'reports', 'topology/service-types']) {
      expect(await api.call('GET', path, { key })).toMatchObject(unauthorized)
    }
    expect(await readBy('ORCHARD viewer')).toEqual({ status: success, data: [disk] })
  })

  test.each([
    ['half a list', '[{"name": "x"}'],
    ['an object', '{}'],
    ['a number as name', '[{"name": 1}]'],
    ['a number as tag', '[{"name": "x", "tags": [1]}]'],
  ])('with %s are malformed, and nothing is changed', async (_, body) => {
    await put([disk])
    expect(await put(body)).toMatchObject(malformed)
    expect(await readBy('ORCHARD viewer')).toEqual({ status: success, data: [disk] })
  })

  test('require unique names', async () => {
    await put([disk])
    expect(await put([web, { name: ' ' }, web])).toMatchObject({
      status: 422,
      body: {
        errors: [
          { details: 'metrics[1].name is required', message: 'Validation Failed' },
          { details: 'metrics[2].name repeats the metric web.http' },
        ],
      },
    })
    expect(await put([{}])).toMatchObject(invalid('metrics[0].name is required'))
    expect(await readBy('ORCHARD viewer')).toEqual({ status: success, data: [disk] })
  })

  test('the Accept header is checked after the key and before the body', async () => {
    const headers = { accept: 'application/xml' }
    expect(await put('{', { headers })).toMatchObject({ status: 406 })
    expect(await put('{', { headers, key: null })).toMatchObject(unauthorized)
    const other = await api.call('POST', 'admin/metrics', { key, body: [] })
    expect(other).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, PUT, OPTIONS' } })
    expect(await api.call('OPTIONS', 'admin/metrics', { key: null })).toMatchObject({ status: 200 })
  })

  test('concurrent writes are atomic, and readers see no incomplete list', async () => {
    const listOf = (tag: string) =>
      Array.from({ length: 200 }, (_, index) => ({ name: `metric ${index}`, tags: [tag] }))
    await put(listOf('before'))
    const reads: unknown[] = []
    const reading = (async () => {
      for (let round = 0; round < 10; round++) reads.push(await readBy('ORCHARD viewer'))
    })()
    const answers = await Promise.all(['a', 'b', 'c'].map((tag) => put(listOf(tag))))
    await reading
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const whole = ['before', 'a', 'b', 'c'].map((tag) => ({ status: success, data: listOf(tag) }))
    for (const read of reads) expect(whole).toContainEqual(read)
  })

  test('take the same number of statements for any number of tags', async () => {
    const count = async (size: number) => {
      const statements: string[] = []
      const metrics = Array.from({ length: size }, (_, index) => ({ name: `metric ${index}`, tags: ['x'] }))
      await readBy('ORCHARD viewer')
      const stop = api.database.observe((statement) => statements.push(statement))
      await put(metrics)
      await readBy('ORCHARD viewer')
      stop()
      return statements.length
    }
    expect(await count(2_000)).toBe(await count(1))
  })
})
