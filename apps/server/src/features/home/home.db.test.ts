import type { RuleCount } from '@quatrain/contract/console/home.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'

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
    expect(Object.keys(seen)).toEqual(['changes', 'counts', 'expiringOwnKeys'])
  })

  test('shows nothing of another tenant', async () => {
    const { body } = await (await server.as('admin', 'south.test')).send('GET', 'home')
    expect(body).toMatchObject({ changes: [], counts: { metric: 0, metricprofiles: 0 } })
  })

  test('counts the findings of each rule about what the user may see, in their own tenant only', async () => {
    const admin = await server.as('admin')
    const rules = [{ metric: 'gone', thresholds: 'time=1s;0:5;5:' }]
    const limits = { name: 'limits', groupname: 'operations', rules }
    expect((await admin.send('POST', 'thresholdsprofiles', limits)).status).toBe(201)
    await server.countFindings()
    const counted = async (user: string, host?: Host): Promise<RuleCount[]> =>
      (await (await server.as(user, host)).send('GET', 'home')).body.findings
    const noMetric = {
      rule: 'thresholds/no-metric',
      title: 'Thresholds of a metric in no metric profile',
      severity: 'warning',
      count: 1,
    }
    expect(await counted('admin')).toContainEqual(noMetric)
    expect(await counted('nobody')).toContainEqual(noMetric)
    const rulesOf = async (user: string, host?: Host) => (await counted(user, host)).map(({ rule }) => rule)
    expect(await rulesOf('admin')).toContain('user/no-second-factor')
    expect(await rulesOf('nobody')).not.toContain('user/no-second-factor')
    expect(await rulesOf('admin', 'south.test')).not.toContain('thresholds/no-metric')
  })

  test('takes the same number of statements for any amount of data', async () => {
    const sent = async () => (await server.statements(home)).filter((statement) => !statement.startsWith('set ')).length
    const few = await sent()
    for (const name of ['second', 'third']) {
      await (await server.as('admin')).send('POST', 'metricprofiles', profile(name, 'disk', 'web.tls', 'renamed'))
    }
    expect(await sent()).toBe(few)
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
