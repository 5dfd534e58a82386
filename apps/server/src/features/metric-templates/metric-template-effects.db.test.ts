import type { Caller } from '@quatrain/contract/kit/policy.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readWrite } from '#kit/kinds/operation.ts'
import { webApiToken } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

interface Affected {
  readonly tenant: string
  readonly kind: string
  readonly name: string
  readonly action: string
}
const result = (changes: readonly Affected[]) =>
  changes.map(({ tenant, kind, name, action }) => `${tenant} ${action} ${kind} ${name}`)

describe.each(databases)('side effects of metric templates in the tenants, on $name', (kind) => {
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
    await addProfile(north, 'core', ['web.http', 'disk'])
    await addProfile(south, 'core', ['web.http'])
  })
  afterAll(() => server.close())

  const addProfile = async (client: Client, name: string, metrics: readonly string[]) => {
    const services = metrics.map((metric) => ({ service: 'web', metric }))
    const { status } = await client.send('POST', 'metricprofiles', {
      name,
      groupname: 'operations',
      description: '',
      services,
    })
    expect(status).toBe(201)
  }
  async function changed(name: string, changes: object, query = '') {
    const { body, etag } = await admin.send('GET', `metrictemplates/${name}`)
    const { package: _, ...template } = body
    return admin.send('PUT', `metrictemplates${query}`, { ...template, ...changes }, { 'if-match': etag ?? '' })
  }
  const pairsOf = async (client: Client, name = 'core') =>
    (await client.send('GET', `metricprofiles/${name}`)).body.services.map(({ metric }: { metric: string }) => metric)
  const webApiMetrics = async (client: Client) =>
    (await client.send('GET', '/api/v2/webapi/metric_profiles')).body.data.flatMap(
      ({ services }: { services: { metrics: string[] }[] }) => services.flatMap(({ metrics }) => metrics),
    )
  const tagsInWebApi = async () => {
    const headers = { 'x-api-key': webApiToken('NORTH'), accept: 'application/json' }
    const answer = await fetch(`${server.webApi.url}/api/v2/metrics`, { headers })
    return ((await answer.json()) as { data: unknown[] }).data
  }
  /** Sets a tenant's own timeout for a metric. */
  const setTimeoutOf = async (tenant: string, name: string, value: string) => {
    const config = [
      { key: 'timeout', value },
      { key: 'path', value: '/somewhere/else' },
    ]
    await sql`
      update metrics set config = ${JSON.stringify(config)}::json where template_id =
        (select id from metric_templates where name = ${name})
    `.execute(await server.tenant(tenant))
  }

  test("metrics of an updated version are updated, except for the tenant's own values", async () => {
    await setTimeoutOf('NORTH', 'web.http', '77')
    const path = { key: 'path', value: '/usr/libexec/new' }
    const config = [{ key: 'timeout', value: '60' }, path, { key: 'interval', value: '9' }]
    const preview = await changed('web.http', { config, attribute: [{ key: 'A', value: '-a' }] }, '?dry_run=true')
    expect(result(preview.body.changes)).toEqual([
      'all change metrictemplate web.http',
      'NORTH change metric web.http',
      'SOUTH change metric web.http',
    ])
    expect((await north.send('GET', 'metric/web.http')).body.attribute).toEqual([])

    expect((await changed('web.http', { config, attribute: [{ key: 'A', value: '-a' }] })).status).toBe(200)
    const ours = (await north.send('GET', 'metric/web.http')).body
    expect(ours).toMatchObject({
      attribute: [{ key: 'A', value: '-a' }],
      config: [{ key: 'timeout', value: '77' }, path, { key: 'interval', value: '9' }],
    })
    const theirs = (await south.send('GET', 'metric/web.http')).body
    expect(theirs.config[0]).toEqual({ key: 'timeout', value: '30' })
    const [newest, first] = (await north.send('GET', 'tenantversion/metric/web.http')).body
    expect(newest).toMatchObject({ user: 'admin (super-tenant)', fields: { config: ours.config } })
    expect(newest.comment).toContain('Added attribute field "A".')
    expect(first.fields.attribute).toEqual([])
  })

  test('a new version changes no tenant', async () => {
    const { body } = await changed(
      'web.http',
      { probeversion: 'disk-probe (1.1.0)', name: 'web.moved' },
      '?dry_run=true',
    )
    expect(result(body.changes)).toEqual(['all change metrictemplate web.moved', 'all change metrictemplate passive'])
    await changed('web.http', { probeversion: 'disk-probe (1.1.0)', name: 'web.moved' })
    expect((await north.send('GET', 'metric/web.http')).body.probeversion).toBe('web-probe (2.0.0)')
    expect(await pairsOf(north)).toEqual(['disk', 'web.http'])
  })

  test('a rename updates metrics, profiles in both stores, and dependent templates', async () => {
    const preview = await changed('web.http', { name: 'web.https' }, '?dry_run=true')
    expect(result(preview.body.changes)).toEqual([
      'all change metrictemplate web.https',
      'all change metrictemplate passive',
      'NORTH change metric web.https',
      'SOUTH change metric web.https',
      'NORTH change metricprofile core',
      'SOUTH change metricprofile core',
    ])
    const { status, body } = await changed('web.http', { name: 'web.https' })
    expect([status, body.warning]).toEqual([200, undefined])
    for (const tenant of [north, south]) {
      expect(await pairsOf(tenant)).toContain('web.https')
      expect(await webApiMetrics(tenant)).toContain('web.https')
      expect(await webApiMetrics(tenant)).not.toContain('web.http')
      expect((await tenant.send('GET', 'metric/web.https')).status).toBe(200)
    }
    expect((await admin.send('GET', 'metrictemplates/passive')).body.parent).toBe('web.https')
    const [version] = (await north.send('GET', 'tenantversion/metricprofile/core')).body
    expect(version.comment).toContain('Added service-metric instance tuple (web, web.https).')
    expect(await server.recoverWrites()).toBe(0)
  })

  test('a version of a metric from before the rename is restored under the new name', async () => {
    const [{ version }] = (await north.send('GET', 'tenantversion/metric/web.http')).body
    const { config, group } = (await north.send('GET', 'metric/web.http')).body
    await changed('web.http', { name: 'web.https' })
    const values = config.map(({ key, value }: { key: string; value: string }) => ({
      key,
      value: key === 'timeout' ? '77' : value,
    }))
    const change = { name: 'web.https', group, config: values }
    expect((await north.send('PUT', 'metric', change, { 'if-match': '*' })).status).toBe(200)
    const groups = {
      reports: [],
      metrics: [group],
      aggregations: [],
      metricprofiles: [],
      thresholdsprofiles: [],
    }
    const user = { username: 'admin', isSuperuser: true, groups }
    const caller: Caller = { deployment: 'tenant', user }
    const ctx = { ...(await server.context('NORTH')), caller }
    const input = { key: 'web.https', version }
    const { kinds } = server.app
    await readWrite(kinds, { kind: 'metric', operation: 'restore', input, base: '*' })(ctx)
    expect((await north.send('GET', 'metric/web.https')).body.config).toEqual(config)
  })

  test('a rename does not affect metrics of another version', async () => {
    await sql`
      update metrics set template_version_id = (
        select version.id from metric_template_versions as version
        join metric_templates as template on template.id = version.template_id
        where template.name = 'web.http' order by version.id limit 1)
      where template_id = (select id from metric_templates where name = 'web.http')
    `.execute(await server.tenant('SOUTH'))
    await changed('web.http', { name: 'web.https' })
    expect(await pairsOf(north)).toEqual(['disk', 'web.https'])
    expect(await pairsOf(south)).toEqual(['web.http'])
    expect((await south.send('GET', 'metric/web.http')).status).toBe(200)
  })

  test('a name that a tenant has for another metric is refused', async () => {
    await sql`
      update metrics set template_version_id = (
        select version.id from metric_template_versions as version where version.name = 'old.name')
      where template_id = (select id from metric_templates where name = 'renamed')
    `.execute(await server.tenant('NORTH'))
    await addProfile(north, 'more', ['renamed'])
    await sql`
      update metrics set template_version_id = (
        select version.id from metric_template_versions as version where version.name = 'old.name')
      where template_id = (select id from metric_templates where name = 'renamed')
    `.execute(await server.tenant('NORTH'))
    const refused = await changed('web.http', { name: 'old.name' })
    expect(refused).toMatchObject({ status: 409, body: { fields: { name: 'Already exists in a tenant' } } })
    expect(refused.body.detail).toContain('NORTH')
    expect((await admin.send('GET', 'metrictemplates/web.http')).status).toBe(200)
  })

  test('if the Web API is down, a rename is saved, reported as incomplete, and completed later', async () => {
    server.webApi.behave({ kind: 'refuse', status: 503 })
    const { status, body } = await changed('web.http', { name: 'web.https' })
    expect([status, body.code]).toEqual([418, 'partly_done'])
    expect(body.detail.split('\n')).toEqual([
      expect.stringMatching(
        /^NORTH: Error trying to update metric in metric profile core: .* It will be tried again\.$/,
      ),
      expect.stringMatching(/^SOUTH: Error trying to update metric in metric profile core: /),
      expect.stringMatching(/^Error syncing metric tags: .* It will be tried again\.$/),
    ])
    expect(await pairsOf(north)).toContain('web.https')
    server.webApi.recover()
    expect(await webApiMetrics(north)).toContain('web.http')
    const claimed = await north.send('GET', 'metricprofiles/core')
    const write = { ...claimed.body, description: 'Meanwhile.' }
    const meanwhile = await north.send('PUT', 'metricprofiles', write, { 'if-match': claimed.etag ?? '' })
    expect(meanwhile.status).toBe(412)
    expect(await server.recoverWrites()).toBe(3)
    expect(await webApiMetrics(north)).toContain('web.https')
    expect((await north.send('PUT', 'metricprofiles', write, { 'if-match': claimed.etag ?? '' })).status).toBe(200)
  })

  test('a delete removes the metrics, and their pairs from profiles in both stores', async () => {
    const preview = await admin.send('POST', 'deletetemplates?dry_run=true', { metrictemplates: ['web.http', 'disk'] })
    expect(result(preview.body.changes)).toEqual([
      'all delete metrictemplate disk',
      'all delete metrictemplate web.http',
      'NORTH delete metric disk',
      'NORTH delete metric web.http',
      'SOUTH delete metric web.http',
      'NORTH change metricprofile core',
      'SOUTH change metricprofile core',
    ])
    const agreed = { 'if-preview-match': preview.body.preview }
    const { status } = await admin.send('POST', 'deletetemplates', { metrictemplates: ['web.http', 'disk'] }, agreed)
    expect(status).toBe(200)
    expect(await pairsOf(north)).toEqual([])
    expect(await webApiMetrics(north)).toEqual([])
    expect((await north.send('GET', 'metric/disk')).status).toBe(404)
    expect((await north.send('GET', 'tenantversion/metric/disk')).body).toHaveLength(1)
  })

  test('the Web API receives the tags after a write; if it is down, the message says so, and the delivery is retried', async () => {
    await changed('web.http', { tags: ['web', 'later'] })
    expect(await tagsInWebApi()).toContainEqual({ name: 'web.http', tags: ['later', 'web'] })
    server.webApi.behave({ kind: 'refuse', status: 503 })
    const { status, body } = await changed('web.http', { tags: ['web'] })
    expect([status, body.tags]).toEqual([200, ['web']])
    expect(body.warning).toMatch(/^Error syncing metric tags: .* It will be tried again\.$/)
    // Once more, while a delivery is pending.
    await changed('web.http', { tags: ['latest'] })
    server.webApi.recover()
    expect(await server.recoverWrites()).toBe(1)
    expect(await tagsInWebApi()).toContainEqual({ name: 'web.http', tags: ['latest'] })
  })

  test('dependents of a deleted template are listed before and after', async () => {
    await changed('web.tls', { dependency: [{ key: 'web.http', value: '0' }] })
    const remove = (names: readonly string[], query = '') =>
      admin.send('POST', `deletetemplates${query}`, { metrictemplates: names })
    const warning = [
      'web.http is still the parent of the metric template passive.',
      'web.http is still needed by the metric template web.tls.',
    ].join('\n')
    expect((await remove(['web.http'], '?dry_run=true')).body.notices).toMatchObject({ warning })
    const together = await remove(['web.http', 'passive', 'web.tls'], '?dry_run=true')
    expect(together.body.notices).not.toHaveProperty('warning')
    const single = await admin.send('DELETE', 'metrictemplates/web.http', undefined, { 'if-match': '*' })
    expect(single).toMatchObject({ status: 200, body: { warning } })
  })

  test('dependents are listed for the super-tenant', async () => {
    const { body } = await admin.send('GET', 'metrictemplates/web.http/usage')
    const used = { metric: 'web.http', probeversion: 'web-probe (2.0.0)', profiles: ['core'] }
    expect(body).toEqual({
      tenants: [
        { tenant: 'NORTH', ...used },
        { tenant: 'SOUTH', ...used },
      ],
      children: ['passive'],
      dependants: [],
    })
    expect((await north.send('GET', 'metrictemplates/web.http/usage')).status).toBe(404)
  })

  test('lists of templates are sent again only after a template or a metric has changed', async () => {
    const list = (client: Client, etag = '') =>
      client.send('GET', 'metrictemplates', undefined, { 'if-none-match': etag })
    const seen = { super: (await list(admin)).etag, north: (await list(north)).etag }
    expect([(await list(admin, seen.super)).status, (await list(north, seen.north)).status]).toEqual([304, 304])
    await changed('web.tls', { description: 'Now.' })
    expect([(await list(admin, seen.super)).status, (await list(north, seen.north)).status]).toEqual([200, 200])
    const now = (await list(admin)).etag
    await addProfile(south, 'more', ['web.tls'])
    expect((await list(admin, now)).status).toBe(200)
  })

  test('a write takes the same number of statements with 1 and with 50 tenants', async () => {
    const { body, etag = '' } = await admin.send('GET', 'metrictemplates/web.http')
    const { package: _, ...template } = body
    const rename = () =>
      admin.send('PUT', 'metrictemplates?dry_run=true', { ...template, name: 'web.renamed' }, { 'if-match': etag })
    const remove = () =>
      admin.send('POST', 'deletetemplates?dry_run=true', { metrictemplates: ['web.http', 'disk', 'web.tls'] })
    const few = [await server.statements(rename), await server.statements(remove)]
    await addTenants(server, 50)
    expect((await remove()).body.changes.length).toBeGreaterThan(150)
    const many = [await server.statements(rename), await server.statements(remove)]
    expect(many.map(({ length }) => length)).toEqual(few.map(({ length }) => length))
    // A rename has two more than its dry run, 16: it stores the delivery to the Web API, and looks for tenants that it has missed.
    // The dry run of a delete also reads what will be missing.
    expect(few.map(({ length }) => length)).toEqual([14, 10])
  })
})

/** Tenants with a metric of `web.http` and `disk` each, in a profile. */
async function addTenants({ tenancy }: TestApp, count: number): Promise<void> {
  const db = tenancy.everyTenant
  await sql`
    with tenant as (
      insert into tenants (name, schema_name, domain_url)
      select 'T' || n, 't' || n, 't' || n || '.test' from generate_series(1, ${count}) as n returning id
    ), owner as (
      insert into groups (tenant_id, kind, name) select id, 'metricprofiles', 'ops' from tenant returning tenant_id, id
    ), profile as (
      insert into metric_profiles (tenant_id, apiid, name, group_id)
      select tenant_id, gen_random_uuid(), 'core', id from owner returning tenant_id, id
    ), pair as (
      insert into metric_profile_instances (tenant_id, profile_id, service, metric)
      select tenant_id, id, 'web', metric from profile, unnest(array['web.http', 'disk']) as metric
    )
    insert into metrics (tenant_id, template_id, template_version_id, config)
    select tenant.id, template.id, template.current_version_id, '[]'
    from tenant, metric_templates as template where template.name in ('web.http', 'disk')
  `.execute(db)
}
