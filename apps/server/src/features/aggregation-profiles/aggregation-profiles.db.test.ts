import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

const path = 'aggregations'
const groupsOf = (services: number) => [
  {
    name: 'all',
    operation: 'OR',
    services: Array.from({ length: services }, (_, index) => ({ name: `service.${index}`, operation: 'OR' })),
  },
]
const profile = (name: string, metric_profile: string) => ({
  name,
  groupname: 'operations',
  description: '',
  endpoint_group: 'sites',
  metric_operation: 'AND',
  profile_operation: 'AND',
  metric_profile,
  groups: groupsOf(1),
})

describe.each(databases)('aggregation profiles on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    for (const name of ['CORE', 'OTHER']) {
      const services = [{ service: 'web', metric: 'disk' }]
      const { status } = await admin.send('POST', 'metricprofiles', {
        name,
        groupname: 'operations',
        description: '',
        services,
      })
      expect(status).toBe(201)
    }
  })
  afterAll(() => server.close())

  async function given(name: string) {
    const { body, etag = '' } = await admin.send('POST', path, profile(name, 'CORE'))
    return { content: { ...profile(name, 'CORE'), apiid: String(body.apiid) }, etag }
  }

  test('have the metric profile of their last save in both stores', async () => {
    const { content, etag } = await given('moved')
    const moved = { ...content, metric_profile: 'OTHER' }
    expect(await admin.send('PUT', path, moved, { 'if-match': etag })).toMatchObject({ status: 200 })
    expect((await admin.send('GET', `${path}/moved`)).body).toMatchObject({ metric_profile: 'OTHER' })
    const { webApi } = await server.context('NORTH')
    const stored = await webApi.aggregationProfiles.find(content.apiid)
    const [other] = await webApi.metricProfiles.named('OTHER')
    expect(stored?.metric_profile).toEqual({ id: other?.id, name: 'OTHER' })
  })

  test('are refused without their metric profile, and nothing is written', async () => {
    const { content, etag } = await given('refused')
    const unknown = { fields: { metric_profile: 'There is no metric profile with this name' } }
    const changed = await admin.send('PUT', path, { ...content, metric_profile: 'NONE' }, { 'if-match': etag })
    expect(changed).toMatchObject({ status: 400, body: unknown })
    expect(await admin.send('POST', path, profile('new', 'NONE'))).toMatchObject({ status: 400, body: unknown })
    const { webApi } = await server.context('NORTH')
    expect(await webApi.aggregationProfiles.named('new')).toEqual([])
    expect((await webApi.aggregationProfiles.find(content.apiid))?.metric_profile.name).toBe('CORE')
  })

  test('a save takes at most 12 statements for any size', async () => {
    const [small, large] = [await given('small'), await given('large')]
    const save =
      ({ content, etag }: typeof small, services: number) =>
      async () => {
        const body = { ...content, groups: groupsOf(services) }
        expect(await admin.send('PUT', path, body, { 'if-match': etag })).toMatchObject({ status: 200 })
      }
    // A session that is no longer cached.
    server.clock.pass(5)
    const few = await server.statements(save(small, 2))
    server.clock.pass(5)
    const many = await server.statements(save(large, 500))
    expect(few.length).toBeLessThanOrEqual(12)
    expect(many.length).toBe(few.length)
  })
})
