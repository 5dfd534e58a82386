import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('metric profiles on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  let made = 0
  /** Adds a profile as the tenant's superuser. */
  async function given(services: { service: string; metric: string }[] = [], groupname = 'operations') {
    made += 1
    const admin = await server.as('admin')
    const profile = { name: `PROFILE ${made}`, groupname, description: 'As it was.', services }
    const { status, body, etag } = await admin.send('POST', 'metricprofiles/', profile)
    expect(status).toBe(201)
    return { ...profile, apiid: String(body.apiid), etag: etag ?? '' }
  }
  const bodyOf = ({ etag: _, ...profile }: Awaited<ReturnType<typeof given>>, change: object = {}) => ({
    ...profile,
    ...change,
  })
  const ifMatch = (etag: string | undefined) => ({ 'if-match': etag ?? '' })
  const web = { service: 'portal', metric: 'web.http' }
  const passive = { service: 'batch', metric: 'passive' }
  const disk = { service: 'storage', metric: 'disk' }

  test('a new profile is visible to all users in both stores, with its first version', async () => {
    const profile = await given([disk, web])
    const [admin, anonymous] = [await server.as('admin'), await server.as()]

    const { body, etag } = await admin.send('GET', `metricprofiles/${encodeURIComponent(profile.name)}`)
    expect(body).toEqual(bodyOf(profile, { services: [web, disk] }))
    expect(etag).toMatch(/-1"$/)
    const open = await anonymous.send('GET', `public_metricprofiles/${encodeURIComponent(profile.name)}`)
    expect(open.body).toEqual(body)
    const list = await anonymous.send('GET', 'public_metricprofiles/')
    expect(list.body).toContainEqual({
      apiid: profile.apiid,
      name: profile.name,
      groupname: 'operations',
      description: 'As it was.',
      pairs: 2,
    })
    const there = await admin.send('GET', `/api/v2/webapi/metric_profiles/${profile.apiid}`)
    expect(there.body.data[0]).toMatchObject({
      name: profile.name,
      services: [
        { service: 'portal', metrics: ['web.http'] },
        { service: 'storage', metrics: ['disk'] },
      ],
    })
    const versions = await admin.send('GET', `tenantversion/metricprofile/${encodeURIComponent(profile.name)}`)
    expect(versions.body).toMatchObject([
      { version: '1', user: 'admin', comment: 'Initial version.', date_created: '2030-01-01T08:00:00.000Z' },
    ])
  })

  test('the history lists a change pair by pair', async () => {
    const profile = await given([web])
    const admin = await server.as('admin')
    const change = bodyOf(profile, { description: '', groupname: 'network', services: [disk] })
    const { status, body, etag } = await admin.send('PUT', 'metricprofiles/', change, ifMatch(profile.etag))
    expect(status).toBe(200)
    expect(etag).toMatch(/-2"$/)
    expect(body).toMatchObject({ description: '', groupname: 'network', services: [disk] })

    const { body: versions } = await admin.send(
      'GET',
      `tenantversion/metricprofile/${encodeURIComponent(profile.name)}`,
    )
    expect(versions[0]).toMatchObject({
      version: '2',
      comment:
        'Deleted service-metric instance tuple (portal, web.http). Added service-metric instance tuple (storage, disk). Changed groupname. Deleted description.',
      fields: { metricinstances: [disk], groupname: 'network', description: '' },
    })
  })

  test('a save imports missing metrics and removes those that no profile contains any more', async () => {
    const admin = await server.as('admin', 'south.test')
    const add = (name: string, ...metrics: string[]) =>
      admin.send('POST', 'metricprofiles/', {
        name,
        groupname: 'operations',
        description: '',
        services: metrics.map((metric) => ({ service: 's', metric })),
      })
    const first = await add('first', 'disk', 'self.check', 'passive')
    expect(first.body.imported).toBe('Metrics disk, passive, self.check have been imported')
    const second = await add('second', 'disk', 'web.http')
    expect(second.body.imported).toBe('Metric web.http has been imported')

    const { body, etag } = await admin.send('GET', 'metricprofiles/first')
    const emptied = await admin.send('PUT', 'metricprofiles/', { ...body, services: [] }, ifMatch(etag))
    expect(emptied.body.deleted).toBe('Metric passive has been deleted')

    const box = server.box('box-SOUTH', 'south.test')
    const { body: metrics } = await box.send('GET', '/api/v2/metrics')
    expect(metrics.flatMap(Object.keys)).toEqual(['disk', 'self.check', 'web.http'])
    const gone = await admin.send('DELETE', `metricprofiles/${second.body.apiid}`, undefined, ifMatch(second.etag))
    expect(gone.status).toBe(200)
    expect(gone.body).toEqual({ deleted: 'Metrics disk, web.http have been deleted' })
    const { body: left } = await box.send('GET', '/api/v2/metrics/')
    expect(left.flatMap(Object.keys)).toEqual(['self.check'])
  })

  test('a save without new pairs imports metrics that the tenant has lost, and looks for none otherwise', async () => {
    const profile = await given([disk])
    const admin = await server.as('admin')
    const saveWith = async (description: string, etag: string | undefined) => {
      const answer = await admin.send('PUT', 'metricprofiles/', bodyOf(profile, { description }), ifMatch(etag))
      expect(answer.status).toBe(200)
      return answer
    }
    let next: string | undefined
    const statements = await server.statements(async () => {
      const { body, etag } = await saveWith('nothing is missing', profile.etag)
      expect(body).not.toHaveProperty('imported')
      next = etag
    })
    expect(statements.filter((statement) => /(insert into|delete from) metrics\b/.test(statement))).toEqual([])
    const north = await server.tenant('NORTH')
    await north.deleteFrom('metrics').execute()
    const { body } = await saveWith('a metric is missing', next)
    expect(body).toHaveProperty('imported', 'Metric disk has been imported')
  })

  test("an import uses the tenant's version of a package", async () => {
    const north = await server.tenant('NORTH')
    const old = await north
      .selectFrom('metric_template_versions as version')
      .innerJoin('metric_templates as template', 'template.id', 'version.template_id')
      .select(['version.id', 'version.template_id', 'version.name', 'template.name as current'])
      .where('version.probeexecutable', '=', 'check_1.0.0')
      .execute()
    const pinned = old.find(({ name }) => name === 'old.name')
    await north.deleteFrom('metrics').execute()
    await north
      .insertInto('metrics')
      .values({
        template_id: pinned?.template_id ?? 0,
        template_version_id: pinned?.id ?? 0,
        group_id: null,
        config: '[]',
      })
      .execute()

    const admin = await server.as('admin')
    const services = ['web.http', 'web.tls', 'renamed'].map((metric) => ({ service: 's', metric }))
    const { body } = await admin.send('POST', 'metricprofiles/', {
      name: 'pinned',
      groupname: 'operations',
      description: '',
      services,
    })
    expect(body.warning).toBe('Metric web.http has been imported with package version used by NORTH tenant')
    expect(body.unavailable).toBe('Metrics renamed, web.tls not available for package used by NORTH tenant')
    expect(body.imported).toBeUndefined()
    const { body: metrics } = await server.box('box-NORTH').send('GET', '/api/v2/metrics')
    expect(metrics.find((metric: object) => 'web.http' in metric)['web.http']).toMatchObject({
      probe: 'check_1.0.0',
      docurl: 'https://docs.test/1.0.0',
    })
    await north.deleteFrom('metrics').execute()
  })

  test('a member may change only profiles of their own groups, and only the current version', async () => {
    const profile = await given()
    const change = bodyOf(profile, { description: 'Changed.' })
    const [member, stranger, nobody] = [
      await server.as('member'),
      await server.as('stranger'),
      await server.as('nobody'),
    ]

    expect((await nobody.send('PUT', 'metricprofiles/', change, ifMatch('"1"'))).status).toBe(403)
    const refused = await stranger.send('PUT', 'metricprofiles/', change, ifMatch('"1"'))
    expect(refused.status).toBe(403)
    expect(refused.body.detail).toBe('You do not have permission to change metric profiles.')
    expect((await member.send('PUT', 'metricprofiles/', change)).status).toBe(428)
    expect((await member.send('PUT', 'metricprofiles/', change, ifMatch('"7"'))).status).toBe(412)
    const away = await member.send('PUT', 'metricprofiles/', { ...change, groupname: 'network' }, ifMatch(profile.etag))
    expect(away.status).toBe(403)
    expect(away.body.detail).toBe('You do not have permission to assign metric profiles to the given group.')
    expect((await member.send('PUT', 'metricprofiles/', change, ifMatch(profile.etag))).status).toBe(200)
  })

  test('one of two concurrent saves wins in both stores', async () => {
    const profile = await given([web])
    const admin = await server.as('admin')
    const save = (description: string) =>
      admin.send('PUT', 'metricprofiles/', bodyOf(profile, { description }), ifMatch(profile.etag))
    const answers = await Promise.all([save('left'), save('right')])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const { body: now } = await admin.send('GET', `metricprofiles/${encodeURIComponent(profile.name)}`)
    const { body: there } = await admin.send('GET', `/api/v2/webapi/metric_profiles/${profile.apiid}`)
    expect(there.data[0].description).toBe(now.description)
    expect(await (await server.tenant('NORTH')).selectFrom('intents').selectAll().execute()).toEqual([])
  })

  test('a dry run returns everything and changes nothing; the write has to match its preview', async () => {
    const admin = await server.as('admin')
    const profile = await given([])
    const change = bodyOf(profile, { services: [passive] })
    const before = server.webApi.calls.length
    const preview = await admin.send('PUT', 'metricprofiles/?dry_run=true', change, ifMatch(profile.etag))
    expect(preview.status).toBe(200)
    // It only compares the service types.
    expect(server.webApi.calls.slice(before)).toEqual([expect.stringMatching(/^GET .*service-types/)])
    expect(preview.body.notices).toMatchObject({ imported: 'Metric passive has been imported' })
    expect(preview.body.changes).toMatchObject([
      {
        tenant: 'NORTH',
        kind: 'metricprofile',
        name: profile.name,
        action: 'change',
        before: { metricinstances: [] },
        after: { metricinstances: [passive] },
      },
      {
        tenant: 'NORTH',
        kind: 'metric',
        name: 'passive',
        action: 'add',
        before: null,
        after: { name: 'passive', mtype: 'Passive', probeversion: '' },
      },
    ])
    expect((await admin.send('GET', `metricprofiles/${encodeURIComponent(profile.name)}`)).body.services).toEqual([])

    // Meanwhile another user imports the metric, so the preview is outdated.
    const other = await given([passive])
    const held = await admin.send('PUT', 'metricprofiles/', change, {
      ...ifMatch(profile.etag),
      'if-preview-match': preview.body.preview,
    })
    expect(held.status).toBe(412)
    await admin.send('DELETE', `metricprofiles/${other.apiid}`, undefined, ifMatch(other.etag))
    const real = await admin.send('PUT', 'metricprofiles/', change, {
      ...ifMatch(profile.etag),
      'if-preview-match': preview.body.preview,
    })
    expect(real.body).toMatchObject({ imported: 'Metric passive has been imported' })
  })

  test('a dry run names the aggregation profiles that do not fit any more, and the reports', async () => {
    const admin = await server.as('admin')
    const profile = await given([web])
    const aggregation = {
      name: 'CRITICAL',
      groupname: 'operations',
      metric_profile: profile.name,
      endpoint_group: 'sites',
      metric_operation: 'AND',
      profile_operation: 'AND',
      groups: [{ name: 'portals', operation: 'OR', services: [{ name: 'portal', operation: 'OR' }] }],
    }
    expect((await admin.send('POST', 'aggregations', aggregation)).status).toBe(201)
    await sql`
      insert into reports (tenant_id, apiid, name, content)
      select id, gen_random_uuid(), 'DAILY', jsonb_build_object('metric_profile', ${profile.name}::text)
      from tenants where name = 'NORTH'
    `.execute(server.owner)
    const infoOf = async (...services: object[]) => {
      const change = bodyOf(profile, { services })
      return (await admin.send('PUT', 'metricprofiles/?dry_run=true', change, ifMatch(profile.etag))).body.notices.info
    }
    expect(await infoOf(web, { service: 'portal', metric: 'web.tls' })).toBeUndefined()
    const scope = 'The scope of report DAILY changes.'
    expect(await infoOf(web, disk)).toBe(
      `Aggregation profile CRITICAL is out of sync with it: it does not use storage. ${scope}`,
    )
    expect(await infoOf(disk)).toBe(
      `Aggregation profile CRITICAL is out of sync with it: it does not use storage and still uses portal. ${scope}`,
    )
  })

  test('the history of an existing profile is public, without its authors', async () => {
    const admin = await server.as('admin')
    const { body: profile, etag } = await admin.send('POST', 'metricprofiles', {
      name: 'published',
      groupname: 'operations',
      description: 'At first.',
      services: [],
    })
    expect(
      await admin.send(
        'PUT',
        'metricprofiles',
        { name: 'published', groupname: 'operations', apiid: profile.apiid, description: 'Then.', services: [] },
        ifMatch(etag),
      ),
    ).toMatchObject({ status: 200 })
    const path = 'public_tenantversion/metricprofile/published'
    const anyone = await server.as()
    const { status, body } = await anyone.send('GET', path)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: 2,
        version: '2',
        object_repr: 'published',
        date_created: expect.any(String),
        fields: expect.objectContaining({ description: 'Then.' }),
      },
      {
        id: 1,
        version: '1',
        object_repr: 'published',
        date_created: expect.any(String),
        fields: expect.objectContaining({ description: 'At first.' }),
      },
    ])
    expect(
      (await admin.send('DELETE', `metricprofiles/${profile.apiid}`, undefined, { 'if-match': '*' })).status,
    ).toBeLessThan(300)
    expect((await anyone.send('GET', path)).status).toBe(404)
    expect((await (await server.as(undefined, 'south.test')).send('GET', path)).status).toBe(404)
  })

  test('an earlier version can be restored, and the new version says so', async () => {
    const admin = await server.as('admin')
    const profile = await given([disk])
    const { etag } = await admin.send(
      'PUT',
      'metricprofiles/',
      bodyOf(profile, { services: [] }),
      ifMatch(profile.etag),
    )
    const path = `tenantversion/metricprofile/${encodeURIComponent(profile.name)}`
    const { fields } = (await admin.send('GET', path)).body.at(-1)
    const restored = { ...bodyOf(profile), description: fields.description, services: fields.metricinstances }
    await admin.send('PUT', 'metricprofiles/?restored_from=1&remark=Too+early.', restored, ifMatch(etag))
    expect((await admin.send('GET', path)).body[0]).toMatchObject({
      version: '3',
      comment: 'Restored version 1. Added service-metric instance tuple (storage, disk).',
      remark: 'Too early.',
    })
  })

  test('invalid input is refused with the field and the rule', async () => {
    const admin = await server.as('admin')
    const writes = () => server.webApi.calls.filter((call) => !call.startsWith('GET'))
    const before = writes()
    const good = { name: 'bad input', groupname: 'operations', description: '', services: [] }
    const refused = async (body: unknown) => {
      const answer = await admin.send('POST', 'metricprofiles/', body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_input', requestId: expect.any(String) })
      return answer.body.fields ?? answer.body.detail
    }
    expect(await refused({ ...good, name: '' })).toEqual({ name: 'Required' })
    expect(await refused({ ...good, name: 'clone' })).toEqual({ name: 'This name is reserved' })
    expect(await refused({ ...good, name: 'a,b' })).toEqual({ name: 'Name cannot contain commas' })
    expect(await refused({ ...good, name: '🚀' })).toEqual({
      name: 'Name can contain only letters, digits, spaces and punctuation',
    })
    expect(await refused({ ...good, name: 'x'.repeat(10_000) })).toEqual({ name: 'Must be 128 characters or fewer' })
    expect(await refused({ ...good, name: 7 })).toEqual({ name: 'Must be text' })
    expect(await refused({ ...good, colour: 'red' })).toEqual({ colour: 'Unknown field' })
    expect(await refused({ ...good, services: [web, web] })).toEqual({ 'services.1': 'Duplicated' })
    expect(await refused({ ...good, services: [{ service: '', metric: 'nothing' }] })).toEqual({
      'services.0.service': 'Required',
    })
    expect(await refused({ ...good, services: [{ service: 's', metric: 'nothing' }] })).toEqual({
      'services.0.metric': 'Must be one of predefined metrics',
    })
    expect(await refused('{"name": ')).toMatch(/^JSON parse error - /)
    const huge = await admin.send('POST', 'metricprofiles/', `{"name": "${'x'.repeat(5 * 1024 * 1024)}"}`)
    expect(huge.status).toBe(413)
    expect(huge.body.detail).toBe('The request body is larger than 4 MB.')
    expect(writes()).toEqual(before)
  })

  test.each(['a b', 'a/b', '100%', `"it's"`, '(1.0) [x]', 'żółw', '...', 'a?b#c'])(
    'the name %s works everywhere',
    async (name) => {
      const admin = await server.as('admin')
      const added = await admin.send('POST', 'metricprofiles/', {
        name,
        groupname: 'operations',
        description: '',
        services: [],
      })
      expect(added.status).toBe(201)
      const path = `metricprofiles/${encodeURIComponent(name)}`
      expect((await admin.send('GET', path)).body.name).toBe(name)
      expect((await admin.send('GET', `tenantversion/metricprofile/${encodeURIComponent(name)}`)).body).toHaveLength(1)
      expect(
        (await admin.send('DELETE', `metricprofiles/${added.body.apiid}`, undefined, ifMatch(added.etag))).status,
      ).toBe(204)
      expect((await admin.send('GET', path)).status).toBe(404)
      expect((await admin.send('GET', `tenantversion/metricprofile/${encodeURIComponent(name)}`)).body).toHaveLength(1)
    },
  )

  test('a name is unique', async () => {
    const profile = await given()
    const { etag: _, apiid: __, ...body } = profile
    const again = await (await server.as('admin')).send('POST', 'metricprofiles/', body)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'already_exists', fields: { name: 'Already exists' } })
  })

  test('a save takes at most thirteen statements for any size', async () => {
    const admin = await server.as('admin')
    const small = await given([web])
    const large = await given([])
    const metrics = ['web.http', 'web.tls', 'disk', 'passive', 'renamed', 'self.check']
    const services = metrics.flatMap((metric) =>
      Array.from({ length: 200 }, (_, index) => ({ service: `s${index}`, metric })),
    )
    const save = (profile: typeof small, pairs: object[]) => () =>
      admin.send('PUT', 'metricprofiles/', bodyOf(profile, { services: pairs }), ifMatch(profile.etag))
    // A session that is no longer cached.
    server.clock.pass(5)
    const few = await server.statements(save(small, [disk]))
    server.clock.pass(5)
    const many = await server.statements(save(large, services))
    expect(few.length).toBeLessThanOrEqual(13)
    expect(many.length).toBeLessThanOrEqual(13)
    expect(many.length).toBe(few.length)
  })

  test('a list is 304 until something is written', async () => {
    const admin = await server.as('admin')
    await given()
    const { etag } = await admin.send('GET', 'metricprofiles')
    const again = () => admin.send('GET', 'metricprofiles', undefined, { 'if-none-match': etag ?? '' })
    expect((await again()).status).toBe(304)
    await given()
    expect((await again()).status).toBe(200)
  })
})
