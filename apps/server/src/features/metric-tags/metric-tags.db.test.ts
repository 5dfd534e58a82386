import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webApiToken } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

interface Affected {
  readonly tenant: string
  readonly kind: string
  readonly name: string
  readonly action: string
  readonly before: { readonly tags?: readonly string[] } | null
  readonly after: { readonly tags?: readonly string[] } | null
}

describe.each(databases)('metric tags on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    const services = ['disk', 'web.tls', 'renamed'].map((metric) => ({ service: 's', metric }))
    const profile = { name: 'imports', groupname: 'operations', description: '', services }
    expect((await (await server.as('admin')).send('POST', 'metricprofiles', profile)).status).toBe(201)
  })
  afterAll(() => server.close())

  const admin = () => server.as('admin', 'super.test')
  const read = async (name: string) => (await admin()).send('GET', `metrictags/${encodeURIComponent(name)}`)
  const add = async (body: unknown, query = '') => (await admin()).send('POST', `metrictags${query}`, body)

  async function change(name: string, changes: object, { query = '', etag = '' } = {}) {
    const { body, etag: seen } = await read(name)
    const headers = { 'if-match': etag || (seen ?? '*') }
    return (await admin()).send('PUT', `metrictags${query}`, { id: body.id, name, ...changes }, headers)
  }

  async function remove(name: string, query = '') {
    const { etag } = await read(name)
    const path = `metrictags/${encodeURIComponent(name)}${query}`
    return (await admin()).send('DELETE', path, undefined, { 'if-match': etag ?? '*' })
  }

  /** The tags in the versions of a template, the current one first. */
  const tagsOf = async (template: string) => {
    const versions = await (await server.tenant('all'))
      .selectFrom('metric_template_versions as version')
      .innerJoin('metric_templates as template', 'template.id', 'version.template_id')
      .where('template.name', '=', template)
      .select(['version.id', 'version.tags', 'template.current_version_id as current'])
      .execute()
    return versions.sort((a, b) => Number(b.id === b.current) - Number(a.id === a.current)).map(({ tags }) => tags)
  }
  const namesOf = (body: { metrics: { name: string }[] }) => body.metrics.map(({ name }) => name)
  const result = ({ changes }: { changes: Affected[] }) =>
    changes.map(({ tenant, kind, name, action }) => `${action} ${kind} ${name} in ${tenant}`)

  test('all users read them with their templates', async () => {
    for (const host of ['super.test', 'north.test'] as const) {
      const { status, body } = await (await server.as(undefined, host)).send('GET', 'public_metrictags')
      expect(status).toBe(200)
      expect(body.map(({ name }: { name: string }) => name)).toEqual(['CI/CD', 'empty', 'internal', 'web'])
      expect(namesOf(body[3])).toEqual(['web.http', 'web.tls'])
      expect(body[1]).toEqual({ id: expect.any(Number), name: 'empty', metrics: [] })
      const one = await (await server.as(undefined, host)).send('GET', 'public_metrictags/CI%2FCD')
      expect(namesOf(one.body)).toEqual(['web.http'])
    }
    expect(await read('never')).toMatchObject({ status: 404, body: { detail: 'Requested tag not found.' } })
    expect(await remove('never')).toMatchObject({
      status: 404,
      body: { detail: 'The requested metric tag does not exist.' },
    })
  })

  test('a new tag is added to the current versions of its templates, and unknown names are reported', async () => {
    const answer = await add({ name: 'storage', metrics: ['disk', 'renamed', 'no.such', 'nor.this'] })
    expect(answer).toMatchObject({ status: 201, body: { warning: 'Metrics no.such, nor.this do not exist.' } })
    expect(namesOf(answer.body)).toEqual(['disk', 'renamed'])
    expect(answer.etag).toBe((await read('storage')).etag)
    expect(await tagsOf('disk')).toEqual([['storage']])
    expect(await tagsOf('renamed')).toEqual([['storage'], []])

    const { body } = await (await server.as('admin')).send('GET', 'tenantversion/metric/disk')
    expect(body[0]).toMatchObject({ fields: { tags: ['storage'] }, comment: 'Added tags field "storage".' })
    expect(body).toHaveLength(2)
    await remove('storage')
    expect(await tagsOf('disk')).toEqual([[]])
  })

  test('templates are added and removed, and no other is changed', async () => {
    await add({ name: 'moving', metrics: ['disk', 'web.http'] })
    const preview = await change('moving', { metrics: ['web.http', 'web.tls'] }, { query: '?dry_run=true' })
    expect(result(preview.body)).toEqual([
      'change metrictag moving in all',
      'change metrictemplate disk in all',
      'change metrictemplate web.tls in all',
      'change metric disk in NORTH',
      'change metric web.tls in NORTH',
    ])
    expect(await tagsOf('disk')).toEqual([['moving']])

    const { body, status } = await change('moving', { metrics: ['web.http', 'web.tls'] })
    expect({ status, names: namesOf(body) }).toEqual({ status: 200, names: ['web.http', 'web.tls'] })
    expect(body).not.toHaveProperty('warning')
    expect(await tagsOf('disk')).toEqual([[]])
    expect(await tagsOf('web.tls')).toEqual([['moving', 'web']])
    expect((await tagsOf('web.http'))[1]).toEqual(['web', 'CI/CD'])
    const versions = await (await admin()).send('GET', 'version/metrictag/moving')
    expect(versions.body[0].comment).toBe('Deleted metric template "disk". Added metric template "web.tls".')
    await remove('moving')
  })

  test('a rename changes the current versions of templates, and not the earlier ones', async () => {
    await add({ name: 'old', metrics: ['web.http'] })
    const before = await tagsOf('web.http')
    const answer = await change('old', { name: 'new' })
    expect(answer).toMatchObject({ status: 200, body: { name: 'new' } })
    expect(namesOf(answer.body)).toEqual(['web.http'])
    expect(before[0]).toEqual(['CI/CD', 'old', 'web'])
    expect(await tagsOf('web.http')).toEqual([['CI/CD', 'new', 'web'], before[1]])
    expect((await read('old')).status).toBe(404)
    const { body } = await (await admin()).send('GET', 'version/metrictag/new')
    expect(body.map(({ fields }: { fields: { name: string } }) => fields.name)).toEqual(['new', 'old'])
    await remove('new')
  })

  test('without a list the templates are unchanged; an empty list removes all of them', async () => {
    await add({ name: 'kept', metrics: ['disk'] })
    expect(namesOf((await change('kept', {})).body)).toEqual(['disk'])
    expect(namesOf((await change('kept', { metrics: [] })).body)).toEqual([])
    expect(await tagsOf('disk')).toEqual([[]])
    await remove('kept')
  })

  test('a delete lists its side effects, and removes the tag from all templates', async () => {
    await add({ name: 'going', metrics: ['disk', 'web.tls'] })
    const preview = await remove('going', '?dry_run=true')
    expect(result(preview.body)).toEqual([
      'delete metrictag going in all',
      'change metrictemplate disk in all',
      'change metrictemplate web.tls in all',
      'change metric disk in NORTH',
      'change metric web.tls in NORTH',
    ])
    expect((await remove('going')).status).toBe(204)
    expect(await tagsOf('web.tls')).toEqual([['web']])
    expect(await remove('going')).toMatchObject({ status: 404 })
    expect((await (await admin()).send('GET', 'version/metrictag/going')).status).toBe(200)
  })

  test.each([
    ['a name that is taken', { name: 'web' }, 409, 'Metric tag with this name already exists.'],
    ['no name', { name: ' ' }, 400, 'Name: Required.'],
    ['a name that would hide a page', { name: 'history' }, 400, 'Name: This name is reserved.'],
    ['members that are no names', { name: 'x', metrics: [1] }, 400, 'Metrics 1: Must be text.'],
    ['what is no field', { name: 'x', colour: 'red' }, 400, 'colour: Unknown field.'],
  ])('%s is refused, and nothing is stored', async (_, body, status, detail) => {
    const before = await (await admin()).send('GET', 'metrictags')
    expect(await add(body)).toMatchObject({ status, body: { detail } })
    expect((await (await admin()).send('GET', 'metrictags')).body).toEqual(before.body)
  })

  test('a rename to a name that is taken changes nothing', async () => {
    expect(await change('empty', { name: 'web', metrics: ['disk'] })).toMatchObject({
      status: 409,
      body: { fields: { name: 'Already exists' } },
    })
    expect(await tagsOf('disk')).toEqual([[]])
  })

  test('only superusers of the super-tenant write them', async () => {
    for (const [username, host, status] of [
      [undefined, 'super.test', 401],
      ['member', 'super.test', 403],
      ['admin', 'north.test', 403],
    ] as const) {
      const client = await server.as(username, host)
      expect((await client.send('POST', 'metrictags', { name: 'x' })).status).toBe(status)
      expect((await client.send('DELETE', 'metrictags/web', undefined, { 'if-match': '*' })).status).toBe(status)
    }
  })

  test('a tag that was changed meanwhile is not overwritten, including changes through a template', async () => {
    await add({ name: 'busy', metrics: ['disk'] })
    const { body, etag = '' } = await read('busy')
    expect((await (await admin()).send('PUT', 'metrictags', { id: body.id, name: 'busy' })).status).toBe(428)
    await (await server.tenant('all'))
      .insertInto('metric_template_tags')
      .columns(['tag_id', 'template_id'])
      .expression((eb) =>
        eb
          .selectFrom('metric_templates')
          .select((eb) => [eb.val(body.id).as('tag'), 'id'])
          .where('name', '=', 'passive'),
      )
      .execute()
    expect(await change('busy', { metrics: ['disk'] }, { etag })).toMatchObject({
      status: 412,
      body: { code: 'stale_version' },
    })
    expect(namesOf((await read('busy')).body)).toEqual(['disk', 'passive'])
    await remove('busy')
  })

  test('lists the tenants with metrics of its templates', async () => {
    const usage = async (name: string) =>
      (await server.as('member', 'super.test')).send('GET', `metrictags/${name}/usage`)
    expect((await usage('web')).body).toEqual({ tenants: [{ name: 'NORTH', metrics: 1, profiles: 1 }] })
    expect((await usage('empty')).body).toEqual({ tenants: [] })
    expect((await usage('never')).status).toBe(404)
    expect((await server.browser('super.test').send('GET', 'metrictags/web/usage')).status).toBe(401)
  })

  test('the Web API is updated after a write; if it is down, the message says so, and the delivery is retried', async () => {
    const tagsInWebApi = async () => {
      const headers = { 'x-api-key': webApiToken('NORTH'), accept: 'application/json' }
      const answer = await fetch(`${server.webApi.url}/api/v2/metrics`, { headers })
      return ((await answer.json()) as { data: unknown[] }).data
    }
    await add({ name: 'told', metrics: ['disk'] })
    expect(await tagsInWebApi()).toContainEqual({ name: 'disk', tags: ['told'] })
    server.webApi.behave({ kind: 'refuse', status: 503 })
    const { status, body } = await change('told', { metrics: ['passive', 'no.such'] })
    expect(status).toBe(200)
    expect(body.warning).toMatch(
      /^Error syncing metric tags: .* It will be tried again\.\nMetric no\.such does not exist\.$/,
    )
    const { status: deleted, body: said } = await remove('told')
    expect([deleted, said.warning]).toEqual([200, expect.stringMatching(/^Error syncing metric tags: /)])
    server.webApi.recover()
    expect(await server.recoverWrites()).toBe(1)
    expect(await tagsInWebApi()).toContainEqual({ name: 'disk', tags: [] })
    expect(await tagsInWebApi()).toContainEqual({ name: 'passive', tags: [] })
  })

  test('takes the same number of statements for 50 tenants as for one', async () => {
    const sent = async (work: () => Promise<{ status: number }>) => {
      const statements = await server.statements(async () => expect((await work()).status).toBeLessThan(300))
      // The delivery to the Web API is not part of the write.
      const begin = statements.findIndex((statement) => statement.startsWith('begin'))
      return statements.indexOf('commit', begin) - begin + 1
    }
    const everyWrite = async (name: string) => {
      const metrics = ['disk', 'self.check']
      return [
        await sent(() => add({ name, metrics })),
        await sent(() => change(name, { name: `${name}2`, metrics: ['web.tls', 'self.check'] })),
        await sent(() => remove(`${name}2`)),
      ]
    }
    const everyTenant = server.tenancy.everyTenant
    const superTenant = await server.tenant('all')
    const template = superTenant.selectFrom('metric_templates').selectAll().where('name', '=', 'self.check')
    const { id: template_id, current_version_id } = await template.executeTakeFirstOrThrow()
    const addTenants = async (...names: string[]) => {
      const rows = names.map((name) => ({ name, schema_name: name.toLowerCase(), domain_url: `${name}.test` }))
      const added = await everyTenant.insertInto('tenants').values(rows).returning('id').execute()
      const metric = { template_id, template_version_id: current_version_id ?? 0, config: '[]' }
      await everyTenant
        .insertInto('metrics')
        .values(added.map(({ id }) => ({ tenant_id: id, ...metric })))
        .execute()
    }
    await addTenants('FIRST')
    const few = await everyWrite('few')
    await addTenants(...Array.from({ length: 49 }, (_, index) => `MANY${index}`))
    const preview = await add({ name: 'many', metrics: ['self.check'] }, '?dry_run=true')
    expect(preview.body.changes.filter(({ kind }: Affected) => kind === 'metric')).toHaveLength(50)
    expect(await everyWrite('many')).toEqual(few)
    expect(few).toEqual([14, 14, 14])
  })
})
