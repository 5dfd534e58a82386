import { findingRules } from '@quatrain/contract/findings/all-rules.ts'
import type { Finding, Suppression } from '@quatrain/contract/findings/finding.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectSuccess } from '#test/expect-success.ts'
import { addOwnKey } from '#test/own-key.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const groupname = 'operations'

describe.each(databases)('findings on $name', (database) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(database, { findingsCounted: 1 })
    admin = await server.as('admin')
    const services = [{ service: 'web', metric: 'web.http' }]
    const profile = { name: 'CORE', groupname, description: '', services }
    expectSuccess(await admin.send('POST', 'metricprofiles', profile))
    const rules = [
      { metric: 'web.http', thresholds: 'time=1s;10:20;20:' },
      { metric: 'gone', thresholds: 'time=1s;10:20;20:' },
    ]
    expectSuccess(await admin.send('POST', 'thresholdsprofiles', { name: 'LIMITS', groupname, description: '', rules }))
  })
  afterAll(() => server.close())
  afterEach(async () => {
    expectSuccess(await admin.send('PUT', 'findings/settings', { severities: [], suppressed: [] }, whatever))
  })

  const found = async (client: Client, query = ''): Promise<Finding[]> => {
    const answer = await client.send('GET', `findings${query}`)
    expectSuccess(answer)
    return answer.body.findings
  }
  const noMetric = { rule: 'thresholds/no-metric', kind: 'thresholdsprofile', name: 'LIMITS', about: 'gone' }
  const settle = (settings: object) =>
    admin.send('PUT', 'findings/settings', { severities: [], suppressed: [], ...settings }, whatever)
  const seen = async () => (await admin.send('GET', 'sessionactive/true')).body.findings
  const counted = () => vi.waitFor(async () => expect(await seen()).not.toHaveProperty('outdated'), { timeout: 60_000 })
  const suppression = (until = ''): Suppression => ({ ...noMetric, reason: 'It returns in May', until })

  test('are of the own tenant, with what is wrong, where, and in whose group', async () => {
    const ofLimits = await found(admin, '?kind=thresholdsprofile&name=LIMITS')
    expect(ofLimits).toEqual([
      {
        ...noMetric,
        field: 'rules',
        severity: 'warning',
        group: groupname,
        says: 'No metric profile contains gone.',
        isFixable: true,
        suppressed: null,
      },
    ])
    const all = await found(admin)
    expect(all.map(({ severity }) => severity)).toEqual(
      all
        .map(({ severity }) => severity)
        .toSorted((a, b) => ['error', 'warning', 'hint'].indexOf(a) - ['error', 'warning', 'hint'].indexOf(b)),
    )
    expect(await found(await server.as('admin', 'south.test'), '?kind=thresholdsprofile')).toEqual([])
  })

  test('say what could not be looked at, and leave those rules out', async () => {
    const { body } = await admin.send('GET', 'findings')
    expect(body.unchecked).toContain('The topology was not looked at: there is none of today.')
    expect(body.findings.map(({ rule }: Finding) => rule)).not.toContain('profile/no-endpoint')
  })

  test('show each reader what they may see: people and keys only to superusers, never to scripts', async () => {
    const kinds = async (client: Client) => new Set((await found(client)).map(({ kind }) => kind))
    expect(await kinds(admin)).toContain('user')
    for (const client of [await server.as('member'), server.box(await addOwnKey(admin))]) {
      const visible = await kinds(client)
      expect(visible).toContain('thresholdsprofile')
      expect([...visible].filter((kind) => ['user', 'apikey', 'groupofmetrics'].includes(kind))).toEqual([])
      const rules = (await client.send('GET', 'findings/overview')).body.rules
      expect(rules.map(({ kind }: Finding) => kind)).not.toContain('user')
    }
    const catalogue = await found(await server.as('admin', 'super.test'))
    expect(new Set(catalogue.map(({ kind }) => kind))).toEqual(new Set(['user', 'apikey']))
  })

  test('are suppressed with a reason until a day, by superusers who have seen the settings, and recorded', async () => {
    expect((await (await server.as('member')).send('PUT', 'findings/settings', {}, whatever)).status).toBe(403)
    const seen = await admin.send('GET', 'findings/settings')
    const until = server.clock.now().toISOString().slice(0, 10)
    const settings = { severities: [], suppressed: [suppression(until)] }
    const saved = await admin.send('PUT', 'findings/settings?remark=Agreed', settings, { 'if-match': seen.etag ?? '' })
    expect([saved.status, saved.body]).toEqual([200, settings])
    expect((await admin.send('PUT', 'findings/settings', settings, { 'if-match': seen.etag ?? '' })).status).toBe(412)
    const [suppressed] = await found(admin, '?name=LIMITS')
    expect(suppressed?.suppressed).toEqual({ reason: 'It returns in May', until })
    const { rows } = (await admin.send('GET', 'changes?kind=findingsettings')).body
    expect(rows[0]).toMatchObject({ action: 'change', actor: 'admin', remark: 'Agreed' })
    server.clock.pass(2 * 86_400)
    const [again] = await found(await server.as('admin'), '?name=LIMITS')
    expect(again?.suppressed).toBeNull()
    admin = await server.as('admin')
  })

  test('have another severity, or none, where the tenant says so', async () => {
    expectSuccess(await settle({ severities: [{ rule: noMetric.rule, severity: 'error' }] }))
    expect((await found(admin, '?name=LIMITS'))[0]?.severity).toBe('error')
    expectSuccess(await settle({ severities: [{ rule: noMetric.rule, severity: 'off' }] }))
    expect(await found(admin, '?name=LIMITS')).toEqual([])
    const { body } = await settle({ severities: [{ rule: 'no/such-rule', severity: 'off' }] })
    expect(body.fields).toEqual({ 'severities.0.rule': 'There is no such rule' })
  })

  test('have a fix for the form: the document without them', async () => {
    const { body } = await admin.send('GET', `findings/fix?${new URLSearchParams(noMetric)}`)
    expect(body.document.rules).toEqual([{ metric: 'web.http', thresholds: 'time=1s;10:20;20:' }])
    const unknown = await admin.send('GET', `findings/fix?${new URLSearchParams({ ...noMetric, about: 'web.http' })}`)
    expect(unknown.body).toEqual({ document: null })
  })

  test('that a document would add are told before it is saved; those that it has are not', async () => {
    const document = {
      name: 'LIMITS',
      groupname,
      description: '',
      rules: [{ metric: 'gone', thresholds: 'time=1s;9:1;20:' }],
    }
    const check = async (body: object) =>
      (await admin.send('POST', 'findings/check', { kind: 'thresholdsprofile', ...body })).body
    const { findings } = await check({ name: 'LIMITS', document })
    expect(findings.map(({ rule }: Finding) => rule)).toEqual(['thresholds/range'])
    const ofNew = await check({ document: { ...document, name: 'limits' } })
    expect(ofNew.findings.map(({ rule }: Finding) => rule).sort()).toEqual([
      'thresholds/no-metric',
      'thresholds/range',
      'thresholds/twin-name',
    ])
    expect((await check({ document: { name: 'x' } })).fields).toEqual({ document: 'Is no document of this kind' })
    expect(await found(admin, '?name=limits')).toEqual([])
  })

  test('are counted each day, again only after a change', async () => {
    await server.countFindings()
    const days = async () => (await admin.send('GET', 'findings/overview')).body.days
    const [today] = await days()
    await server.countFindings()
    expect(await days()).toEqual([today])
    expect(today).toEqual({
      day: server.clock.now().toISOString().slice(0, 10),
      error: 0,
      warning: expect.any(Number),
      hint: expect.any(Number),
    })
    expectSuccess(await settle({ suppressed: [suppression()] }))
    await server.countFindings()
    expect(await days()).toEqual([{ ...today, warning: today.warning - 1 }])
    const { body: session } = await admin.send('GET', 'sessionactive/true')
    expect(session.findings).toEqual({ errors: 0, warnings: today.warning - 1 })
  })

  test('are counted again for whoever looks after a save, in the background, and once for each state', async () => {
    await seen()
    await counted()
    const before = await seen()
    expectSuccess(await settle({ suppressed: [suppression()] }))
    expect(await seen()).toEqual({ ...before, outdated: true })
    await counted()
    expect(await seen()).toEqual({ errors: 0, warnings: before.warnings - 1 })
    const statements = await server.statements(seen)
    expect(statements.filter((statement) => statement.includes('finding_counts'))).toHaveLength(1)
  })

  test('that cannot be counted are tried once for each state', async () => {
    await seen()
    await counted()
    const before = await seen()
    await server.owner.schema.alterTable('finding_counts').renameColumn('hints', 'hidden').execute()
    expectSuccess(await settle({ suppressed: [suppression()] }))
    await seen()
    await counted()
    expect(await seen()).toEqual(before)
    await server.owner.schema.alterTable('finding_counts').renameColumn('hidden', 'hints').execute()
    await server.countFindings()
    expect(await seen()).toEqual({ errors: 0, warnings: before.warnings - 1 })
  })

  test('have rules that are all documented', async () => {
    const { rules } = (await admin.send('GET', 'findings/overview')).body
    expect(rules.length).toBeGreaterThan(40)
    expect(findingRules).toEqual(
      expect.arrayContaining(rules.map(({ id }: { id: string }) => expect.objectContaining({ id }))),
    )
  })
})
