import { type ChangeRule, documentOfRule, usualRule } from '@quatrain/contract/change-requests/change-rule.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/expect-success.ts'
import { addOwnKey } from '#test/own-key.ts'
import { password } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { addReferenced, metricProfileKind, twoStoreKinds } from '#test/two-store-kinds.ts'

const [, , thresholdsKind = metricProfileKind] = twoStoreKinds
const groupname = 'operations'
const path = 'thresholdsprofiles'

describe.each(databases)('the rule of change requests on $name', (database) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(database)
    await addReferenced(server)
    admin = await server.as('admin')
    const person = { first_name: '', last_name: '', email: 'r@example.org', is_superuser: true, is_active: true }
    for (const username of ['first', 'second'])
      expectSuccess(await admin.send('POST', 'users', { ...person, username, password }))
    const group = { name: 'reviewers', items: [], users: ['member'] }
    expectSuccess(await admin.send('POST', 'reportsgroup', group))
  })
  afterAll(() => server.close())
  afterEach(async () => {
    await sql`delete from change_rules`.execute(await server.tenant('NORTH'))
  })

  const setRule = async (rule: Partial<ChangeRule>) =>
    expectSuccess(await admin.send('PUT', 'changerule', { ...usualRule, ...rule }, whatever))

  const onlyThresholds = { kinds: ['thresholdsprofile'] }
  const refusal = 'Thresholds profiles of this tenant are changed by change requests only.'

  let made = 0
  const content = () => {
    made += 1
    return { name: `ruled ${made}`, groupname, ...thresholdsKind.content }
  }

  /** A request of `admin` that adds a thresholds profile. */
  async function aRequest(client = admin) {
    const input = content()
    const writes = [{ kind: 'thresholdsprofile', operation: 'add', input }]
    const answer = await client.send('POST', 'changerequests', { title: 'Ruled', writes })
    expectSuccess(answer)
    const { id } = answer.body
    const settle = (by: Client, action: string) =>
      by.send('POST', `changerequests/${id}/settle`, { action, effects: '*' })
    return {
      input,
      approve: (by: Client) => settle(by, 'approve'),
      apply: (by = client) => settle(by, 'apply'),
      submit: async () =>
        expectSuccess(await client.send('POST', `changerequests/${id}/actions`, { action: 'submit' })),
      now: async () => (await admin.send('GET', `changerequests/${id}`)).body,
    }
  }

  test('is set by superusers who have seen it, for kinds that requests can have, and is recorded', async () => {
    expect((await (await server.as('member')).send('GET', 'changerule')).status).toBe(403)
    const seen = await admin.send('GET', 'changerule')
    expect(seen.body).toEqual({ ...usualRule, changes: [] })
    const rule = { ...usualRule, ...onlyThresholds, approvers: { kind: 'reports', name: 'reviewers' } } as const
    expect((await admin.send('PUT', 'changerule', rule)).status).toBe(428)
    const guard = { 'if-match': seen.etag ?? '' }
    const preview = await admin.send('PUT', 'changerule?dry_run=true', rule, guard)
    const [before, after] = [documentOfRule(usualRule), documentOfRule(rule)]
    expect(preview.body.changes).toMatchObject([{ kind: 'changerule', action: 'change', before, after }])
    expect((await admin.send('GET', 'changerule')).body).toEqual(seen.body)
    const saved = await admin.send('PUT', 'changerule?remark=Audit', rule, guard)
    expect([saved.status, saved.body]).toEqual([200, rule])
    expect((await admin.send('PUT', 'changerule', usualRule, { 'if-match': seen.etag ?? '' })).status).toBe(412)
    for (const [wrong, field] of [
      [{ kinds: ['user'] }, 'kinds.0'],
      [{ kinds: ['nothing'] }, 'kinds.0'],
      [{ approvals: 6 }, 'approvals'],
      [{ approvers: { kind: 'reports', name: 'nobody' } }, 'approvers'],
    ] as const)
      expect((await admin.send('PUT', 'changerule', { ...rule, ...wrong }, whatever)).body.fields).toHaveProperty([
        field,
      ])
    await setRule(rule)
    const { changes } = (await admin.send('GET', 'changerule')).body
    expect(changes).toMatchObject([{ author: 'admin', remark: 'Audit', before, after }])
    const north = await server.tenant('NORTH')
    const rows = await rowsIn(
      north,
    )`select actor, action, before, after from activity_with_documents where kind = 'changerule'`
    expect(rows).toEqual([{ actor: 'admin', action: 'change', before, after }])
    const south = await server.as('admin', 'south.test')
    expect((await south.send('GET', 'changerule')).body).toEqual({ ...usualRule, changes: [] })
  })

  test('is on the page of changes for superusers, and cannot be taken back there', async () => {
    await setRule(onlyThresholds)
    const listed = async (client: Client) => (await client.send('GET', 'changes?kind=changerule')).body.rows
    const [row] = await listed(admin)
    expect(row).toMatchObject({ kind: 'changerule', action: 'change', name: 'NORTH', actor: 'admin' })
    const { change } = (await admin.send('GET', `changes/${row.number}`)).body
    expect(change).toMatchObject({ before: { kinds: [] }, after: onlyThresholds })
    const member = await server.as('member')
    expect(await listed(member)).toEqual([])
    expect((await member.send('GET', `changes/${row.number}`)).body.change).toBeNull()
    const { status, body } = await admin.send('POST', 'changerequests/inverse', { changes: [row.number] })
    expect([status, body.fields]).toEqual([
      400,
      { 'changes.kind': 'Change requests cannot change rules of change requests' },
    ])
  })

  test('refuses every direct write of its kinds, with keys and restores too, and permits dry runs and other kinds', async () => {
    const stored = content()
    const added = await admin.send('POST', path, stored)
    expectSuccess(added)
    const changed = { ...stored, ...thresholdsKind.changed, apiid: added.body.apiid }
    await setRule({ ...onlyThresholds, bypass: false })
    const box = server.box(await addOwnKey(admin))
    const writes = [
      ['POST', path, content()],
      ['PUT', path, changed],
      ['PUT', `${path}?restored_from=1`, changed],
      ['DELETE', `${path}/${added.body.apiid}`, undefined],
      ['PUT', `${path}?past_rule=true&remark=urgent`, changed],
    ] as const
    for (const [method, address, body] of writes)
      for (const client of [admin, box]) {
        const refused = await client.send(method, address, body, whatever)
        expect([address, refused.status, refused.body.code, refused.body.detail]).toEqual([
          address,
          403,
          'not_allowed',
          refusal,
        ])
      }
    expectSuccess(await admin.send('PUT', `${path}?dry_run=true`, changed, whatever))
    expectSuccess(
      await admin.send('POST', 'metricprofiles', { name: `other ${made}`, groupname, ...metricProfileKind.content }),
    )
    expectSuccess(await (await server.as('admin', 'south.test')).send('GET', path))
    expect((await admin.send('GET', `${path}/${stored.name}`)).body.rules).toHaveLength(3)
    await setRule({ all_kinds: true })
    const other = { name: `refused ${made}`, groupname, ...metricProfileKind.content }
    expect((await admin.send('POST', 'metricprofiles', other)).status).toBe(403)
    const start = (await admin.send('GET', 'sessionactive/true')).body.change_rule
    expect(start).toMatchObject({ approvals: 1, bypass: true })
    expect(start.kinds).toEqual(expect.arrayContaining(['thresholdsprofile', 'metricprofile', 'report']))
    expect(start.kinds).not.toContain('user')
  })

  test('lets superusers go past it with a reason, which the version shows', async () => {
    await setRule(onlyThresholds)
    const stored = content()
    expect((await admin.send('POST', path, stored)).body.detail).toContain('Superusers may save with a reason')
    expect((await admin.send('POST', `${path}?past_rule=true`, stored)).body.fields).toEqual({ remark: 'Required' })
    const member = await server.as('member')
    const query = 'past_rule=true&remark=Disks%20are%20full'
    expect((await member.send('POST', `${path}?${query}`, { ...stored, name: 'of a member' })).status).toBe(403)
    expectSuccess(await admin.send('POST', `${path}?${query}`, stored))
    const north = await server.tenant('NORTH')
    const remarks = await rowsIn(north)`select remark from versions where name = ${stored.name}`
    expect(remarks).toEqual([{ remark: 'Without a change request: Disks are full' }])
  })

  test('lets superusers go past it with writes of several metrics', async () => {
    await setRule({ ...onlyThresholds, kinds: ['metric'] })
    const query = 'past_rule=true&remark=Disks%20are%20full'
    const writes = [
      ['POST', 'importmetrics', { metrictemplates: ['web.http'] }],
      ['POST', 'changemetrics', { metrics: ['web.http'], config: [{ key: 'timeout', value: '99' }] }],
      ['PUT', 'updatemetricsversions', { name: 'web-probes', version: '1.0.0' }],
    ] as const
    for (const [method, address, body] of writes) {
      const { body: dryRun } = await admin.send(method, `${address}?dry_run=true`, body)
      const seen = { 'if-preview-match': dryRun.preview }
      expect((await admin.send(method, address, body, seen)).status, address).toBe(403)
      expectSuccess(await admin.send(method, `${address}?${query}`, body, seen))
    }
    const north = await server.tenant('NORTH')
    const remarks = await rowsIn(north)`select remark from versions where kind = 'metric' and name = 'web.http'`
    expect(remarks).toEqual(writes.map(() => ({ remark: 'Without a change request: Disks are full' })))
  })

  test('says how many approve, and whose approval counts; a request without its kinds needs none', async () => {
    await setRule({ ...onlyThresholds, approvals: 2, approvers: { kind: 'reports', name: 'reviewers' } })
    const request = await aRequest()
    const early = await request.apply()
    expect([early.status, early.body.detail]).toEqual([403, 'It needs 2 approvals and has 0. Submit it for review.'])
    expect(await request.now()).toMatchObject({ state: 'draft', approvals_needed: 2 })
    await request.submit()
    const requestId = (await request.now()).id
    const waiting = async (username: string) => {
      const client = await server.as(username)
      const { body: session } = await client.send('GET', 'sessionactive/true')
      const { body: list } = await client.send('GET', 'changerequests')
      const { waits } = list.find(({ id }: { id: number }) => id === requestId) ?? {}
      return [session.waiting_requests ?? 0, waits]
    }
    const before = (await waiting('admin'))[0]
    expect(await waiting('admin')).toEqual([before, false])
    expect(await waiting('member')).toEqual([expect.any(Number), true])
    expect(await waiting('stranger')).toEqual([0, false])
    const ofFirst = (await waiting('first'))[0]
    expect((await request.approve(admin)).status).toBe(403)
    expect((await request.approve(await server.as('stranger'))).status).toBe(403)
    expectSuccess(await request.approve(await server.as('first')))
    expect(await waiting('first')).toEqual([ofFirst - 1, false])
    expect((await request.approve(await server.as('first'))).body.fields).toHaveProperty('action')
    expect(await request.now()).toMatchObject({ state: 'in review', approvals: [{ username: 'first' }] })
    expectSuccess(await request.approve(await server.as('member')))
    expect((await request.now()).state).toBe('approved')
    expect(await waiting('admin')).toEqual([before + 1, true])
    expectSuccess(await request.apply())
    expectSuccess(await admin.send('GET', `${path}/${request.input.name}`))

    await setRule({ ...onlyThresholds, counts_author: true })
    const own = await aRequest()
    await own.submit()
    expectSuccess(await own.approve(admin))
    expectSuccess(await own.apply())

    await setRule({ kinds: ['metricprofile'], approvals: 2 })
    expectSuccess(await (await aRequest()).apply())
  })

  test('that is tightened holds for requests that wait, also for scheduled ones', async () => {
    const [waiting, draft, scheduled] = [await aRequest(), await aRequest(), await aRequest()]
    await waiting.submit()
    expectSuccess(await waiting.approve(await server.as('first')))
    const at = new Date(server.clock.now().getTime() + 60_000).toISOString()
    const { id } = await scheduled.now()
    expectSuccess(await admin.send('POST', `changerequests/${id}/settle`, { action: 'schedule', effects: '*', at }))
    await setRule({ ...onlyThresholds, approvals: 2 })
    expect((await waiting.apply()).body.detail).toBe('It needs 2 approvals and has 1. Submit it for review.')
    expect(await waiting.now()).toMatchObject({ state: 'in review', approvals: [{ username: 'first' }] })
    expectSuccess(await waiting.approve(await server.as('second')))
    expectSuccess(await waiting.apply())
    expect((await draft.apply()).status).toBe(403)
    server.clock.pass(120)
    await server.applyDue()
    const { state, comments } = await scheduled.now()
    expect([state, comments.at(-1).text]).toEqual(['failed', 'It needs 2 approvals and has 0. Submit it for review.'])
  })
})
