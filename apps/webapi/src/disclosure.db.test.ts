import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMetricProfile } from '#test/builders.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'
import { provisionTenant } from './tenants.ts'

// What responses must not contain, and what must not give access.
describe.each(databases)('on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())

  test('no response repeats a header of the request', async () => {
    const sent = {
      cookie: 'session=mark-cookie',
      'user-agent': 'mark-agent',
      'x-invented': 'mark-invented',
      'access-control-allow-origin': 'mark-origin',
      'content-type': 'mark/type',
    }
    const calls = [
      [200, 'GET', 'metric_profiles', {}],
      [401, 'GET', 'metric_profiles', { key: 'mark-key' }],
      [403, 'POST', 'metric_profiles', { key: 'ORCHARD viewer' }],
      [404, 'GET', 'mark-nothing', {}],
      [405, 'PATCH', 'metric_profiles', {}],
      [406, 'GET', 'metric_profiles', { headers: { accept: 'text/mark' } }],
      [422, 'POST', 'metric_profiles', { body: { name: '' } }],
    ] as const
    for (const [status, method, path, given] of calls) {
      const headers = { ...sent, ...('headers' in given ? given.headers : {}) }
      const answer = await api.call(method, path, { ...given, headers })
      expect(answer.status, `${method} ${path}`).toBe(status)
      expect(`${JSON.stringify(answer.headers)}${answer.text}`, `${status}`).not.toContain('mark')
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers).not.toHaveProperty('x-api-key')
    }
  })

  test('an empty key gives no access, and cannot be stored', async () => {
    const keys = [{ name: 'empty', role: 'admin' as const, token: '' }]
    await expect(provisionTenant(api.database, { name: 'ORCHARD', keys })).rejects.toThrow(
      'The key empty needs a token.',
    )
    for (const key of ['', ' ', null]) expect((await api.call('GET', 'metric_profiles', { key })).status).toBe(401)
  })

  test('the id, the date and the tenant in a body do not decide what is written', async () => {
    const profile = aMetricProfile()
    const other = await api.add('metric_profiles', aMetricProfile(), { key: 'HARBOR editor' })
    const id = await api.add('metric_profiles', { ...profile, id: other, date: '1999-01-01', tenant: 'HARBOR' })
    expect(id).not.toBe(other)
    await api.call('PUT', `metric_profiles/${id}`, { body: { ...profile, id: other, date: '1999-01-01' } })
    expect((await api.call('GET', `metric_profiles/${id}`)).body).toMatchObject({
      data: [{ ...profile, id, date: '2026-07-01' }],
    })
    expect((await api.call('GET', `metric_profiles/${id}?date=1999-06-01`)).status).toBe(404)
  })
})
