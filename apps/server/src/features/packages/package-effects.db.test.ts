import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

interface Affected {
  readonly tenant: string
  readonly kind: string
  readonly name: string
  readonly action: string
}
const result = (changes: readonly Affected[]) =>
  changes.map(({ tenant, kind, name, action }) => `${tenant} ${action} ${kind} ${name}`)

describe.each(databases)('side effects of packages on probes, templates and metrics, on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let north: Client
  let south: Client
  beforeEach(async () => {
    await server?.close()
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
    north = await server.as('admin')
    south = await server.as('admin', 'south.test')
    await admin.send('POST', 'yumrepos', { name: 'base', tag: 'Rocky 9', content: '[base]', description: 'd' })
    for (const [client, metrics] of [
      [north, ['web.http', 'disk']],
      [south, ['web.http']],
    ] as const) {
      const services = metrics.map((metric) => ({ service: 's', metric }))
      await client.send('POST', 'metricprofiles', { name: 'core', groupname: 'operations', description: '', services })
    }
  })
  afterAll(() => server.close())

  async function changed(changes: object, query = '') {
    const { body, etag = '' } = await admin.send('GET', 'packages/web-probes-2.0.0')
    const given = { ...body, repos: ['base (Rocky 9)'], ...changes }
    return admin.send('PUT', `packages${query}`, given, { 'if-match': etag })
  }

  test('a version that one of its probes has in another package is refused without side effects', async () => {
    const other = { name: 'web-checks', version: '3.0.0', use_present_version: false, repos: ['base (Rocky 9)'] }
    await admin.send('POST', 'packages', other)
    const { body: probe, etag = '' } = await admin.send('GET', 'probes/web-probe')
    const { nv: _, version: __, ...kept } = probe
    const moved = { ...kept, package: 'web-checks (3.0.0)', update_metrics: false }
    expect((await admin.send('PUT', 'probes', moved, { 'if-match': etag })).status).toBe(200)
    expect(refusal(await changed({ version: '3.0.0' }))).toMatchObject({
      code: 'already_exists',
      detail: 'A probe of this package has this version already, from another package.',
      fields: { version: 'Already exists' },
    })
    expect((await north.send('GET', 'metric/web.http')).body.probeversion).toBe('web-probe (2.0.0)')
  })

  test('a change of version lists every probe, template and metric in every tenant, before and after', async () => {
    const preview = await changed({ version: '2.1.0' }, '?dry_run=true')
    const all = [
      'all change package web-probes-2.1.0',
      'all change probe web-probe',
      'all change metrictemplate renamed',
      'all change metrictemplate web.http',
      'all change metrictemplate web.tls',
      'NORTH change metric web.http',
      'SOUTH change metric web.http',
    ]
    expect(result(preview.body.changes)).toEqual(all)
    expect((await north.send('GET', 'metric/web.http')).body.probeversion).toBe('web-probe (2.0.0)')

    expect((await changed({ version: '2.1.0' })).status).toBe(200)
    for (const client of [north, south]) {
      const { body, etag } = await client.send('GET', 'metric/web.http')
      expect([body.probeversion, etag]).toEqual(['web-probe (2.1.0)', expect.stringMatching(/-2"$/)])
      const { body: versions } = await client.send('GET', 'tenantversion/metric/web.http')
      const about = versions.map(({ comment, user, fields }: { comment: string; user: string; fields: object }) => {
        return [comment, user, 'probeversion' in fields && fields.probeversion]
      })
      expect(about).toEqual([
        ['Changed probeversion.', 'admin (super-tenant)', 'web-probe (2.1.0)'],
        ['Initial version.', 'admin', 'web-probe (2.0.0)'],
      ])
    }
    expect((await north.send('GET', 'metric/disk')).etag).toMatch(/-1"$/)
    const { body: probe, etag } = await admin.send('GET', 'probes/web-probe')
    expect([probe.version, probe.package, etag]).toEqual(['2.1.0', 'web-probes (2.1.0)', expect.stringMatching(/-2"$/)])
    expect((await admin.send('GET', 'version/probe/web-probe')).body).toMatchObject([
      { version: '2.1.0', fields: { package: 'web-probes (2.1.0)' } },
      { version: '1.0.0', fields: { package: 'web-probes (1.0.0)' } },
    ])
  })

  test('an earlier version of a probe has no side effects on the current probe and its templates', async () => {
    const { body, etag = '' } = await admin.send('GET', 'packages/web-probes-1.0.0')
    const given = { ...body, version: '1.0.1', repos: ['base (Rocky 9)'] }
    const preview = await admin.send('PUT', 'packages?dry_run=true', given, { 'if-match': etag })
    expect(result(preview.body.changes)).toEqual(['all change package web-probes-1.0.1'])
  })

  test('a rename lists only the probes that refer to it', async () => {
    const preview = await changed({ name: 'http-probes' }, '?dry_run=true')
    expect(result(preview.body.changes)).toEqual(['all change package http-probes-2.0.0', 'all change probe web-probe'])
    expect(preview.body.changes[1]).toMatchObject({
      before: { package: 'web-probes (2.0.0)', version: '2.0.0' },
      after: { package: 'http-probes (2.0.0)', version: '2.0.0' },
    })
  })

  test('other repos have no side effects', async () => {
    const answer = await changed({}, '?dry_run=true')
    expect(result(answer.body.changes)).toEqual(['all change package web-probes-2.0.0'])
  })

  test('a preview with other side effects is refused', async () => {
    const { body: preview } = await changed({ version: '2.1.0' }, '?dry_run=true')
    const services = [{ service: 's', metric: 'web.tls' }]
    await south.send('POST', 'metricprofiles', { name: 'more', groupname: 'operations', description: '', services })
    const { body, etag = '' } = await admin.send('GET', 'packages/web-probes-2.0.0')
    const given = { ...body, version: '2.1.0', repos: ['base (Rocky 9)'] }
    const headers = { 'if-match': etag, 'if-preview-match': preview.preview }
    expect(refusal(await admin.send('PUT', 'packages', given, headers)).code).toBe('stale_version')
    expect((await south.send('GET', 'metric/web.tls')).body.probeversion).toBe('web-probe (2.0.0)')
  })

  test('a refused change leaves every tenant unchanged', async () => {
    const refused = await changed({ version: '1.0.0' })
    expect(refusal(refused).detail).toBe('Package with this name and version already exists.')
    for (const client of [north, south]) {
      const { body, etag } = await client.send('GET', 'metric/web.http')
      expect([body.probeversion, etag]).toEqual(['web-probe (2.0.0)', expect.stringMatching(/-1"$/)])
    }
  })

  test('a change takes the same number of statements with 1 and with 50 tenants', async () => {
    const { body, etag = '' } = await admin.send('GET', 'packages/web-probes-2.0.0')
    const given = { ...body, name: 'http-probes', version: '2.1.0', repos: ['base (Rocky 9)'] }
    const change = () => admin.send('PUT', 'packages?dry_run=true', given, { 'if-match': etag })
    // The session is cached.
    await change()
    const few = await server.statements(change)
    await addTenants(server, 50)
    expect((await change()).body.changes.length).toBeGreaterThan(50)
    const many = await server.statements(change)
    expect(many.length).toBe(few.length)
    expect(few.length).toBeLessThanOrEqual(16)
  })
})

/** Tenants with a metric of `web.http` each. */
async function addTenants({ tenancy }: TestApp, count: number): Promise<void> {
  await sql`
    with tenant as (
      insert into tenants (name, schema_name, domain_url)
      select 'T' || n, 't' || n, 't' || n || '.test' from generate_series(1, ${count}) as n returning id
    )
    insert into metrics (tenant_id, template_id, template_version_id, config)
    select tenant.id, template.id, template.current_version_id, '[]'
    from tenant, metric_templates as template where template.name = 'web.http'
  `.execute(tenancy.everyTenant)
}
