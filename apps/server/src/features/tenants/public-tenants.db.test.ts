import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('the public list of tenants on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    const services = ['disk', 'web.tls'].map((metric) => ({ service: 's', metric }))
    const profile = { name: 'imports', groupname: 'operations', description: '', services }
    expect(await (await server.as('admin')).send('POST', 'metricprofiles', profile)).toMatchObject({ status: 201 })
  })
  afterAll(() => server.close())

  const list = async () => (await server.as(undefined, 'super.test')).send('GET', 'public_tenants')

  test('contains address and size of each, without the super-tenant', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toEqual([
      expect.objectContaining({ name: 'NORTH', schema_name: 'north', domain_url: 'north.test', combined: false }),
      expect.objectContaining({ name: 'SOUTH', schema_name: 'south', domain_url: 'south.test', combined: false }),
    ])
    const north = await server.tenant('NORTH')
    const metrics = await north
      .selectFrom('metrics as metric')
      .innerJoin('metric_template_versions as version', 'version.id', 'metric.template_version_id')
      .select('version.probe_version_id as probe')
      .execute()
    const probes = new Set(metrics.map(({ probe }) => probe).filter((probe) => probe !== null))
    expect(metrics).toHaveLength(2)
    expect(body[0]).toMatchObject({ nr_metrics: metrics.length, nr_probes: probes.size })
    expect(body[0].created_on).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(body[0]).not.toHaveProperty('combined_from')
  })

  test('takes one statement for any number of tenants', async () => {
    const statements = await server.statements(list)
    expect(statements.filter((statement) => !statement.startsWith('set '))).toHaveLength(1)
  })

  test('does not exist on the host of a tenant', async () => {
    const { status } = await (await server.as()).send('GET', 'public_tenants')
    expect(status).toBe(404)
  })
})
