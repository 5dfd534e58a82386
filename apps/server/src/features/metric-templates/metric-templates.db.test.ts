import { maxNamedTenants } from '@quatrain/contract/resources/metric-template.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const config = (timeout: string) => [
  { key: 'maxCheckAttempts', value: '3' },
  { key: 'timeout', value: timeout },
  { key: 'path', value: '/usr/libexec/probes' },
  { key: 'interval', value: '5' },
  { key: 'retryInterval', value: '3' },
]
const blank = [{ key: '', value: '' }]
const given = {
  name: 'web.new',
  mtype: 'Active',
  tags: ['web', 'fresh'],
  probeversion: 'web-probe (2.0.0)',
  description: 'New.',
  parent: '',
  probeexecutable: 'check_web',
  config: config('30'),
  attribute: [{ key: 'WEB_TOKEN', value: '--token' }],
  dependency: blank,
  flags: [{ key: 'OBSESS', value: '1' }],
  parameter: blank,
}

const broken: readonly (readonly [string, object, object])[] = [
  ['a name with white space', { name: 'web new' }, { name: 'Name cannot contain white spaces' }],
  ['no probe version', { probeversion: '' }, { probeversion: 'Required' }],
  ['a probe version that there is not', { probeversion: 'no (1)' }, { probeversion: 'Probe version does not exist' }],
  ['no executable', { probeexecutable: ' ' }, { probeexecutable: 'Required' }],
  ['an empty number', { config: config('') }, { 'config.1.value': 'Required' }],
  ['a number in words', { config: config('one') }, { 'config.1.value': 'Must be a whole number' }],
  ['a parent that there is not', { parent: 'nobody' }, { parent: 'Must be one of predefined metrics' }],
  ['itself as parent', { parent: 'web.new' }, { parent: 'A metric cannot be its own parent' }],
  ['a key twice', { attribute: [...given.attribute, ...given.attribute] }, { 'attribute.1': 'Duplicated' }],
  ['a value without a key', { parameter: [{ key: '', value: 'x' }] }, { 'parameter.0.key': 'Required' }],
  [
    'the flag of passive ones',
    { flags: [{ key: 'PASSIVE', value: '1' }] },
    { flags: 'An active metric template cannot have the flag PASSIVE' },
  ],
]

