import type { Finding } from '@quatrain/contract/findings/finding.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

const both = { older: 'web-probes-1.0.0', newer: 'web-probes-2.0.0' } as const

describe.each(databases)('two versions of a package from one repo on $name', (kind) => {
  let server: TestApp
  let catalogue: Client
  let north: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    catalogue = await server.as('admin', 'super.test')
    north = await server.as('admin')
    for (const tag of ['Rocky 9', 'CentOS 7']) {
      const repo = { name: 'base', tag, content: '[base]\n', description: 'd' }
      expect((await catalogue.send('POST', 'yumrepos', repo)).status).toBe(201)
    }
    await repos(both.older, ['base (Rocky 9)', 'base (CentOS 7)'])
    await repos(both.newer, ['base (Rocky 9)'])
    await profileOf(north, 'CORE')
    await profileOf(await server.as('admin', 'south.test'), 'CORE')
    await pinNorth('check_1.0.0')
  })
  afterAll(() => server.close())

  async function repos(key: string, names: readonly string[]) {
    const { body, etag = '' } = await catalogue.send('GET', `packages/${key}`)
    expect((await catalogue.send('PUT', 'packages', { ...body, repos: names }, { 'if-match': etag })).status).toBe(200)
  }
  async function profileOf(client: Client, name: string) {
    const services = [{ service: 's', metric: 'web.http' }]
    const profile = { name, groupname: 'operations', description: '', services }
    expect((await client.send('POST', 'metricprofiles', profile)).status).toBe(201)
  }
  const pinNorth = async (probe: string) =>
    sql`
      update metrics set template_version_id = version.id
      from metric_template_versions as version
      where version.template_id = metrics.template_id and version.name = 'web.http' and version.probeexecutable = ${probe}
    `.execute(await server.tenant('NORTH'))
  const othersOf = async (client: Client, key: string) =>
    (await client.send('GET', `packages/${key}/usage`)).body.otherVersions
  const preview = async (key: string) => (await north.send('GET', `updatemetricsversions/${key}`)).body
  const split = async () =>
    (await (await server.as('admin', 'super.test')).send('GET', 'findings?kind=package')).body.findings
      .filter(({ rule }: Finding) => rule === 'package/split')
      .map(({ name }: Finding) => name)

  test('are shown on the pages of both packages, with the number of tenants that need the other', async () => {
    const older = [{ version: '1.0.0', tenants: 1, repos: ['base (Rocky 9)'] }]
    const newer = [{ version: '2.0.0', tenants: 1, repos: ['base (Rocky 9)'] }]
    expect(await othersOf(catalogue, both.newer)).toEqual(older)
    expect(await othersOf(catalogue, both.older)).toEqual(newer)
    expect(await othersOf(north, both.older)).toEqual(newer)
    expect(await othersOf(north, both.newer), 'which the tenant does not use').toEqual([])
  })

  test('are shown before metrics are moved, and not any more when the other tenants have the same version', async () => {
    await pinNorth('check_2.0.0')
    expect(await preview(both.older)).toMatchObject({
      otherVersions: [{ version: '2.0.0', tenants: 1, repos: ['base (Rocky 9)'] }],
      lostSystems: [],
    })
    expect(await split()).toEqual([])
    await pinNorth('check_1.0.0')
    expect(await preview(both.newer)).toMatchObject({ otherVersions: [], lostSystems: ['CentOS 7'] })
  })

  test('are findings of the super-tenant', async () => {
    expect(await split()).toEqual(Object.values(both))
  })

  test('are no conflict if no repo contains both', async () => {
    await repos(both.older, ['base (CentOS 7)'])
    expect(await othersOf(catalogue, both.newer)).toEqual([])
    expect(await split()).toEqual([])
    await repos(both.older, ['base (Rocky 9)', 'base (CentOS 7)'])
  })

  test('are no conflict if the metric is in no profile, because no box installs it', async () => {
    await sql`delete from metric_profile_instances`.execute(await server.tenant('NORTH'))
    expect(await othersOf(catalogue, both.newer)).toEqual([])
    expect(await split()).toEqual([])
  })
})
