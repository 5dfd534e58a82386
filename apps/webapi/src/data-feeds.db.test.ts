import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOn } from '#kit/operator.ts'
import { refusal } from '#test/refusals.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'
import { withdrawFeed } from './feed-permissions.ts'
import { removeTenant } from './tenants.ts'

describe.each(databases)('data feeds on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
    api.setDay('2026-07-01')
    for (const name of ['UNION', 'QUAY', 'PIER', 'ELSEWHERE']) await api.provision(name)
    for (const name of ['QUAY', 'PIER']) await api.permit('UNION', name)
    for (const [tenant, name] of [
      ['UNION', 'mail'],
      ['QUAY', 'web'],
      ['ELSEWHERE', 'secret'],
    ]) {
      await api.call('POST', 'topology/service-types', { key: `${tenant} editor`, body: [{ name }] })
    }
  })
  afterAll(() => api.close())

  const request = (method: 'GET' | 'PUT', body?: unknown, key = 'UNION editor') =>
    api.call(method, 'feeds/data', { key, ...(body !== undefined && { body }) })
  const types = async (query: string, key = 'UNION editor') => {
    const { body } = await api.call('GET', `topology/service-types${query}`, { key })
    return (body as { data: { name: string; tenant?: string }[] }).data.map(({ name, tenant }) => [name, tenant])
  }

  test('are an empty list until they are set', async () => {
    expect(await request('GET')).toMatchObject({ status: 200, body: { status: { code: '200' }, data: [] } })
    expect(await types('?mode=combined')).toEqual([['mail', undefined]])
  })

  test('cannot name a tenant that is unknown or not permitted, which look the same, and nothing is written', async () => {
    const refused = (name: string) =>
      refusal(404, 'Not Found', `Tenant ${name} not found among those that an operator permitted for this data feed`)
    for (const name of ['NOBODY', 'ELSEWHERE']) {
      expect(await request('PUT', { tenants: ['QUAY', name] })).toMatchObject(refused(name))
    }
    expect(await request('PUT', { tenants: ['UNION'] }, 'QUAY editor')).toMatchObject(refused('UNION'))
    expect(await request('GET')).toMatchObject({ body: { data: [] } })
  })

  test('are set and read by name', async () => {
    const written = await request('PUT', { tenants: ['QUAY', 'PIER'] })
    expect(written).toMatchObject({
      status: 200,
      body: { status: { message: 'Feeds resource succesfully updated' }, data: [{ tenants: ['QUAY', 'PIER'] }] },
    })
    expect(await request('GET')).toMatchObject({ status: 200, body: { data: [{ tenants: ['QUAY', 'PIER'] }] } })
    expect(await request('GET', undefined, 'QUAY editor')).toMatchObject({ body: { data: [] } })
    await request('PUT', { tenants: [] }, 'PIER editor')
    expect(await request('GET', undefined, 'PIER editor')).toMatchObject({ body: { data: [{ tenants: [] }] } })
  })

  test('lose a tenant whose permission is withdrawn, or that is deleted', async () => {
    const combined = 'BAY editor'
    for (const name of ['BAY', 'CREEK', 'DELTA']) await api.provision(name)
    for (const name of ['CREEK', 'DELTA']) {
      await api.permit('BAY', name)
      await api.call('POST', 'topology/service-types', { key: `${name} editor`, body: [{ name }] })
    }
    await request('PUT', { tenants: ['CREEK', 'DELTA'] }, combined)
    expect(await types('?mode=combined', combined)).toEqual([
      ['CREEK', 'CREEK'],
      ['DELTA', 'DELTA'],
    ])
    await withdrawFeed(operatorOn(api.database), 'BAY', 'CREEK')
    expect(await types('?mode=combined', combined)).toEqual([['DELTA', 'DELTA']])
    expect(await request('PUT', { tenants: ['CREEK'] }, combined)).toMatchObject({ status: 404 })
    await removeTenant(operatorOn(api.database), 'DELTA')
    expect(await request('GET', undefined, combined)).toMatchObject({ status: 200, body: { data: [{ tenants: [] }] } })
  })

  test('a combined list also contains the entries of the feeding tenants, with their names', async () => {
    await request('PUT', { tenants: ['QUAY', 'PIER'] })
    expect(await types('?mode=combined')).toEqual([
      ['mail', undefined],
      ['web', 'QUAY'],
    ])
    expect(await types('')).toEqual([['mail', undefined]])
    expect(await types('?mode=other')).toEqual([['mail', undefined]])
    expect(await types('?mode=combined', 'QUAY editor')).toEqual([['web', undefined]])
    // After it has read other tenants, it is restricted to its own again.
    expect(await types('')).toEqual([['mail', undefined]])
  })

  test('a tenant without a list of its own gets those of the tenants that feed it, each entry once', async () => {
    await api.provision('HUB')
    for (const name of ['PIER', 'QUAY', 'UNION']) await api.permit('HUB', name)
    const hub = 'HUB editor'
    const combined = () => api.call('GET', 'topology/service-types?mode=combined', { key: hub })
    expect((await combined()).status).toBe(404)
    await request('PUT', { tenants: ['PIER', 'QUAY', 'HUB', 'QUAY', 'UNION', 'PIER'] }, hub)
    const both = [
      ['web', 'QUAY'],
      ['mail', 'UNION'],
    ]
    expect(await types('?mode=combined', hub)).toEqual(both)
    expect((await api.call('GET', 'topology/service-types', { key: hub })).status).toBe(404)
    await api.call('POST', 'topology/service-types', { key: hub, body: [{ name: 'own', tenant: 'ELSEWHERE' }] })
    expect(await types('?mode=combined', hub)).toEqual([['own', 'ELSEWHERE'], ...both])
    await request('PUT', { tenants: ['PIER'] }, hub)
    await api.call('DELETE', 'topology/service-types', { key: hub })
    expect((await combined()).status).toBe(404)
  })

  test('only keys with write permission set them', async () => {
    expect((await request('PUT', { tenants: [] }, 'UNION viewer')).status).toBe(403)
    expect((await request('PUT', { tenants: [] }, 'nobody')).status).toBe(401)
  })
})
