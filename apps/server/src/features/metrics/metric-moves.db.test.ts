import { usualRule } from '@quatrain/contract/change-requests/change-rule.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readWrite } from '#kit/kinds/operation.ts'
import { addProfileTo, profilesInWebApi, resetProfiles } from '#test/profiles.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const noGroups = { reports: [], metrics: [], aggregations: [], metricprofiles: [], thresholdsprofiles: [] }

describe.each(databases)('moving metrics to another version of a package on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
  })
  beforeEach(async () => {
    await resetProfiles(server)
    await addProfileTo(admin, 'CORE', 'web.http', 'web.tls', 'disk')
    await addProfileTo(admin, 'EDGE', 'web.tls', 'renamed')
  })
  afterAll(() => server.close())

  const preview = (key: string, who: Client = admin) => who.send('GET', `updatemetricsversions/${key}`)
  const run = (version: string, query = '', headers: Readonly<Record<string, string>> = whatever) =>
    admin.send('PUT', `updatemetricsversions${query}`, { name: 'web-probes', version }, headers)
  const metric = async (name: string) => (await admin.send('GET', `metric/${name}`)).body
  async function setTimeoutOf(name: string, value: string) {
    const config = [{ key: 'timeout', value }]
    expect((await admin.send('POST', 'changemetrics', { metrics: [name], config }, whatever)).status).toBe(200)
  }
  /** The differences of the older version of `web.http`. */
  const otherDefaults = async (timeout: string) =>
    sql`
      update metric_template_versions as version set config = (
        select json_agg(json_build_object('key', entry ->> 'key', 'value',
          case entry ->> 'key' when 'timeout' then ${timeout}::text when 'interval' then '15' else entry ->> 'value' end))
        from json_array_elements(version.config) as entry)
      where name = 'web.http' and probeexecutable = 'check_1.0.0'
    `.execute(await server.tenant('all'))

  test('the preview lists updated and removed metrics in the specified sentences', async () => {
    const { status, body } = await preview('web-probes-1.0.0')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      updated: 'Metrics renamed, web.http will be updated.',
      deleted:
        'Metric web.tls will be deleted, since its probe is not part of the chosen package. ' +
        'WARNING: Metric web.tls is part of CORE, EDGE metric profiles. ARE YOU SURE YOU WANT TO DELETE IT?',
    })
    expect(body.warning).toBeUndefined()
    expect(body.metrics).toEqual([
      {
        name: 'renamed',
        becomes: 'old.name',
        from: 'web-probe (2.0.0)',
        to: 'web-probe (1.0.0)',
        outcome: 'updated',
        config: [],
        profiles: ['EDGE'],
      },
      {
        name: 'web.http',
        becomes: 'web.http',
        from: 'web-probe (2.0.0)',
        to: 'web-probe (1.0.0)',
        outcome: 'updated',
        config: [],
        profiles: ['CORE'],
      },
      {
        name: 'web.tls',
        becomes: 'web.tls',
        from: 'web-probe (2.0.0)',
        outcome: 'deleted',
        config: [],
        profiles: ['CORE', 'EDGE'],
      },
    ])
    expect((await metric('web.http')).probeversion).toBe('web-probe (2.0.0)')
    expect(await preview('web-probes-2.0.0')).toMatchObject({ status: 200, body: { metrics: [] } })
  })

  test('the write does what the preview said, also in profiles of both stores, and not in other tenants', async () => {
    const south = await server.as('admin', 'south.test')
    const services = [
      { service: 's', metric: 'web.tls' },
      { service: 's', metric: 'renamed' },
    ]
    const southern = { name: 'SOUTHERN', groupname: 'operations', description: '', services }
    expect((await south.send('POST', 'metricprofiles', southern)).status).toBe(201)
    const { body: result } = await preview('web-probes-1.0.0')
    const answer = await run('1.0.0', '', { 'if-preview-match': result.preview })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        updated: 'Metrics renamed, web.http have been successfully updated.',
        deleted: 'Metric web.tls has been deleted, since its probe is not part of the chosen package.',
      },
    ])
    expect((await admin.send('GET', 'metricsall')).body.map(({ name }: { name: string }) => name)).toEqual([
      'disk',
      'old.name',
      'web.http',
    ])
    expect(await metric('old.name')).toMatchObject({ probeversion: 'web-probe (1.0.0)', profiles: ['EDGE'] })
    expect(await profilesInWebApi(admin)).toEqual(['CORE disk web.http', 'EDGE old.name'])
    expect(await profilesInWebApi(south)).toEqual(['SOUTHERN renamed web.tls'])
    const { body: versions } = await admin.send('GET', 'tenantversion/metric/old.name')
    expect(versions.map(({ comment, user }: Record<string, string>) => `${user}: ${comment}`)).toEqual([
      'admin: Changed description, name, probeexecutable and probeversion.',
      'admin: Initial version.',
    ])
    // The next save of a profile imports and removes nothing.
    const { body, etag = '' } = await admin.send('GET', 'metricprofiles/EDGE')
    const saved = await admin.send('PUT', 'metricprofiles', body, { 'if-match': etag })
    expect([saved.status, saved.body.imported, saved.body.deleted]).toEqual([200, undefined, undefined])
  })

  test('is a write of a change request, which is taken back by the move back', async () => {
    const moveTo = (version: string) => ({ kind: 'metric', operation: 'move', input: { name: 'web-probes', version } })
    const named = (version: string) => [{ ...moveTo(version), name: 'web-probes', before: null }]
    const before = await profilesInWebApi(admin)
    const apply = async (id: number) => {
      const { preview, writes } = (await admin.send('POST', `changerequests/${id}/preview`)).body
      const settled = { action: 'apply', effects: preview }
      const answer = await admin.send('POST', `changerequests/${id}/settle`, settled)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return writes
    }
    const { body: request } = await admin.send('POST', 'changerequests', {
      title: 'Older probes',
      writes: [moveTo('1.0.0')],
    })
    expect(request.writes).toMatchObject(named('1.0.0'))
    expect((await metric('web.http')).probeversion).toBe('web-probe (2.0.0)')
    const [{ changes }] = await apply(request.id)
    expect(changes.map(({ kind, name, action }: Record<string, string>) => `${action} ${kind} ${name}`)).toEqual([
      'change metric old.name',
      'change metric web.http',
      'delete metric web.tls',
      'change metricprofile CORE',
      'change metricprofile EDGE',
    ])
    expect(await profilesInWebApi(admin)).toEqual(['CORE disk web.http', 'EDGE old.name'])
    const { body: inverse } = await admin.send('POST', 'changerequests/inverse', { request: request.id })
    expect(inverse.writes?.slice(0, 1), JSON.stringify(inverse)).toMatchObject(named('2.0.0'))
    await apply(inverse.id)
    expect(await profilesInWebApi(admin)).toEqual(before)
    expect((await metric('renamed')).probeversion).toBe('web-probe (2.0.0)')
    expect(await metric('web.tls')).toMatchObject({ profiles: ['CORE', 'EDGE'], probeversion: 'web-probe (2.0.0)' })
    expect((await admin.send('GET', `changerequests/${request.id}`)).body.state).toBe('reverted')
  })

  test('that deletes all metrics of a package is taken back, too', async () => {
    expect((await admin.send('DELETE', 'metric/web.http', undefined, whatever)).status).toBe(204)
    expect((await admin.send('DELETE', 'metric/renamed', undefined, whatever)).status).toBe(204)
    const before = await profilesInWebApi(admin)
    const answer = await run('1.0.0')
    expect(answer.body.deleted).toMatch(/^Metric web\.tls has been deleted/)
    const { rows } = (await admin.send('GET', 'changes?name=web.tls&action=delete')).body
    const profiles = (await admin.send('GET', 'changes?kind=metricprofile&action=change')).body.rows.slice(0, 2)
    const numbers = [rows[0], ...profiles].map(({ number }: { number: number }) => number)
    const { body: inverse } = await admin.send('POST', 'changerequests/inverse', { changes: numbers })
    const settled = { action: 'apply', effects: '*' }
    const applied = await admin.send('POST', `changerequests/${inverse.id}/settle`, settled)
    expect(applied.status, JSON.stringify([inverse, applied.body])).toBe(200)
    expect(await metric('web.tls')).toMatchObject({ probeversion: 'web-probe (2.0.0)', profiles: ['CORE', 'EDGE'] })
    expect(await profilesInWebApi(admin)).toEqual(before)
  })

  test('that has another effect than the one that was tried is not made by a change request', async () => {
    const write = { kind: 'metric', operation: 'move', input: { name: 'web-probes', version: '1.0.0' } }
    const { body: request } = await admin.send('POST', 'changerequests', { title: 'Older probes', writes: [write] })
    const { preview } = (await admin.send('POST', `changerequests/${request.id}/preview`)).body
    await setTimeoutOf('web.http', '99')
    const settled = { action: 'apply', effects: preview }
    const answer = await admin.send('POST', `changerequests/${request.id}/settle`, settled)
    expect([answer.status, (await metric('web.http')).probeversion]).toEqual([412, 'web-probe (2.0.0)'])
    // Nor is one whose effect changes between the two transactions of the request.
    const user = { username: 'admin', isSuperuser: true, groups: noGroups }
    const ctx = { ...(await server.context('NORTH')), caller: { deployment: 'tenant', user } } as const
    const stored = readWrite(server.app.kinds, { ...write, base: '*' })({ ...ctx, write: { ifPreviewMatch: 'tried' } })
    await expect(stored).rejects.toMatchObject({ code: 'stale_version' })
  })

  test('is closed by a rule of the tenant, as imports, bulk changes and deletes of metrics are', async () => {
    await admin.send('PUT', 'changerule', { ...usualRule, kinds: ['metric'], bypass: false }, whatever)
    const refusals = [
      await run('1.0.0'),
      await admin.send('POST', 'importmetrics', { metrictemplates: ['self.check'] }, whatever),
      await admin.send('POST', 'changemetrics', { metrics: ['disk'], group: 'NORTH' }, whatever),
      await admin.send('DELETE', 'metric/disk', undefined, whatever),
    ]
    const refusal = [403, 'Metrics of this tenant are changed by change requests only.']
    expect(refusals.map(({ status, body }) => [status, body.detail])).toEqual(Array(4).fill(refusal))
    expect((await run('1.0.0', '?dry_run=true')).status).toBe(200)
    expect((await metric('web.http')).probeversion).toBe('web-probe (2.0.0)')
    await sql`delete from change_rules`.execute(await server.tenant('NORTH'))
  })

  test('a metric whose new name is taken is left unchanged and reported', async () => {
    await run('1.0.0')
    await sql`
      update metric_template_versions set name = 'disk' where name = 'renamed'
    `.execute(await server.tenant('all'))
    const { body } = await preview('web-probes-2.0.0')
    expect(body).toMatchObject({
      updated: 'Metric web.http will be updated.',
      warning: 'Metric old.name cannot be updated, since there is another metric named disk.',
    })
    await run('2.0.0')
    expect(await metric('old.name')).toMatchObject({ probeversion: 'web-probe (1.0.0)' })
    await sql`
      update metric_template_versions set name = 'renamed' where name = 'disk' and probeexecutable = 'check_2.0.0'
    `.execute(await server.tenant('all'))
  })

  test('an outdated preview is refused', async () => {
    const { body: result } = await preview('web-probes-1.0.0')
    await setTimeoutOf('web.http', '99')
    expect((await run('1.0.0', '', { 'if-preview-match': result.preview })).status).toBe(412)
    expect((await run('1.0.0', '?dry_run=true')).body.notices.updated).toBe(
      'Metrics renamed, web.http will be updated.',
    )
    expect((await metric('web.http')).probeversion).toBe('web-probe (2.0.0)')
  })

  test('if the Web API is down, it is updated later, and the message says so', async () => {
    server.webApi.behave({ kind: 'refuse', status: 503, details: 'away' })
    const { status, body } = await run('1.0.0')
    server.webApi.recover()
    expect(status).toBe(200)
    expect(body.deleted).toMatch(
      /^Metric web\.tls has been deleted, since its probe is not part of the chosen package\. WARNING: Error trying to remove metric web\.tls from profile CORE: .* It will be tried again\./,
    )
    expect(await server.recoverWrites()).toBe(2)
    expect(await profilesInWebApi(admin)).toEqual(['CORE disk web.http', 'EDGE old.name'])
  })

  test('only administrators move metrics; all signed-in users may preview', async () => {
    const member = await server.as('member')
    expect((await preview('web-probes-1.0.0', member)).status).toBe(200)
    const refused = await member.send('PUT', 'updatemetricsversions', { name: 'web-probes', version: '1.0.0' })
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      "You do not have permission to update metrics' versions.",
    ])
    for (const answer of [await preview('web-probes-9'), await run('9')]) {
      expect([answer.status, answer.body.detail]).toEqual([404, 'Package not found.'])
    }
  })

  test('newer versions of packages in use are listed with the outdated metrics', async () => {
    expect((await admin.send('GET', 'newerpackages')).body).toEqual([])
    await run('1.0.0')
    expect((await admin.send('GET', 'newerpackages')).body).toEqual([
      { name: 'web-probes', versions: ['1.0.0'], newest: '2.0.0', metrics: ['old.name', 'web.http'] },
    ])
  })

  test('hundreds of metrics take the same number of statements as one', async () => {
    await addMany(server, 300)
    const cost = () => server.statements(async () => expect((await preview('web-probes-2.0.0')).status).toBe(200))
    await run('1.0.0')
    const few = await cost()
    await sql`
      insert into metrics (template_id, template_version_id, config)
      select template_id, id, config from metric_template_versions where name like 'many.%' and probeexecutable = 'check_1.0.0'
    `.execute(await server.tenant('NORTH'))
    const many = await cost()
    expect((await preview('web-probes-2.0.0')).body.metrics).toHaveLength(302)
    expect(many.length).toBe(few.length)
    expect(many.length).toBeLessThanOrEqual(12)
  })

  // From here on the catalogue is changed.
  test("the tenant's own values are kept and listed; the others are those of the template", async () => {
    await otherDefaults('45')
    await setTimeoutOf('web.http', '99')
    const { body } = await preview('web-probes-1.0.0')
    expect(body.metrics[1].config).toEqual([
      { key: 'timeout', from: '99', to: '99', instead: '45' },
      { key: 'interval', from: '5', to: '15' },
    ])
    await run('1.0.0')
    expect((await metric('web.http')).config).toEqual([
      { key: 'maxCheckAttempts', value: '3' },
      { key: 'timeout', value: '99' },
      { key: 'path', value: '/usr/libexec/probes' },
      { key: 'interval', value: '15' },
      { key: 'retryInterval', value: '3' },
    ])
  })

  test('the removal of several metrics has its own sentence, and that of an unused one needs no confirmation', async () => {
    await sql`
      delete from metric_template_versions where name in ('web.http', 'old.name') and probeexecutable = 'check_1.0.0'
    `.execute(await server.tenant('all'))
    const { body } = await preview('web-probes-1.0.0')
    expect(body.deleted).toBe(
      'Metrics renamed, web.http, web.tls will be deleted, since their probes are not part of the chosen package. ' +
        'Metric renamed is part of EDGE metric profile. Metric web.http is part of CORE metric profile. ' +
        'Metric web.tls is part of CORE, EDGE metric profiles. ARE YOU SURE YOU WANT TO DELETE THEM?',
    )
    expect(body.updated).toBeUndefined()
    const { body: done } = await run('1.0.0')
    expect(done.deleted).toBe(
      'Metrics renamed, web.http, web.tls have been deleted, since their probes are not part of the chosen package.',
    )
  })
})

/** Templates of one probe that are in both versions of its package. */
async function addMany(server: TestApp, count: number) {
  await sql`
    with template as (
      insert into metric_templates (name) select 'many.' || number from generate_series(1, ${count}::integer) as number
      returning id, name
    )
    insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent,
      probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, old.probe_version_id, template.name, old.mtype, old.tags, '', '', old.probeexecutable, old.config,
      '[]', '[]', '[]', '[]', '', now(), ''
    from template, metric_template_versions as old where old.name = 'web.http'
  `.execute(await server.tenant('all'))
}
