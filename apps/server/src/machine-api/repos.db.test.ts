import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readingToken, webApiToken } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

const nothing = '{"data":{},"missing_packages":[]}'

describe.each(databases)('packages for monitoring boxes on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let catalogue: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    catalogue = await server.as('admin', 'super.test')
    admin = await server.as('admin')
    await givenRepo('second', 'Rocky 9')
    await givenRepo('10', 'Rocky 9', '[10]\r\nname=Ten\n\n')
    await givenRepo('first', 'Rocky 9')
    await givenRepo('seven', 'CentOS 7')
    await givenPackage('web-probes-2.0.0', ['first (Rocky 9)', 'seven (CentOS 7)'])
    await givenPackage('web-probes-1.0.0', ['first (Rocky 9)'])
    await givenPackage('disk-probes-1.1.0', ['10 (Rocky 9)'])
    await givenProfile('CORE', ['web.http', 'web.tls'])
    await givenProfile('DISKS', ['disk', 'passive'])
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  async function givenRepo(name: string, tag: string, content = `[${name}]\n`) {
    const repo = { name, tag, content, description: 'd' }
    expect((await catalogue.send('POST', 'yumrepos', repo)).status).toBe(201)
  }
  async function givenPackage(key: string, repos: readonly string[]) {
    const { body, etag = '' } = await catalogue.send('GET', `packages/${key}`)
    expect((await catalogue.send('PUT', 'packages', { ...body, repos }, { 'if-match': etag })).status).toBe(200)
  }
  async function givenProfile(name: string, metrics: readonly string[]) {
    const services = metrics.map((metric) => ({ service: 's', metric }))
    const profile = { name, groupname: 'operations', description: '', services }
    expect((await admin.send('POST', 'metricprofiles', profile)).status).toBe(201)
  }
  async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
    const given = { host: 'north.test', 'x-api-key': 'box-NORTH', ...headers }
    const { statusCode, body } = await server.app.inject({ url: `/api/v2/${path}`, headers: given })
    return { status: statusCode, text: body }
  }
  const of = (profiles: string, os = 'rocky9') => get(`repos/${os}`, { profiles })
  const refusalOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).detail]
  /** Gives the tenant its metric in the version with this command. */
  const pin = async (name: string, probe: string) =>
    sql`
      update metrics set template_version_id = version.id
      from metric_template_versions as version
      where version.template_id = metrics.template_id and version.name = ${name} and version.probeexecutable = ${probe}
    `.execute(await server.tenant('NORTH'))

  test('the packages of the metrics of all named profiles are listed by repo, with unchanged content', async () => {
    const { status, text } = await of('[CORE, DISKS]')
    expect(status).toBe(200)
    expect(text).toBe(
      '{"data":{"10":{"content":"[10]\\r\\nname=Ten\\n\\n","packages":[{"name":"disk-probes","version":"1.1.0"}]},' +
        '"first":{"content":"[first]\\n","packages":[{"name":"web-probes","version":"2.0.0"}]}},"missing_packages":[]}',
    )
    expect((await of('[DISKS, CORE]')).text).toBe(text)
    expect((await get('repos/rocky9/', { profiles: 'DISKS,CORE' })).text).toBe(text)
  })

  test('a package without a repo for the system is missing, and repos without a needed package are left out', async () => {
    expect((await of('[CORE, DISKS]', 'centos7')).text).toBe(
      '{"data":{"seven":{"content":"[seven]\\n","packages":[{"name":"web-probes","version":"2.0.0"}]}},' +
        '"missing_packages":["disk-probes (1.1.0)"]}',
    )
    expect((await of('[CORE]', 'centos6')).text).toBe('{"data":{},"missing_packages":["web-probes (2.0.0)"]}')
  })

  test('metrics that use two versions of a package need both', async () => {
    await pin('web.http', 'check_1.0.0')
    const packages = [
      { name: 'web-probes', version: '1.0.0' },
      { name: 'web-probes', version: '2.0.0' },
    ]
    expect(JSON.parse((await of('[CORE]')).text).data.first.packages).toEqual(packages)
    await pin('web.http', 'check_2.0.0')
  })

  test('if two repos of a system have a package, the first by name lists it; a package without a fixed version is present', async () => {
    const db = await server.tenant('all')
    await sql`
      with present as (insert into packages (name, version, use_present_version) values ('any', 'present', true) returning id),
        linked as (insert into package_repos select present.id, repo.id from present, yum_repos as repo where repo.name in ('second', 'first'))
      update probe_versions set package_id = (select id from present)
      where package_id = (select id from packages where name = 'disk-probes')
    `.execute(db)
    expect(JSON.parse((await of('[DISKS]')).text)).toEqual({
      data: { first: { content: '[first]\n', packages: [{ name: 'any', version: 'present' }] } },
      missing_packages: [],
    })
    await sql`
      update probe_versions set package_id = (select id from packages where name = 'disk-probes')
      where package_id = (select id from packages where name = 'any')`.execute(db)
  })

  test('missing and passive metrics need nothing', async () => {
    const db = await server.tenant('NORTH')
    await givenProfile('PASSIVE', ['passive'])
    expect((await of('[PASSIVE]')).text).toBe(nothing)
    await db.deleteFrom('metrics').where('template_id', 'in', templateNamed('self.check')).execute()
    await givenProfile('SELF', ['self.check'])
    await db.deleteFrom('metrics').where('template_id', 'in', templateNamed('self.check')).execute()
    expect((await of('[SELF]')).text).toBe(nothing)
  })
  const templateNamed = (name: string) => sql<number>`(select id from metric_templates where name = ${name})`

  test('invalid requests are reported in order: system, profiles, each profile, the name of the system', async () => {
    expect(refusalOf(await get('repos'))).toEqual([400, 'You must define OS!'])
    expect(refusalOf(await get('repos/', { profiles: '[CORE]' }))).toEqual([400, 'You must define OS!'])
    for (const profiles of [undefined, '', '[]', '[ , ]']) {
      const result = refusalOf(await get('repos/unknown', profiles === undefined ? {} : { profiles }))
      expect(result).toEqual([400, 'You must define profile!'])
    }
    expect(refusalOf(await of('[CORE, NEVER, WORSE]', 'unknown'))).toEqual([404, 'Metric profile NEVER not found.'])
    expect(refusalOf(await of('[core]'))).toEqual([404, 'Metric profile core not found.'])
    for (const os of ['unknown', 'Rocky9', 'rocky%209']) {
      expect(refusalOf(await of('[CORE]', os))).toEqual([404, 'YUM repo tag not found.'])
    }
  })

  test('profiles of another tenant do not exist', async () => {
    const result = await get('repos/rocky9', { host: 'south.test', 'x-api-key': 'box-SOUTH', profiles: '[CORE]' })
    expect(refusalOf(result)).toEqual([404, 'Metric profile CORE not found.'])
  })

  test('the Web API is called once with the read-only key', async () => {
    const before = server.webApi.calls.length
    expect((await of('[CORE, DISKS, PASSIVE]')).status).toBe(200)
    expect(server.webApi.calls.slice(before)).toEqual(['GET /api/v2/metric_profiles'])
    const keys = (await server.tenant('NORTH')).updateTable('api_keys').where('name', '=', 'WEB-API-NORTH-RO')
    await keys.set({ revoked: true }).execute()
    expect(refusalOf(await of('[CORE]'))).toEqual([
      502,
      'The key WEB-API-NORTH-RO for the Web API is missing or revoked.',
    ])
    await keys.set({ revoked: false }).execute()
    expect((await of('[CORE]')).status).toBe(200)
  })

  test.each([
    ['refuses', { kind: 'refuse', status: 503 }],
    ['answers nonsense', { kind: 'rubbish' }],
    ['breaks off', { kind: 'drop', carryOut: false }],
  ] as const)('if the Web API %s, the response says so, and other endpoints work', async (_, behavior) => {
    server.webApi.behave(behavior)
    const { status, text } = await of('[CORE]')
    expect([status, JSON.parse(text).source]).toEqual([502, 'web-api'])
    expect(JSON.parse(text).detail).toMatch(/Web API/)
    for (const token of [webApiToken('NORTH'), readingToken('NORTH')]) expect(text).not.toContain(token)
    for (const path of [
      'metrics',
      'metrics/web',
      'metrictemplates',
      'metrictemplates/web',
      'default_ports',
      'repos_internal/rocky9',
    ]) {
      expect((await get(path)).status, path).toBe(200)
    }
  })

  test('internal metrics are those whose template has the tag now, and need no profiles', async () => {
    expect((await get('repos_internal/rocky9')).text).toBe(nothing)
    await givenProfile('INTERNAL', ['self.check', 'web.tls'])
    const found = await get('repos_internal/rocky9')
    expect(found.text).toBe(
      '{"data":{"10":{"content":"[10]\\r\\nname=Ten\\n\\n","packages":[{"name":"disk-probes","version":"1.1.0"}]}},' +
        '"missing_packages":[]}',
    )
    expect((await get('repos_internal/rocky9/')).text).toBe(found.text)
    expect((await get('repos_internal/rocky9', { host: 'south.test', 'x-api-key': 'box-SOUTH' })).text).toBe(nothing)
    for (const path of ['repos_internal', 'repos_internal/']) {
      expect(refusalOf(await get(path))).toEqual([400, 'You must define OS!'])
    }
    expect(refusalOf(await get('repos_internal/unknown'))).toEqual([404, 'YUM repo tag not found.'])
  })

  test('the number of statements is the same for one profile and for all', async () => {
    const count = async (profiles: string) => {
      await of(profiles)
      return (await server.statements(() => of(profiles))).length
    }
    expect(await count('[CORE, DISKS, INTERNAL, PASSIVE, SELF]')).toBe(await count('[PASSIVE]'))
  })
})
