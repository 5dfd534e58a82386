import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('metrics on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let anonymous: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    anonymous = await server.as()
    await addProfile('CORE', 'web.http', 'passive', 'disk')
    await addProfile('EDGE', 'web.http')
    await addProfile('ANOTHER', 'web.http')
  })
  afterAll(() => server.close())

  /** Two pairs for each metric: a profile may contain a metric for several service types. */
  async function addProfile(name: string, ...metrics: readonly string[]) {
    const services = metrics.flatMap((metric) => ['portal', 'batch'].map((service) => ({ service, metric })))
    const profile = { name, groupname: 'operations', description: '', services }
    expect((await admin.send('POST', 'metricprofiles', profile)).status).toBe(201)
  }

  const config = [
    { key: 'maxCheckAttempts', value: '3' },
    { key: 'timeout', value: '30' },
    { key: 'path', value: '/usr/libexec/probes' },
    { key: 'interval', value: '5' },
    { key: 'retryInterval', value: '3' },
  ]
  const http = {
    id: expect.any(Number),
    name: 'web.http',
    mtype: 'Active',
    tags: ['web', 'CI/CD'],
    profiles: ['ANOTHER', 'CORE', 'EDGE'],
    probeversion: 'web-probe (2.0.0)',
    group: 'NORTH',
    description: 'web.http',
    parent: '',
    probeexecutable: 'check_2.0.0',
    config,
    attribute: [],
    dependancy: [],
    flags: [{ key: 'OBSESS', value: '1' }],
    parameter: [
      { key: '--z', value: 'last first' },
      { key: '10', value: 'ten' },
      { key: '2', value: 'two' },
      { key: '--a', value: '' },
    ],
  }
  const passive = {
    ...http,
    name: 'passive',
    mtype: 'Passive',
    tags: [],
    profiles: ['CORE'],
    probeversion: '',
    description: 'p',
    parent: 'web.http',
    probeexecutable: '',
    config: [],
    flags: [{ key: 'PASSIVE', value: '1' }],
    parameter: [],
  }

  const disk = {
    ...http,
    name: 'disk',
    tags: [],
    profiles: ['CORE'],
    probeversion: 'disk-probe (1.1.0)',
    description: 'disk',
    probeexecutable: 'check_1.1.0',
  }

  test('metrics that profiles imported are listed by name with all fields', async () => {
    const { status, body } = await admin.send('GET', 'metric')
    expect(status).toBe(200)
    expect(body).toEqual([disk, passive, http])
    expect((await anonymous.send('GET', 'public_metric/')).body).toEqual(body)
  })

  test('a metric is read by its name, with its version', async () => {
    const { body, etag } = await admin.send('GET', 'metric/web.http')
    expect(body).toEqual(http)
    expect(etag).toMatch(/-1"$/)
    expect((await anonymous.send('GET', 'public_metric/passive')).body).toEqual(passive)
    const missing = await admin.send('GET', 'metric/no.such')
    expect(missing.status).toBe(404)
    expect(missing.body).toMatchObject({ code: 'not_found', detail: 'Metric not found.' })
  })

  test('the names can be requested alone', async () => {
    const names = [{ name: 'disk' }, { name: 'passive' }, { name: 'web.http' }]
    expect((await admin.send('GET', 'metricsall')).body).toEqual(names)
    expect((await anonymous.send('GET', 'public_metricsall/')).body).toEqual(names)
  })

  test('an imported metric has its first version', async () => {
    const { body } = await admin.send('GET', 'tenantversion/metric/passive')
    const { id: _, profiles: __, ...document } = passive
    expect(body).toMatchObject([{ version: '1', user: 'admin', comment: 'Initial version.', fields: document }])
  })

  test('a single metric cannot be added', async () => {
    expect((await admin.send('POST', 'metric', disk)).status).toBe(405)
  })

  test("a metric is its template version with the tenant's own values, in their order", async () => {
    const south = await server.tenant('SOUTH')
    const own = [
      { key: 'timeout', value: '99' },
      { key: 'a', value: ' $USER1$  "x" é' },
      { key: 'timeout', value: '1' },
    ]
    await sql`
      insert into metrics (template_id, template_version_id, config)
      select template_id, id, ${JSON.stringify(own)}::json
      from metric_template_versions where probeexecutable = 'check_1.0.0'
    `.execute(south)
    const { body } = await (await server.as('admin', 'south.test')).send('GET', 'metric')
    expect(body).toMatchObject([
      { name: 'old.name', probeversion: 'web-probe (1.0.0)', group: '', profiles: [], config: own },
      { name: 'web.http', probeversion: 'web-probe (1.0.0)', group: '', profiles: [], config: own },
    ])
    const { body: one } = await server.browser('south.test').send('GET', 'public_metric/old.name')
    expect(one).toEqual(body[0])
  })

  test('a list is 304 until a metric is added', async () => {
    for (const path of ['metric', 'metricsall']) {
      const { etag } = await admin.send('GET', path)
      const again = () => admin.send('GET', path, undefined, { 'if-none-match': etag ?? '' })
      expect((await again()).status, path).toBe(304)
      await addProfile(`FOR ${path}`, path === 'metric' ? 'web.tls' : 'self.check')
      expect((await again()).status, path).toBe(200)
    }
  })

  test('a list takes the same number of statements for any number of metrics', async () => {
    const list = () => server.statements(() => admin.send('GET', 'metric'))
    // The session is cached.
    await list()
    const few = await list()
    await sql`
      with template as (
        insert into metric_templates (name) select 'many.' || number from generate_series(1, 200) as number returning id, name
      )
      insert into metric_template_versions (template_id, name, mtype, description, parent, probeexecutable, config,
        attribute, dependency, flags, parameter, author, created_at, version_comment)
      select id, name, 'Passive', '', '', '', '[]', '[]', '[]', '[]', '[]', '', now(), '' from template
    `.execute(await server.tenant('all'))
    await sql`
      insert into metrics (template_id, template_version_id)
      select template_id, id from metric_template_versions where name like 'many.%'
    `.execute(await server.tenant('NORTH'))
    const many = await list()
    expect((await admin.send('GET', 'metric')).body).toHaveLength(205)
    expect(many).toEqual(few)
    expect(few.filter((statement) => statement.includes('from metrics'))).toHaveLength(1)
  })
})
