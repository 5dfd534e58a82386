import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('side effects of probes on metric templates and metrics, on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeEach(async () => {
    await server?.close()
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
    await (await server.tenant('all')).insertInto('packages').values({ name: 'web-probes', version: '3.0.0' }).execute()
  })
  afterAll(() => server.close())

  async function changed(changes: object, query = '') {
    const { body, etag } = await admin.send('GET', 'probes/web-probe')
    const { version: _, nv: __, ...probe } = body
    return admin.send('PUT', `probes${query}`, { ...probe, ...changes }, { 'if-match': etag ?? '' })
  }
  const onVersion = async (version: string) => (await admin.send('GET', `metricsforprobes/web-probe(${version})`)).body
  const templateVersions = async (template: string) =>
    (
      await sql<{ probe: string; author: string; comment: string; is_current: boolean; parameter: unknown }>`
        select probe_version_label(probe, package) as probe, version.author, version.version_comment as comment,
          version.id = template.current_version_id as is_current, version.parameter
        from metric_template_versions as version
        join metric_templates as template on template.id = version.template_id
        join probe_versions as probe on probe.id = version.probe_version_id
        join packages as package on package.id = probe.package_id
        where template.name = ${template} order by version.id
      `.execute(server.owner)
    ).rows

  test('the templates that use a version now are public', async () => {
    expect(await onVersion('2.0.0')).toEqual(['renamed', 'web.http', 'web.tls'])
    expect(await onVersion('1.0.0')).toEqual([])
    expect(await onVersion('9')).toEqual([])
    const anyone = await (await server.as()).send('GET', 'public_metricsforprobes/disk-probe(1.1.0)')
    expect(anyone.body).toEqual(['disk', 'self.check'])
  })

  test('dependents are listed by version: for the super-tenant those of all tenants, for a tenant its own', async () => {
    for (const name of ['NORTH', 'SOUTH'] as const) {
      await pinToFirst(name)
      const services = [{ service: 's', metric: 'web.http' }]
      const tenant = await server.as('admin', name === 'NORTH' ? 'north.test' : 'south.test')
      await tenant.send('POST', 'metricprofiles', { name: 'p', groupname: 'operations', description: '', services })
    }
    const now = { version: '2.0.0', templates: ['renamed', 'web.http', 'web.tls'], formerly: [], tenants: [] }
    const once = { version: '1.0.0', templates: [], formerly: ['renamed', 'web.http'] }
    const [north, south] = ['NORTH', 'SOUTH'].map((name) => ({ name, metrics: 2, profiles: 1 }))
    expect((await admin.send('GET', 'probes/web-probe/usage')).body).toEqual([
      now,
      { ...once, tenants: [north, south] },
    ])
    const member = await server.as('nobody')
    expect((await member.send('GET', 'probes/web-probe/usage')).body).toEqual([now, { ...once, tenants: [north] }])
    expect((await member.send('GET', 'probes/never/usage')).status).toBe(404)
    expect((await (await server.as()).send('GET', 'probes/web-probe/usage')).status).toBe(401)
  })

  test('a new version changes templates only if the write asks for it', async () => {
    await changed({ package: 'web-probes (3.0.0)', update_metrics: false })
    expect(await onVersion('2.0.0')).toEqual(['renamed', 'web.http', 'web.tls'])
    expect(await onVersion('3.0.0')).toEqual([])
  })

  test('updated templates get new versions, which the dry run lists', async () => {
    const change = { package: 'web-probes (3.0.0)', update_metrics: true }
    const preview = await changed(change, '?dry_run=true')
    const result = ['renamed', 'web.http', 'web.tls'].map((name) => ({
      tenant: 'all',
      kind: 'metrictemplate',
      name,
      action: 'change',
      before: { probeversion: 'web-probe (2.0.0)' },
      after: { probeversion: 'web-probe (3.0.0)', config: expect.arrayContaining([{ key: 'timeout', value: '30' }]) },
    }))
    expect(preview.body.changes).toMatchObject([{ kind: 'probe', name: 'web-probe' }, ...result])
    expect(await onVersion('2.0.0')).toHaveLength(3)

    expect((await changed(change)).status).toBe(200)
    expect(await onVersion('3.0.0')).toEqual(['renamed', 'web.http', 'web.tls'])
    const versions = await templateVersions('web.tls')
    expect(versions).toEqual([
      {
        probe: 'web-probe (2.0.0)',
        author: 'editor',
        comment: 'Initial version.',
        is_current: false,
        parameter: oddly,
      },
      {
        probe: 'web-probe (3.0.0)',
        author: 'admin',
        comment: 'Changed probeversion.',
        is_current: true,
        parameter: oddly,
      },
    ])
    const { rows } = await sql<{ name: string }>`
      select object_name as name from activity where kind = 'metrictemplate' and action = 'change' order by 1
    `.execute(server.owner)
    expect(rows.map(({ name }) => name)).toEqual(['renamed', 'web.http', 'web.tls'])
    const { rows: kept } = await sql`
      select name, comment, author from versions where kind = 'metrictemplate' and comment <> 'Initial version.' order by 1
    `.execute(server.owner)
    const saved = { author: 'admin', comment: 'Changed probeversion.' }
    expect(kept).toEqual(['renamed', 'web.http', 'web.tls'].map((name) => ({ name, ...saved })))
  })

  test('tenants stay on the version before, as the preview and the response say', async () => {
    const services = [{ service: 's', metric: 'web.http' }]
    for (const host of ['north.test', 'south.test'] as const) {
      const body = { name: 'p', groupname: 'operations', description: '', services }
      expect((await (await server.as('admin', host)).send('POST', 'metricprofiles', body)).status).toBe(201)
    }
    const change = { package: 'web-probes (3.0.0)', update_metrics: true }
    const without = await changed({ ...change, update_metrics: false }, '?dry_run=true')
    expect(without.body.notices.info).toBeUndefined()
    const info =
      'Tenants NORTH and SOUTH stay on version 2.0.0 until their administrators update the metrics of the package.'
    expect((await changed(change, '?dry_run=true')).body.notices.info).toBe(info)
    expect((await changed(change)).body.info).toBe(info)
  })

  const oddly = [
    { key: '--z', value: 'last first' },
    { key: '10', value: 'ten' },
    { key: '2', value: 'two' },
    { key: '--a', value: '' },
  ]

  test('templates that move back get their earlier version, except for those with another name then', async () => {
    await pinToFirst('NORTH')
    const change = { package: 'web-probes (1.0.0)', update_metrics: true }
    const warning = 'Metric template renamed stays on version 2.0.0: on version 1.0.0 it was called otherwise.'
    expect((await changed(change, '?dry_run=true')).body.notices).toEqual({ warning })
    const back = await changed(change)
    expect(back).toMatchObject({ status: 200, body: { version: '1.0.0', nv: 2, warning } })
    expect(await onVersion('1.0.0')).toEqual(['web.http', 'web.tls'])
    expect(await onVersion('2.0.0')).toEqual(['renamed'])
    expect(await templateVersions('web.http')).toMatchObject([
      { probe: 'web-probe (1.0.0)', author: 'admin', comment: 'Changed probeversion.', is_current: true },
      { probe: 'web-probe (2.0.0)', author: 'editor', is_current: false },
    ])
    expect(await templateVersions('web.tls')).toMatchObject([
      { probe: 'web-probe (2.0.0)', is_current: false },
      { probe: 'web-probe (1.0.0)', is_current: true },
    ])
    // The tenants' metrics of the version are updated by the restored template.
    const north = await server.as('admin')
    expect((await north.send('GET', 'metric/web.http')).body).toMatchObject({
      probeversion: 'web-probe (1.0.0)',
      probeexecutable: 'check_2.0.0',
    })
    expect((await north.send('GET', 'tenantversion/metric/web.http')).body).toMatchObject([
      { user: 'admin (super-tenant)', comment: expect.stringContaining('Changed probeexecutable.') },
    ])
  })

  /** Gives a tenant metrics of the templates of the first version. */
  const pinToFirst = async (tenant: string) =>
    sql`
      insert into metrics (template_id, template_version_id)
      select template_id, id from metric_template_versions where probeexecutable = 'check_1.0.0'
    `.execute(await server.tenant(tenant))

  test('a rename of a version updates its metrics in all tenants, and no others', async () => {
    await pinToFirst('NORTH')
    const south = await server.as('admin', 'south.test')
    const profile = {
      name: 'p',
      groupname: 'operations',
      description: '',
      services: [{ service: 's', metric: 'web.http' }],
    }
    expect((await south.send('POST', 'metricprofiles', profile)).status).toBe(201)
    const renamed = await changed({ name: 'http-probe' })
    expect(renamed.status).toBe(200)
    expect((await south.send('GET', 'metric/web.http')).body.probeversion).toBe('http-probe (2.0.0)')
    expect((await south.send('GET', 'tenantversion/metric/web.http')).body).toMatchObject([
      { version: '2', comment: 'Changed probeversion.', fields: { probeversion: 'http-probe (2.0.0)' } },
      { version: '1', comment: 'Initial version.', fields: { probeversion: 'web-probe (2.0.0)' } },
    ])
    const north = await server.as('admin')
    expect((await north.send('GET', 'metric/web.http')).body.probeversion).toBe('web-probe (1.0.0)')
    expect((await north.send('GET', 'tenantversion/metric/web.http')).status).toBe(404)
  })

  /** Adds fifty tenants with metrics of the template versions with this executable. */
  const fiftyTenantsOn = (executable: string) =>
    sql`
      with made as (
        insert into tenants (name, schema_name, domain_url)
        select 'T' || number, 't' || number, 't' || number || '.test' from generate_series(1, 50) as number returning id
      )
      insert into metrics (tenant_id, template_id, template_version_id)
      select made.id, version.template_id, version.id
      from made, metric_template_versions as version where version.probeexecutable = ${executable}
    `.execute(server.owner)

  test.each([
    ['a rename', { name: 'http-probe' }, 'check_2.0.0', 150],
    ['a new version', { package: 'web-probes (3.0.0)', update_metrics: true }, 'check_2.0.0', 0],
    [
      'a version brought back',
      { package: 'web-probes (1.0.0)', update_metrics: true, name: 'http-probe' },
      'check_1.0.0',
      100,
    ],
  ])(
    '%s takes the same number of statements, whether one tenant has metrics or fifty',
    async (_, change, executable, metrics) => {
      await pinToFirst('NORTH')
      const south = await server.as('admin', 'south.test')
      const services = [{ service: 's', metric: 'web.http' }]
      await south.send('POST', 'metricprofiles', { name: 'p', groupname: 'operations', description: '', services })
      const preview = () => server.statements(() => changed(change, '?dry_run=true'))
      await preview()
      const one = await preview()
      await fiftyTenantsOn(executable)
      await preview()
      expect(await preview()).toEqual(one)
      const { body } = await changed(change, '?dry_run=true')
      const others = body.changes.filter(({ tenant }: { tenant: string }) => tenant.startsWith('T'))
      expect(others).toHaveLength(metrics)
      // Two of them read the probe before it is changed.
      expect(one.length).toBeLessThanOrEqual(17)
    },
  )

  test('without a new version, templates are updated whatever is requested, and a rename increases their row version', async () => {
    const before = await server.owner.selectFrom('metric_templates').select(['name', 'row_version']).execute()
    expect((await changed({ comment: 'Same name.', update_metrics: true })).status).toBe(200)
    expect(await server.owner.selectFrom('metric_templates').select(['name', 'row_version']).execute()).toEqual(before)

    const renamed = await changed({ name: 'http-probe' }, '?dry_run=true')
    expect(renamed.body.changes.slice(1)).toMatchObject(
      ['renamed', 'web.http', 'web.tls'].map((name) => ({
        kind: 'metrictemplate',
        name,
        before: { probeversion: 'web-probe (2.0.0)' },
        after: { probeversion: 'http-probe (2.0.0)' },
      })),
    )
    expect((await changed({ name: 'http-probe' })).status).toBe(200)
    const moved = server.owner.selectFrom('metric_templates').select('name').where('row_version', '=', 2)
    expect(await moved.orderBy('name').execute()).toMatchObject([
      { name: 'renamed' },
      { name: 'web.http' },
      { name: 'web.tls' },
    ])
  })

  const many = sql.raw(`
    with template as (
      insert into metric_templates (name) select 'many.' || number from generate_series(1, 200) as number returning id, name
    ), version as (
      insert into metric_template_versions (template_id, probe_version_id, name, mtype, description, parent,
        probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
      select template.id, probe.current_version_id, template.name, 'Active', '', '', 'x', '[]', '[]', '[]', '[]', '[]',
        '', now(), '' from template, probes as probe where probe.name = 'web-probe'
      returning id
    )
    select count(*) from version`)

  test.each([
    ['a new version', { package: 'web-probes (3.0.0)', update_metrics: true }],
    ['a rename', { name: 'http-probe' }],
  ])('%s takes the same number of statements for any number of templates', async (_, change) => {
    const preview = () => server.statements(() => changed(change, '?dry_run=true'))
    // The session is cached.
    await preview()
    const few = await preview()
    await many.execute(await server.tenant('all'))
    await sql`
      update metric_templates as template set current_version_id = version.id from metric_template_versions as version
      where version.template_id = template.id and template.current_version_id is null
    `.execute(await server.tenant('all'))
    expect(await preview()).toEqual(few)
    const { groups } = (await changed(change, '?dry_run=true')).body
    expect(groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(204)
  })

  test('a plain save takes few statements', async () => {
    const { body, etag } = await admin.send('GET', 'probes/web-probe')
    const { version: _, nv: __, ...probe } = body
    const save = () => admin.send('PUT', 'probes', { ...probe, comment: 'Other.' }, { 'if-match': etag ?? '' })
    expect((await server.statements(save)).length).toBeLessThanOrEqual(12)
  })

  test('lists take the same number of statements for any number of probes', async () => {
    for (const path of ['probes', 'version/probe', 'metricsforprobes/web-probe(2.0.0)', 'probes/web-probe/usage']) {
      // Between two lists another tenant's tables are filled, so the scope is entered again.
      const list = async () =>
        (await server.statements(() => admin.send('GET', path))).filter((text) => !text.startsWith('set role'))
      await list()
      const few = await list()
      await sql`
        with probe as (
          insert into probes (name) select ${path} || number from generate_series(1, 100) as number returning id, name
        ), version as (
          insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author,
            created_at, version_comment)
          select probe.id, package.id, probe.name, '', '', '', '', '', now(), ''
          from probe, packages as package where package.name = 'web-probes'
        )
        select from probe
      `.execute(await server.tenant('all'))
      await sql`update probes set current_version_id = (
        select max(id) from probe_versions where probe_id = probes.id)`.execute(await server.tenant('all'))
      expect(await list(), path).toEqual(few)
    }
  })
})
