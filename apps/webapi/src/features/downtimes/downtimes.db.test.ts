import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDowntime } from '#test/builders.ts'
import { malformed, refusal } from '#test/refusals.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const status = (code: number, message: string) => ({ status: code, body: { status: { message, code: String(code) } } })

describe.each(databases)('downtimes on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const path = (day: string, more = '') => `downtimes?date=${day}${more}`
  const post = (day: string, endpoints: unknown, headers = {}) =>
    api.call('POST', path(day), { body: { endpoints }, headers })
  const on = async (day: string, more = '', key = 'ORCHARD viewer') =>
    (await api.call('GET', path(day, more), { key })).body
  const set = (day: string, endpoints: unknown) => ({
    status: { message: 'Success', code: '200' },
    data: [{ date: day, endpoints }],
  })

  test('are those of exactly one day of one tenant, in their order; a day without any is empty', async () => {
    const downtimes = [
      aDowntime({ description: 'Cooling', classification: 'SCHEDULED', severity: 'OUTAGE' }),
      aDowntime(),
      aDowntime({ hostname: 'b.example' }),
    ]
    expect(await post('2026-07-02', downtimes)).toMatchObject(status(201, 'Downtimes set created for date: 2026-07-02'))
    expect(await on('2026-07-02')).toEqual(set('2026-07-02', downtimes))
    for (const day of ['2026-07-01', '2026-07-03']) expect(await on(day)).toEqual(set(day, []))
    expect(await on('2026-07-02', '', 'HARBOR viewer')).toEqual(set('2026-07-02', []))
    api.setDay('2026-07-02')
    expect((await api.call('GET', 'downtimes')).body).toEqual(set('2026-07-02', downtimes))
  })

  test('can be filtered by severity and classification', async () => {
    const downtime = (hostname: string, severity?: string, classification?: string) =>
      aDowntime({ hostname, ...(severity && { severity }), ...(classification && { classification }) })
    const a = downtime('a', 'OUTAGE', 'SCHEDULED')
    const b = downtime('b', 'WARNING', 'SCHEDULED')
    const c = downtime('c', 'OUTAGE', 'UNSCHEDULED')
    await post('2026-07-04', [a, b, c, downtime('d')])
    expect(await on('2026-07-04', '&severity=OUTAGE')).toEqual(set('2026-07-04', [a, c]))
    expect(await on('2026-07-04', '&severity=OUTAGE&classification=SCHEDULED')).toEqual(set('2026-07-04', [a]))
    expect(await on('2026-07-04', '&severity=outage')).toEqual(set('2026-07-04', []))
  })

  test('of a day that has some are refused, after invalid ones; a delete makes room', async () => {
    const taken = 'Downtimes already exists for date: 2026-07-05, please either update it or delete it first!'
    await post('2026-07-05', [aDowntime()])
    expect(await post('2026-07-05', [])).toMatchObject(refusal(409, taken, taken))
    expect(await post('2026-07-05', [{}])).toMatchObject({ status: 422 })
    expect(await api.call('DELETE', path('2026-07-05'))).toMatchObject(
      status(200, 'Downtimes set deleted for date: 2026-07-05'),
    )
    const missing = 'Downtimes dataset not found for date: 2026-07-05'
    expect(await api.call('DELETE', path('2026-07-05'))).toMatchObject(refusal(404, missing, missing))
    expect(await on('2026-07-05')).toEqual(set('2026-07-05', []))
    expect(await post('2026-07-05', [])).toMatchObject({ status: 201 })
    expect(await post('2026-07-05', [])).toMatchObject({ status: 409 })
  })

  test('of several writers at once, one writes', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('2026-07-06', [aDowntime()])))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('are replaced in one step by PUT, if the state is the expected one', async () => {
    const put = (headers: Record<string, string>, hostname: string) =>
      api.call('PUT', path('2026-07-07'), { body: { endpoints: [aDowntime({ hostname })] }, headers })
    expect(await put({ 'if-match': '*' }, 'a')).toMatchObject({ status: 412 })
    expect(await put({}, 'a')).toMatchObject(status(200, 'Downtimes set updated for date: 2026-07-07'))
    const { headers } = await api.call('GET', path('2026-07-07'))
    const ifMatch = { 'if-match': String(headers.etag) }
    const answers = await Promise.all([put(ifMatch, 'b'), put(ifMatch, 'c')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(await api.call('DELETE', path('2026-07-07'), { headers: ifMatch })).toMatchObject({ status: 412 })
  })

  test('name each missing field', async () => {
    const { description: _, ...downtime } = aDowntime({ service: ' ' })
    const problems = ['endpoints[0].service is required', 'endpoints[1].hostname is required']
    const answer = await post('2026-07-08', [downtime, { ...aDowntime(), HOSTNAME: '' }])
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: problems.map((details) => ({ message: 'Validation Failed', details })) },
    })
    expect(await on('2026-07-08')).toEqual(set('2026-07-08', []))
  })

  test.each(['{', '[]', '{"endpoints": {}}', '{"endpoints": [{"hostname": 1}]}'])('%s is malformed', async (body) => {
    expect(await api.call('POST', path('2026-07-09'), { body })).toMatchObject(malformed)
  })

  test('need a valid day', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      expect(await api.call(method, path('2026-02-30'), { body: '{' })).toMatchObject({
        status: 400,
        body: { errors: [{ details: 'date parameter value: 2026-02-30 is not in the valid form of YYYY-MM-DD' }] },
      })
    }
  })
})
