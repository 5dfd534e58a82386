import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('home on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  const home = async () => (await server.as('admin')).send('GET', 'home')
  const profile = (name: string, ...metrics: string[]) => ({
    name,
    groupname: 'operations',
    description: '',
    services: metrics.map((metric) => ({ service: 's', metric })),
  })

  test('is empty at first', async () => {
    expect((await home()).body).toEqual({
      changes: [],
      counts: { metric: 0, metricprofiles: 0, aggregations: 0, thresholdsprofiles: 0, reports: 0 },
      metrics: { deprecated: 0, eol: 0, unused: 0, newer: 0 },
      unknownServices: [],
      unknownMetrics: [],
      submittedCandidates: 0,
      // The key of the tests' boxes.
      unusedKeys: 1,
      expiringKeys: 0,
      expiringOwnKeys: 0,
      pausedWebhooks: 0,
    })
  })

  test('lists a write once, by its own object', async () => {
    const admin = await server.as('admin')
    const added = await admin.send('POST', 'metricprofiles', profile('first', 'disk', 'web.tls'))
    expect(added.status).toBe(201)
    server.clock.pass(1)
    const body = { ...profile('first', 'disk'), apiid: added.body.apiid }
    const changed = await admin.send('PUT', 'metricprofiles', body, { 'if-match': added.etag ?? '' })
    expect(changed.status).toBe(200)

    const { body: answer } = await home()
    expect(answer.changes).toEqual([
      {
        at: expect.any(String),
        actor: 'admin',
        action: 'change',
        kind: 'metricprofile',
        id: expect.any(Number),
        name: 'first',
        others: 1,
        number: expect.any(Number),
      },
      {
        at: expect.any(String),
        actor: 'admin',
        action: 'add',
        kind: 'metricprofile',
        id: expect.any(Number),
        name: 'first',
        others: 2,
        number: expect.any(Number),
      },
    ])
    const [{ number }] = answer.changes
    expect((await (await server.as('nobody')).send('GET', `changes/${number}`)).body.change).toMatchObject({
      action: 'change',
      name: 'first',
      number,
      before: { metricinstances: [{ metric: 'disk' }, { metric: 'web.tls' }] },
      after: { metricinstances: [{ metric: 'disk' }] },
    })
    expect(answer.metrics).toMatchObject({ unused: 0 })
    expect(answer.counts).toEqual({ metric: 1, metricprofiles: 1, aggregations: 0, thresholdsprofiles: 0, reports: 0 })
  })

  test('shows the tasks of superusers only to them', async () => {
    const admin = await server.as('admin')
    await admin.send('POST', 'apikeys', { name: 'box', used_by: 'poem' })
    const { body } = await home()
    expect(body.changes[0]).toMatchObject({ kind: 'apikey', name: 'box', action: 'add' })
    expect([body.unusedKeys, body.submittedCandidates]).toEqual([2, 0])
    const seen = (await (await server.as('nobody')).send('GET', 'home')).body
    expect(seen.changes.map(({ kind }: { kind: string }) => kind)).not.toContain('apikey')
    const { number } = body.changes[0]
    expect((await admin.send('GET', `changes/${number}`)).body.change).toMatchObject({ name: 'box', before: null })
    expect((await (await server.as('nobody')).send('GET', `changes/${number}`)).body).toEqual({ change: null })
    expect((await (await server.as('admin', 'south.test')).send('GET', `changes/${number}`)).body).toEqual({
      change: null,
    })
    const ofEverybody = ['changes', 'counts', 'metrics', 'unknownServices', 'unknownMetrics', 'expiringOwnKeys']
    expect(Object.keys(seen)).toEqual(ofEverybody)
  })

  test('shows nothing of another tenant', async () => {
    const { body } = await (await server.as('admin', 'south.test')).send('GET', 'home')
    expect(body).toMatchObject({ changes: [], counts: { metric: 0, metricprofiles: 0 } })
  })

  test('names the profiles that refer to what does not exist, in their own tenant only', async () => {
    const admin = await server.as('admin')
    const add = async (path: string, name: string, content: object) =>
      expect((await admin.send('POST', path, { name, groupname: 'operations', ...content })).status).toBe(201)
    const operations = { endpoint_group: 'sites', metric_operation: 'AND', profile_operation: 'AND' }
    const aggregation = (...groups: readonly string[][]) => ({
      ...operations,
      metric_profile: 'first',
      groups: groups.map((names, at) => ({
        name: `group ${at}`,
        operation: 'OR',
        services: names.map((name) => ({ name, operation: 'AND' })),
      })),
    })
    const rules = (...metrics: string[]) => ({
      rules: metrics.map((metric) => ({ metric, thresholds: 'time=1s;0:5;5:' })),
    })
    await add('aggregations', 'in sync', aggregation(['s']))
    await add('aggregations', 'out of sync', aggregation(['s', 'f'], ['e', 'd', 's'], ['c', 'd']))
    await add('thresholdsprofiles', 'used', rules('disk', 'disk'))
    await add('thresholdsprofiles', 'unknown', rules('gone', 'disk', 'gone'))
    await add('thresholdsprofiles', 'without rules', rules())

    await add('metricprofiles', 'with parent', { description: '', services: [{ service: 's', metric: 'passive' }] })
    const parameters = ['gone', 'disk', 'lost'].map((metric) => ({
      hostname: 'h',
      metric,
      parameter: '-p',
      value: '1',
    }))
    const lists = { global_attributes: [], host_attributes: [], metric_parameters: parameters }
    expect((await admin.send('POST', 'metricconfiguration', { name: 'local', ...lists })).status).toBe(201)

    const { body } = await home()
    expect(body.counts).toMatchObject({ aggregations: 2, thresholdsprofiles: 3 })
    expect(body.unknownServices).toEqual([{ name: 'out of sync', missing: ['c', 'd', 'e'], count: 4 }])
    expect(body.unknownMetrics).toEqual([
      { kind: 'metric', name: 'passive', missing: ['web.http'], count: 1 },
      { kind: 'metricoverride', name: 'local', missing: ['gone', 'lost'], count: 2 },
      { kind: 'thresholdsprofile', name: 'unknown', missing: ['gone'], count: 1 },
    ])
    const seenByNobody = (await (await server.as('nobody')).send('GET', 'home')).body.unknownMetrics
    expect(seenByNobody.map(({ kind }: { kind: string }) => kind)).toEqual(['metric', 'thresholdsprofile'])
    const other = (await (await server.as('admin', 'south.test')).send('GET', 'home')).body
    expect(other).toMatchObject({
      unknownServices: [],
      unknownMetrics: [],
      counts: { aggregations: 0, thresholdsprofiles: 0 },
    })
  })

  test('takes the same number of statements for any amount of data', async () => {
    const sent = async () => (await server.statements(home)).filter((statement) => !statement.startsWith('set ')).length
    const few = await sent()
    for (const name of ['second', 'third']) {
      await (await server.as('admin')).send('POST', 'metricprofiles', profile(name, 'disk', 'web.tls', 'renamed'))
    }
    expect(await sent()).toBe(few)
  })

  test('counts the tasks', async () => {
    const db = server.owner
    await sql`
      update metric_template_versions set tags = tags || array['deprecated'] where name = 'disk';
      update metric_template_versions set tags = tags || array['eol'] where name = 'web.tls';
      delete from metric_profile_instances where metric = 'web.tls'
    `.execute(db)
    expect((await home()).body.metrics).toEqual({ deprecated: 1, eol: 1, unused: 1, newer: 0 })
  })

  test('lists the last ten writes by their times if none is recent, each once', async () => {
    const admin = await server.as('admin')
    for (let index = 0; index < 12; index++) {
      server.clock.pass(1)
      const metrics = ['disk', 'web.tls'].slice(0, index)
      expect((await admin.send('POST', 'metricprofiles', profile(`late ${index}`, ...metrics))).status).toBe(201)
    }
    // Writes of the past can be recorded later, by an import.
    const past = 90 * 24 * 3_600
    server.clock.pass(-past)
    expect((await admin.send('POST', 'metricprofiles', profile('imported'))).status).toBe(201)
    server.clock.pass(past)
    const recent = (await home()).body.changes
    expect(recent.length).toBeGreaterThan(10)
    server.clock.pass(49 * 3_600)
    // The sessions of other users have expired.
    const { body } = await (await server.as('member')).send('GET', 'home')
    const seen = recent.filter(({ kind }: { kind: string }) => kind !== 'apikey')
    expect(body.changes).toEqual(seen.slice(0, 10))
  })
})