describe.each(databases)('metric templates on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeEach(async () => {
    await server?.close()
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
  })
  afterAll(() => server.close())

  const read = (name: string) => admin.send('GET', `metrictemplates/${encodeURIComponent(name)}`)
  async function changed(name: string, changes: object, query = '') {
    const { body, etag } = await read(name)
    const { package: _, ...template } = body
    return admin.send('PUT', `metrictemplates${query}`, { ...template, ...changes }, { 'if-match': etag ?? '' })
  }
  const versions = async (name: string) => (await admin.send('GET', `version/metrictemplate/${name}`)).body

  test('each version has its own address, even if two probes had the same version', async () => {
    await admin.send('POST', 'yumrepos', { name: 'base', tag: 'Rocky 9', content: '[base]', description: 'd' })
    const other = { name: 'other-probes', version: '2.0.0', use_present_version: false, repos: ['base (Rocky 9)'] }
    expect((await admin.send('POST', 'packages', other)).status).toBe(201)
    const site = 'https://probes.test'
    const probe = { package: 'other-probes (2.0.0)', repository: site, docurl: site, description: 'd', comment: 'c' }
    expect((await admin.send('POST', 'probes', { name: 'other-probe', ...probe })).status).toBe(201)
    expect((await changed('web.tls', { probeversion: 'other-probe (2.0.0)' })).status).toBe(200)
    const addresses = (await versions('web.tls')).map(({ version }: { version: string }) => version)
    expect(addresses).toEqual(['2.0.0', 'web-probe (2.0.0)'])
    const all = (await admin.send('GET', 'version/metrictemplate')).body
    const ofIt = all.filter(({ object_repr }: { object_repr: string }) => object_repr.startsWith('web.tls '))
    expect(ofIt.map(({ version }: { version: string }) => version).sort()).toEqual(addresses)
  })

  test('the list contains operating systems, and tenants for the super-tenant', async () => {
    const north = await server.as('admin')
    const profile = { groupname: 'operations', description: '', services: [{ service: 's', metric: 'web.http' }] }
    await north.send('POST', 'metricprofiles', { name: 'one', ...profile })
    const { body } = await admin.send('GET', 'metrictemplates')
    expect(body.map(({ name, tenants }: { name: string; tenants: string[] }) => [name, tenants])).toEqual([
      ['disk', []],
      ['passive', []],
      ['renamed', []],
      ['self.check', []],
      ['web.http', ['NORTH']],
      ['web.tls', []],
    ])
    expect(body.map(({ tenant_count }: { tenant_count: number }) => tenant_count)).toEqual([0, 0, 0, 0, 1, 0])
    expect(body[4]).toMatchObject({ probeversion: 'web-probe (2.0.0)', package: 'web-probes (2.0.0)', ostag: [] })
    expect(body[1]).toMatchObject({ mtype: 'Passive', probeversion: '', package: '', parent: 'web.http' })
    const visitor = server.browser('super.test')
    const anyone = await visitor.send('GET', 'public_metrictemplates')
    expect(anyone.body).toHaveLength(6)
    expect(anyone.body[4]).not.toHaveProperty('tenants')
    expect(anyone.body[4]).not.toHaveProperty('tenant_count')
    // A visitor costs no look at the metrics of the tenants.
    expect(await server.statements(() => visitor.send('GET', 'public_metrictemplates'))).toHaveLength(2)
    // Whether anything has changed in the catalogue or in any tenant, the list, and the templates of all tenants.
    expect(await server.statements(() => admin.send('GET', 'metrictemplates'))).toHaveLength(4)
  })

  test('the list counts many tenants of a template without naming them; the templates of one are requested', async () => {
    const rowOf = async (name: string) =>
      (await admin.send('GET', 'metrictemplates')).body.find((row: { name: string }) => row.name === name)
    const names = Array.from({ length: maxNamedTenants }, (_, index) => `MANY${String(index).padStart(2, '0')}`)
    const add = (tenants: readonly string[]) =>
      sql`
        with added as (
          insert into tenants (name, schema_name, domain_url)
          select name, lower(name), lower(name) || '.test' from unnest(${[...tenants]}::text[]) as name returning id
        )
        insert into metrics (tenant_id, template_id, template_version_id)
        select added.id, template.id, template.current_version_id from added, metric_templates as template
        where template.name in ('passive', 'web.tls')`.execute(server.owner)
    await add(names)
    expect(await rowOf('passive')).toMatchObject({ tenant_count: maxNamedTenants, tenants: names })
    await add(['LAST'])
    const many = await rowOf('passive')
    expect(many.tenant_count).toBe(maxNamedTenants + 1)
    expect(many).not.toHaveProperty('tenants')
    expect((await admin.send('GET', 'tenants/LAST/metrictemplates')).body).toEqual(['passive', 'web.tls'])
    expect((await admin.send('GET', 'tenants/all/metrictemplates')).body).toEqual([])
    expect((await admin.send('GET', 'tenants/NOWHERE/metrictemplates')).status).toBe(404)
    await sql`delete from tenants where name = 'LAST'`.execute(server.owner)
    expect(await rowOf('passive')).toMatchObject({ tenant_count: maxNamedTenants, tenants: names })
    await sql`delete from tenants where name like 'MANY%'`.execute(server.owner)
  })

  test('an added template has a first version; blank pairs are dropped, and new tags are added', async () => {
    const added = await admin.send('POST', 'metrictemplates', given)
    expect(added).toMatchObject({
      status: 201,
      etag: expect.stringMatching(/-1"$/),
      body: { name: 'web.new', tags: ['fresh', 'web'], dependency: [], parameter: [], package: 'web-probes (2.0.0)' },
    })
    expect((await read('web.new')).body).toEqual(added.body)
    expect(await versions('web.new')).toMatchObject([
      { version: '2.0.0', comment: 'Initial version.', user: 'admin', object_repr: 'web.new [web-probe (2.0.0)]' },
    ])
    const clone = await admin.send('POST', 'metrictemplates', {
      ...given,
      name: 'web.clone',
      cloned_from: added.body.id,
    })
    expect(clone.status).toBe(201)
    expect(await versions('web.clone')).toMatchObject([{ comment: 'Derived from web.new' }])
    // A change accepts and ignores it.
    const body = { ...given, id: clone.body.id, name: 'web.clone', cloned_from: 4711 }
    const changed = await admin.send('PUT', 'metrictemplates', body, { 'if-match': clone.etag ?? '' })
    expect(changed.status).toBe(200)
    expect(changed.body).not.toHaveProperty('cloned_from')
  })

  test('the list of types is public', async () => {
    for (const path of ['mttypes', 'public_mttypes'])
      expect((await admin.send('GET', path)).body).toEqual(['Active', 'Passive'])
  })

  test('a passive one keeps only its own fields and its flag', async () => {
    const passive = { ...given, mtype: 'Passive', flags: [{ key: 'VO', value: '1' }] }
    expect((await admin.send('POST', 'metrictemplates', passive)).body).toMatchObject({
      probeversion: '',
      probeexecutable: '',
      config: [],
      attribute: [],
      flags: [
        { key: 'VO', value: '1' },
        { key: 'PASSIVE', value: '1' },
      ],
    })
    expect(await versions('web.new')).toMatchObject([{ version: expect.stringMatching(/^\d{8}-\d{6}$/) }])
    const flagged = [
      { key: 'PASSIVE', value: '1' },
      { key: 'VO', value: '1' },
    ]
    const { body } = await admin.send('POST', 'metrictemplates', { ...passive, name: 'web.flagged', flags: flagged })
    expect(body.flags).toEqual(flagged)
  })

  test('a violated rule is reported with its field', async () => {
    for (const [what, changes, fields] of broken) {
      const { status, body } = await admin.send('POST', 'metrictemplates', { ...given, ...changes })
      expect([status, body.fields], what).toEqual([400, fields])
    }
    expect((await admin.send('GET', 'metrictemplates')).body).toHaveLength(6)
  })

  test('a new dependency on a template that does not exist is noted', async () => {
    const dependency = ['disk', 'later'].map((key) => ({ key, value: '1' }))
    const added = await admin.send('POST', 'metrictemplates', { ...given, dependency })
    expect(added).toMatchObject({ status: 201, body: { warning: 'There is no metric template later.' } })
    expect((await changed('web.new', { description: 'Changed.' })).body.warning).toBeUndefined()
    const preview = await changed('disk', { dependency }, '?dry_run=true')
    expect(preview.body.notices.warning).toBe('There is no metric template later.')
  })

  test('a name that is taken is refused, and so is a source that does not exist', async () => {
    const taken = await admin.send('POST', 'metrictemplates', { ...given, name: 'disk' })
    expect(taken).toMatchObject({ status: 409, body: { fields: { name: 'Already exists' } } })
    expect(taken.body.detail).toBe('Metric template with this name already exists.')
    expect(await changed('web.tls', { name: 'disk' })).toMatchObject({ status: 409 })
    const orphan = await admin.send('POST', 'metrictemplates', { ...given, cloned_from: 4711 })
    expect(orphan.status).toBe(404)
    expect((await read('web.new')).status).toBe(404)
  })

  test('another probe version adds a version, and keeps the previous one', async () => {
    expect((await changed('web.http', { probeversion: 'disk-probe (1.1.0)', description: 'Moved.' })).status).toBe(200)
    expect(await versions('web.http')).toMatchObject([
      { version: '1.1.0', comment: 'Changed description and probeversion.', user: 'admin' },
      { version: '2.0.0', comment: 'Initial version.', user: 'editor' },
      { version: '1.0.0' },
    ])
  })

  test('the same probe version updates the version; its comment compares it with the previous version', async () => {
    await changed('web.http', { description: 'Better.' })
    await changed('web.http', { config: config('40') }, '?remark=Slow%20sites')
    const [newest, ...older] = await versions('web.http')
    expect(older).toHaveLength(1)
    expect(newest).toMatchObject({ version: '2.0.0', user: 'admin', remark: 'Slow sites' })
    expect(newest.comment).toMatch(/^Changed config field "timeout"\./)
    await changed('web.tls', { description: 'Only one.' })
    expect(await versions('web.tls')).toMatchObject([{ comment: 'Initial version.' }])
  })

  test('an earlier probe version makes its version current again with the new content', async () => {
    await changed('web.http', { probeversion: 'web-probe (1.0.0)', description: 'Back.' })
    const [now, other] = await versions('web.http')
    expect([now.version, other.version]).toEqual(['1.0.0', '2.0.0'])
    expect(now.fields.description).toBe('Back.')
    expect((await read('web.http')).body.probeversion).toBe('web-probe (1.0.0)')
  })

  test('a type can be changed and changed back', async () => {
    await changed('web.tls', { mtype: 'Passive' })
    expect((await read('web.tls')).body).toMatchObject({ mtype: 'Passive', probeversion: '', config: [] })
    const again = { mtype: 'Active', probeversion: 'web-probe (2.0.0)', probeexecutable: 'check', config: config('30') }
    expect((await changed('web.tls', { ...again, flags: [] })).status).toBe(200)
    expect(await versions('web.tls')).toHaveLength(2)
  })

  test('versions are found by every earlier name, and are public', async () => {
    const anyone = await server.as()
    const { body } = await anyone.send('GET', 'public_version/metrictemplate/old.name')
    expect(body.map(({ fields }: { fields: { name: string } }) => fields.name)).toEqual(['renamed', 'old.name'])
    expect(body[0]).not.toHaveProperty('user')
    expect((await anyone.send('GET', 'public_version/metrictemplate/no.such')).status).toBe(404)
  })

  test('a deleted template keeps its history', async () => {
    const { etag = '' } = await read('renamed')
    expect((await admin.send('DELETE', 'metrictemplates/renamed')).status).toBe(428)
    expect((await admin.send('DELETE', 'metrictemplates/renamed', undefined, { 'if-match': '"9"' })).status).toBe(412)
    expect((await admin.send('DELETE', 'metrictemplates/renamed', undefined, { 'if-match': etag })).status).toBe(204)
    expect((await read('renamed')).status).toBe(404)
    expect(await versions('renamed')).toMatchObject([
      { version: '2.0.0', object_repr: 'renamed [web-probe (2.0.0)]' },
      { version: '1.0.0', object_repr: 'old.name [web-probe (1.0.0)]' },
    ])
  })

  test('a bulk delete is atomic', async () => {
    const remove = (metrictemplates: readonly string[]) =>
      admin.send('POST', 'deletetemplates', { metrictemplates }, whatever)
    const some = await remove(['disk', 'no.such', 'web.tls'])
    expect(some).toMatchObject({
      status: 404,
      body: { detail: 'Metric template no.such not found.', fields: { 'metrictemplates.1': 'Not found' } },
    })
    expect((await admin.send('GET', 'metrictemplates')).body).toHaveLength(6)
    const both = await remove(['disk', 'web.tls'])
    expect(both).toMatchObject({ status: 200, body: { info: 'Metric templates disk, web.tls successfully deleted.' } })
    expect((await admin.send('GET', 'metrictemplates')).body).toHaveLength(4)
    const none = await remove([])
    expect(none.body.fields).toEqual({ metrictemplates: 'No metric templates were selected!' })
  })

  test('only superusers of the super-tenant write, and only the current version', async () => {
    const { body, etag } = await read('disk')
    const { package: _, ...disk } = body
    expect((await admin.send('PUT', 'metrictemplates', disk)).status).toBe(428)
    for (const [user, host] of [
      ['member', 'super.test'],
      ['admin', 'north.test'],
    ] as const) {
      const other = await server.as(user, host)
      const refused = [
        await other.send('PUT', 'metrictemplates', disk, { 'if-match': '*' }),
        await other.send('POST', 'metrictemplates', given),
        await other.send('DELETE', 'metrictemplates/disk', undefined, { 'if-match': '*' }),
        await other.send('POST', 'deletetemplates', { metrictemplates: ['disk'] }),
      ]
      for (const { status } of refused) expect([403, 404]).toContain(status)
    }
    const changedTo = (description: string) =>
      admin.send('PUT', 'metrictemplates', { ...disk, description }, { 'if-match': etag ?? '' })
    const both = await Promise.all([changedTo('First.'), changedTo('Second.')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})
