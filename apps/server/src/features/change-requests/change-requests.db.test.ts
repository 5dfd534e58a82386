import { isFullRun, oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { bothDatabases, databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/expect-success.ts'
import { endingBefore, endSabotage, sabotage } from '#test/sabotage.ts'
import { password } from '#test/seed.ts'
import type { Answer, Client, TestApp } from '#test/test-app.ts'
import { startTestApp } from '#test/test-app.ts'
import { addReferenced, metricProfileKind, twoStoreKinds } from '#test/two-store-kinds.ts'
import { expectAgreement, openIntents } from '#test/two-stores.ts'
import { endInterrupted } from './change-requests.repository.ts'

const [, aggregationKind = metricProfileKind, thresholdsKind = metricProfileKind, reportKind = metricProfileKind] =
  twoStoreKinds

const reviewer = {
  first_name: '',
  last_name: '',
  email: 'r@example.org',
  is_superuser: true,
  is_active: true,
  password,
}

let made = 0

/** Objects that exist, and the writes of a request to them and to others. */
interface Prepared {
  readonly admin: Client
  readonly number: number
  readonly writes: readonly object[]
}

/**
 * Adds of three kinds that refer to each other, a change and an add that are sent together, and a delete in both stores, and an add that
 * only the console stores.
 */
async function prepare(server: TestApp): Promise<Prepared> {
  made += 1
  const number = made
  const admin = await server.as('admin')
  const groupname = 'operations'
  const existing = async (path: string, name: string, content: object) => {
    const answer = await admin.send('POST', path, { name, groupname, ...content })
    expect(answer.status, answer.body.detail).toBe(201)
    return answer
  }
  const changed = { name: `limits ${number}`, groupname, ...thresholdsKind.content }
  const limits = await existing('thresholdsprofiles', changed.name, thresholdsKind.content)
  const outdated = await existing('metricprofiles', `outdated ${number}`, metricProfileKind.content)
  const [metrics, groups] = [`metrics ${number}`, `groups ${number}`]
  const report = { ...reportKind.content, metric_profile: metrics, aggregation_profile: groups }
  return {
    admin,
    number,
    // In an order in which they could not be made.
    writes: [
      { kind: 'metricprofile', operation: 'remove', input: { key: outdated.body.apiid } },
      { kind: 'report', operation: 'add', input: { name: `report ${number}`, groupname, ...report } },
      {
        kind: 'aggregationprofile',
        operation: 'add',
        input: { name: groups, groupname, ...aggregationKind.content, metric_profile: metrics },
      },
      { kind: 'metricprofile', operation: 'add', input: { name: metrics, groupname, ...metricProfileKind.content } },
      {
        kind: 'thresholdsprofile',
        operation: 'change',
        input: { ...changed, ...thresholdsKind.changed, apiid: limits.body.apiid },
        base: limits.etag,
      },
      {
        kind: 'thresholdsprofile',
        operation: 'add',
        input: { name: `more limits ${number}`, groupname, ...thresholdsKind.content },
      },
      {
        kind: 'metricoverride',
        operation: 'add',
        input: {
          name: `override${number}`,
          global_attributes: [{ attribute: 'a', value: 'b' }],
          host_attributes: [],
          metric_parameters: [],
        },
      },
    ],
  }
}

async function addRequest({ admin, number, writes }: Prepared): Promise<number> {
  const added = await admin.send('POST', 'changerequests', { title: `Request ${number}`, writes })
  expectSuccess(added)
  return added.body.id
}

const settle = (admin: Client, id: number, action: 'approve' | 'apply', effects = '*') =>
  admin.send('POST', `changerequests/${id}/settle`, { action, effects })

/** Which of the objects of the writes exist, and the rules of the changed one. */
async function stateOf({ admin, number }: Prepared) {
  const at = async (path: string) => (await admin.send('GET', path)).status === 200
  const { body: limits } = await admin.send('GET', `thresholdsprofiles/limits ${number}`)
  return {
    outdated: await at(`metricprofiles/outdated ${number}`),
    metrics: await at(`metricprofiles/metrics ${number}`),
    groups: await at(`aggregations/groups ${number}`),
    report: await at(`reports/report ${number}`),
    override: await at(`metricconfiguration/override${number}`),
    more: await at(`thresholdsprofiles/more limits ${number}`),
    rules: limits.rules.length,
  }
}

const before = { outdated: true, metrics: false, groups: false, report: false, override: false, more: false, rules: 3 }
const after = { outdated: false, metrics: true, groups: true, report: true, override: true, more: true, rules: 2 }

describe.each(bothDatabases)('a change request on $name', (database) => {
  // Steps that fail are those of a write to both stores, whose own tests run on both databases.
  const isOfEachRun = databases.includes(database)
  const testOfEachRun = test.runIf(isOfEachRun)
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addReferenced(server)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await endSabotage(server)
    await server.recoverWrites()
    expect(await openIntents(server)).toEqual([])
    await expectAgreement(server)
  })

  test('has no effect until it is applied, and then that of all its writes, in both stores', async () => {
    const prepared = await prepare(server)
    const { admin } = prepared
    const id = await addRequest(prepared)
    const { body: preview } = await admin.send('POST', `changerequests/${id}/preview`)
    expect(preview.writes.map(({ refusal }: { refusal: string }) => refusal)).toEqual(Array(7).fill(''))
    expect(await stateOf(prepared)).toEqual(before)
    const applied = await settle(admin, id, 'apply', preview.preview)
    expectSuccess(applied)
    expect(applied.body.state).toBe('applied')
    expect(await stateOf(prepared)).toEqual(after)
    const requestId = applied.headers['x-request-id']
    const north = await server.tenant('NORTH')
    const rows = await north.selectFrom('activity').select('kind').where('request_id', '=', String(requestId)).execute()
    // Each object, and the request.
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set([
        'metricprofile',
        'aggregationprofile',
        'thresholdsprofile',
        'report',
        'metricoverride',
        'changerequest',
      ]),
    )
    expect((await settle(admin, id, 'apply')).body).toMatchObject({
      fields: { state: 'The change request is applied' },
    })
    const { number } = prepared
    const history = `tenantversion/thresholdsprofile/limits ${number}`
    const request = { id, title: `Request ${number}` }
    const named = async (client: Client) => [
      ...(await client.send('GET', `${history}/heads`)).body.versions,
      (await client.send('GET', `${history}/versions/2`)).body,
    ]
    expect((await named(admin)).map((version) => version.request)).toEqual([request, undefined, request])
    // The request also writes to an override, which only superusers see.
    expect((await named(await server.as('member'))).map((version) => version.request)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const [deletion] = (await admin.send('GET', `tenantversion/metricprofile/outdated ${number}/heads`)).body.versions
    expect(deletion).toMatchObject({ deleted: true, request })
  })

  // From the first call to that after the last one; another fault for each next call unless all are tried.
  testOfEachRun(
    'that the Web API refuses, drops or leaves open at any call changes nothing, and can be applied again',
    async () => {
      const faults = [
        { kind: 'refuse', status: 500 },
        { kind: 'drop', carryOut: true },
        { kind: 'hang', carryOut: true },
      ] as const
      let reachedCall = 0
      for (let call = 1, isReached = true; isReached; call += isFullRun ? 1 : 2) {
        for (const fault of oneInTurn(faults, call)) {
          const prepared = await prepare(server)
          const id = await addRequest(prepared)
          const earlierCalls = server.webApi.calls.length
          server.webApi.behave(fault, '*', call)
          const answer = await settle(prepared.admin, id, 'apply')
          isReached = server.webApi.calls.length - earlierCalls >= call
          server.webApi.recover()
          await server.webApi.idle()
          await server.recoverWrites()
          const place = `${fault.kind} at call ${call}: ${JSON.stringify(answer.body)}`
          // What is deleted is removed from the Web API after everything else is stored: this cannot fail, only be finished later.
          const isDone = answer.status === 200
          expect(await stateOf(prepared), place).toEqual(isDone ? after : before)
          await expectAgreement(server)
          if (isDone) continue
          reachedCall = call
          const { body } = await prepared.admin.send('GET', `changerequests/${id}`)
          // Reads before the first write fail while it is still a draft.
          expect(['draft', 'failed']).toContain(body.state)
          expectSuccess(await settle(prepared.admin, id, 'apply'))
          expect(await stateOf(prepared), place).toEqual(after)
        }
      }
      expect(reachedCall).toBeGreaterThan(8)
    },
  )

  testOfEachRun(
    'whose process ends before any of its statements is made whole or not at all, and can be applied again',
    async () => {
      let prepared = await prepare(server)
      let id = await addRequest(prepared)
      const ends = { before: 0, after: 0 }
      /** Returns the number of statements before the end: fewer than `position` if that is none of them. */
      const endBefore = async (position: number) => {
        let answer: Answer | undefined
        const statements = await endingBefore(server, position, async () => {
          answer = await settle(prepared.admin, id, 'apply')
        })
        await server.recoverWrites()
        await endInterrupted(server.tenancy.everyTenant, { intentsOlderThan: -1, goneAfter: -1 }, server.clock.now())
        const place = `before statement ${position}: ${JSON.stringify(answer?.body)}`
        const { body: request } = await prepared.admin.send('GET', `changerequests/${id}`)
        const isDone = request.state === 'applied'
        expect(['draft', 'failed', 'applied'], place).toContain(request.state)
        expect(await stateOf(prepared), place).toEqual(isDone ? after : before)
        expect(await openIntents(server), place).toEqual([])
        if (statements >= position) ends[isDone ? 'after' : 'before'] += 1
        if (isDone) {
          await expectAgreement(server)
          prepared = await prepare(server)
          id = await addRequest(prepared)
        }
        return statements
      }
      let position = 1
      let last = await endBefore(position)
      while (last >= position) {
        position += isFullRun ? 1 : 45
        last = await endBefore(position)
      }
      // The commit is among the last statements.
      for (let fromEnd = 0; fromEnd < 6; fromEnd += 1) await endBefore(last - fromEnd)
      expect(ends.before).toBeGreaterThan(isFullRun ? 100 : 3)
      expect(ends.after).toBeGreaterThan(0)
    },
  )

  test('whose last local step fails is taken back in the Web API', async () => {
    const prepared = await prepare(server)
    const id = await addRequest(prepared)
    await sabotage(
      server,
      ['change_request_comments'],
      "if new.action = 'apply' then raise exception 'sabotage'; end if",
    )
    expect((await settle(prepared.admin, id, 'apply')).status).toBe(500)
    await endSabotage(server)
    expect(await stateOf(prepared)).toEqual(before)
    expect(await openIntents(server)).toEqual([])
    expectSuccess(await settle(prepared.admin, id, 'apply'))
  })

  testOfEachRun('says what saves of its writes would warn of, unless an earlier write has mended it', async () => {
    const admin = await server.as('admin')
    const warningsOf = async (...others: object[]) => {
      made += 1
      const input = { name: `warned ${made}`, groupname: 'operations', ...thresholdsKind.content }
      const dry = await admin.send('POST', 'thresholdsprofiles?dry_run=true', input)
      expect(dry.body.notices.warning).toBe('There is no metric web.http.')
      const writes = [{ kind: 'thresholdsprofile', operation: 'add', input }, ...others]
      const id = await addRequest({ admin, number: made, writes })
      const { body } = await admin.send('POST', `changerequests/${id}/preview`)
      return body.writes.map(({ warning }: { warning: string }) => warning)
    }
    expect(await warningsOf()).toEqual(['There is no metric web.http.'])
    const added = { kind: 'metric', operation: 'import', input: { metrictemplates: ['web.http'] } }
    expect(await warningsOf(added)).toEqual(['', ''])
  })

  testOfEachRun('needs the same number of statements for each write, however many there are', async () => {
    const admin = await server.as('admin')
    const lists = { global_attributes: [{ attribute: 'a', value: 'b' }], host_attributes: [], metric_parameters: [] }
    /** The statements of the preview and of applying adds of this kind. */
    const statementsOf = async (kind: string, count: number, content: object): Promise<number[]> => {
      const writes = Array.from({ length: count }, () => {
        made += 1
        return { kind, operation: 'add', input: { name: `many${made}`, ...content } }
      })
      const id = await addRequest({ admin, number: made, writes })
      const preview = await server.statements(() => admin.send('POST', `changerequests/${id}/preview`))
      const applied = await server.statements(async () => expectSuccess(await settle(admin, id, 'apply')))
      return [preview.length, applied.length]
    }
    const ofEachWrite = async (kind: string, content: object): Promise<number[]> => {
      const [few, many] = [await statementsOf(kind, 2, content), await statementsOf(kind, 12, content)]
      return many.map((count, index) => (count - (few[index] ?? 0)) / 10)
    }
    // Tried once by the preview, which looks for names that are missing; tried and stored by applying. Statements that end a write are sent with those of the next one.
    expect(await ofEachWrite('metricoverride', lists)).toEqual([5, 8])
    // Its claim is opened, held and ended, too.
    const profile = { groupname: 'operations', ...thresholdsKind.content }
    expect(await ofEachWrite('thresholdsprofile', profile)).toEqual([5, 11])
  })

  describe.runIf(isOfEachRun)('with one write', () => {
    const named = (path: string, name: string, content: object) => ({
      path,
      name,
      body: { name, groupname: 'operations', ...content },
    })

    /** A thresholds profile, and a request of the superuser `admin` that gives it other rules. */
    async function prepareChange() {
      made += 1
      const { path, name, body } = named('thresholdsprofiles', `reviewed ${made}`, thresholdsKind.content)
      const admin = await server.as('admin')
      const { body: added, etag } = await admin.send('POST', path, body)
      const change = (changed: object, seen = etag) =>
        admin.send('PUT', path, { ...body, ...changed, apiid: added.apiid }, { 'if-match': seen ?? '' })
      const write = {
        kind: 'thresholdsprofile',
        operation: 'change',
        input: { ...body, ...thresholdsKind.changed, apiid: added.apiid },
        base: etag,
      }
      const { body: request } = await admin.send('POST', 'changerequests', { title: 'Other limits', writes: [write] })
      const at = (action: string) => `changerequests/${request.id}/${action}`
      const effects = async (client = admin) => (await client.send('POST', at('preview'))).body
      const rules = async () => (await admin.send('GET', `${path}/${name}`)).body.rules
      return { admin, change, write, id: request.id, at, effects, rules }
    }

    const rule = (metric: string, warning: number) => ({ metric, thresholds: `time=1s;0:${warning};9:` })

    test('merges what others have changed since, and refuses what they have changed differently', async () => {
      const { admin, change, id, effects, rules } = await prepareChange()
      const { rules: submittedRules } = thresholdsKind.changed as { rules: ReturnType<typeof rule>[] }
      const original = await rules()
      expectSuccess(await change({ rules: [...original, rule('cpu', 3)] }))
      const { preview, writes } = await effects()
      expect(writes).toMatchObject([{ isMerged: true, refusal: '' }])
      expectSuccess(await settle(admin, id, 'apply', preview))
      const metrics = (list: readonly ReturnType<typeof rule>[]) =>
        list.map(({ metric, thresholds }) => `${metric} ${thresholds}`).toSorted()
      expect(metrics(await rules())).toEqual(metrics([...submittedRules, rule('cpu', 3)]))

      const second = await prepareChange()
      const [disk, ...others] = await second.rules()
      expectSuccess(await second.change({ rules: [{ ...disk, thresholds: 'time=1s;0:7;8:' }, ...others] }))
      const refusal = expect.stringContaining('was changed differently meanwhile')
      expect((await second.effects()).writes).toMatchObject([{ refusal, changes: [] }])
      const refused = await settle(second.admin, second.id, 'apply')
      expect(refused).toMatchObject({ status: 412, body: { detail: refusal } })
      expect((await second.admin.send('GET', `changerequests/${second.id}`)).body.state).toBe('draft')
    })

    test('is approved by another superuser, with the effect that was seen; an edit or another effect voids it', async () => {
      const { admin, change, write, id, at, effects, rules } = await prepareChange()
      await admin.send('POST', 'users', { ...reviewer, username: `reviewer${made}` })
      const other = await server.as(`reviewer${made}`)
      const { preview } = await effects(other)
      expectSuccess(await admin.send('POST', at('actions'), { action: 'submit' }))
      expect((await settle(admin, id, 'approve', preview)).status).toBe(403)
      expect((await settle(other, id, 'apply', preview)).status).toBe(403)
      expect((await settle(other, id, 'approve', 'another')).status).toBe(412)
      expectSuccess(await settle(other, id, 'approve', preview))

      const { etag = '' } = await admin.send('GET', `changerequests/${id}`)
      const edited = { title: 'Edited', writes: [write] }
      expectSuccess(await admin.send('PUT', `changerequests/${id}`, edited, { 'if-match': etag }))
      const { body: voided } = await admin.send('GET', `changerequests/${id}`)
      expect(voided).toMatchObject({
        state: 'in review',
        comments: [{ action: 'submit' }, { action: 'approve' }, { action: 'void' }],
      })

      expectSuccess(await settle(other, id, 'approve', preview))
      expectSuccess(await change({ rules: [...(await rules()), rule('cpu', 3)] }, '*'))
      expect(await settle(admin, id, 'apply')).toMatchObject({
        status: 412,
        body: { detail: 'Its effect is not the one that was approved any more. It has to be reviewed again.' },
      })
      const { body: reviewedAgain } = await admin.send('GET', `changerequests/${id}`)
      expect([reviewedAgain.state, reviewedAgain.comments.at(-1).action]).toEqual(['in review', 'void'])
    })

    test('that is applied twice at once is applied once', async () => {
      const { admin, id, rules } = await prepareChange()
      const answers = await Promise.all([settle(admin, id, 'apply'), settle(admin, id, 'apply')])
      expect(answers.map(({ status }) => status === 200).toSorted()).toEqual([false, true])
      expect(await rules()).toHaveLength(2)
      const { body } = await admin.send('GET', `changerequests/${id}`)
      expect([body.state, body.comments.map(({ action }: { action: string }) => action)]).toEqual([
        'applied',
        ['apply'],
      ])
    })

    test('is applied with the rights that its author has then', async () => {
      const { admin, id, at, effects } = await prepareChange()
      const north = await server.tenant('NORTH')
      const { preview } = await effects()
      expectSuccess(await admin.send('POST', at('actions'), { action: 'submit' }))
      await admin.send('POST', 'users', { ...reviewer, username: `second${made}` })
      const other = await server.as(`second${made}`)
      expectSuccess(await settle(other, id, 'approve', preview))
      await sql`update users set is_superuser = false where username = 'admin'`.execute(north)
      const refused = await settle(other, id, 'apply', preview)
      await sql`update users set is_superuser = true where username = 'admin'`.execute(north)
      expect(refused).toMatchObject({ status: 403 })
      expect((await admin.send('GET', `changerequests/${id}`)).body.state).toBe('approved')
    })

    test('is listed for its objects while it is open, with those that others have changed since', async () => {
      const { admin, change, id, rules } = await prepareChange()
      const listed = async () => (await admin.send('GET', `changerequests?${object}`)).body
      const object = new URLSearchParams({ kind: 'thresholdsprofile', name: `reviewed ${made}` })
      expect(await listed()).toMatchObject([{ id, writes: 1, overtaken: [] }])
      expect((await admin.send('GET', 'changerequests?kind=thresholdsprofile&name=unknown')).body).toEqual([])
      server.clock.pass(1)
      expectSuccess(await change({ rules: [...(await rules()), rule('cpu', 3)] }))
      expect(await listed()).toMatchObject([{ overtaken: [`reviewed ${made}`] }])
      expectSuccess(await settle(admin, id, 'apply'))
      expect(await listed()).toEqual([])
      const { body: requests } = await admin.send('GET', 'changerequests')
      expect(requests).toContainEqual(expect.objectContaining({ id, state: 'applied', overtaken: [] }))
    })

    test('with objects that a user may not see does not exist for that user', async () => {
      const { admin } = await prepareChange()
      const override = { name: `hidden${made}`, global_attributes: [], host_attributes: [], metric_parameters: [] }
      const write = {
        kind: 'metricoverride',
        operation: 'add',
        input: { ...override, global_attributes: [{ attribute: 'a', value: 'secret' }] },
      }
      const { body: request } = await admin.send('POST', 'changerequests', { title: 'Hidden', writes: [write] })
      const member = await server.as('member')
      const path = `changerequests/${request.id}`
      expect((await member.send('GET', 'changerequests')).body).not.toContainEqual(
        expect.objectContaining({ title: 'Hidden' }),
      )
      const answers = [
        await member.send('GET', path),
        await member.send('POST', `${path}/preview`),
        await member.send('POST', `${path}/actions`, { action: 'comment', text: 'Hello' }),
        await settle(member, request.id, 'apply'),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    })

    test('has comments on one write, which name its object', async () => {
      const prepared = await prepare(server)
      const { admin } = prepared
      const id = await addRequest(prepared)
      const about = { kind: 'thresholdsprofile', name: `limits ${prepared.number}` }
      const send = (body: object) => admin.send('POST', `changerequests/${id}/actions`, body)
      const { status, body } = await send({ action: 'comment', text: 'Why?', about })
      expect([status, body.comments]).toMatchObject([200, [{ action: 'comment', text: 'Why?', about }]])
      expect((await send({ action: 'comment', text: 'And this?' })).body.comments).toMatchObject([
        { about },
        { about: null },
      ])
      const refusals = [
        await send({ action: 'comment', text: 'Why?', about: { ...about, name: 'elsewhere' } }),
        await send({ action: 'submit', about }),
      ]
      expect(refusals.map(({ status, body }) => [status, Object.keys(body.fields)])).toEqual(
        Array(2).fill([400, ['about']]),
      )
    })

    const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000)
    const schedule = (client: Client, id: number, at: Date | string, effects = '*') =>
      client.send('POST', `changerequests/${id}/settle`, { action: 'schedule', effects, at })
    const stateNow = async (id: number) => {
      const { body } = await (await server.as('admin')).send('GET', `changerequests/${id}`)
      return { state: body.state, applyAt: body.apply_at, last: body.comments.at(-1) }
    }

    test('is applied at its time by one of the processes, in the name of its author', async () => {
      const { admin, id, rules, effects } = await prepareChange()
      const { preview } = await effects()
      for (const at of [inMinutes(-1), inMinutes(60 * 24 * 366)])
        expect((await schedule(admin, id, at)).body.fields).toHaveProperty('at')
      expect((await schedule(admin, id, inMinutes(60), 'another')).status).toBe(412)
      // Midnight in a zone with daylight saving time is the same moment whatever the clock of the server says.
      const at = inMinutes(60)
      const local = new Date(at.getTime() + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
      expectSuccess(await schedule(admin, id, local, preview))
      expect(await stateNow(id)).toMatchObject({ state: 'scheduled', applyAt: at.toISOString() })
      server.clock.pass(59 * 60)
      await server.applyDue()
      expect((await stateNow(id)).state).toBe('scheduled')
      // All processes were down at that time.
      server.clock.pass(45 * 60)
      await Promise.all([server.applyDue(), server.applyDue()])
      const { state, applyAt, last } = await stateNow(id)
      expect([state, applyAt, last.author, last.action]).toEqual(['applied', null, 'admin', 'apply'])
      expect(await rules()).toHaveLength(2)
      const north = await server.tenant('NORTH')
      const changedRows = north.selectFrom('activity').selectAll().where('kind', '<>', 'user')
      const rows = await changedRows.orderBy('number', 'desc').limit(2).execute()
      expect(rows.map(({ kind, actor }) => [kind, actor])).toEqual([
        ['changerequest', 'admin'],
        ['thresholdsprofile', 'admin'],
      ])
      expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(1)
    })

    test('that is taken from the schedule is as it was before, and cannot be edited while it is on it', async () => {
      const { admin, id, at, write, effects } = await prepareChange()
      expectSuccess(await schedule(admin, id, inMinutes(60)))
      const edit = () => admin.send('PUT', `changerequests/${id}`, { title: 'E', writes: [write] }, { 'if-match': '*' })
      expect((await edit()).body).toMatchObject({ fields: { state: 'The change request is scheduled' } })
      expectSuccess(await admin.send('POST', at('actions'), { action: 'unschedule' }))
      expect(await stateNow(id)).toMatchObject({ state: 'draft', applyAt: null })
      expectSuccess(await admin.send('POST', at('actions'), { action: 'submit' }))
      await admin.send('POST', 'users', { ...reviewer, username: `fourth${made}` })
      const other = await server.as(`fourth${made}`)
      expectSuccess(await settle(other, id, 'approve', (await effects()).preview))
      expectSuccess(await schedule(other, id, inMinutes(60)))
      expectSuccess(await admin.send('POST', at('actions'), { action: 'unschedule' }))
      const { body } = await admin.send('GET', `changerequests/${id}`)
      expect(body).toMatchObject({ state: 'approved', approvals: [{ username: `fourth${made}` }] })
      server.clock.pass(2 * 3600)
      await server.applyDue()
      expect((await stateNow(id)).state).toBe('approved')
    })

    test('is not scheduled beside another one that writes to the same object', async () => {
      const { admin, write, id, at } = await prepareChange()
      const { body: second } = await admin.send('POST', 'changerequests', { title: 'Second', writes: [write] })
      expectSuccess(await schedule(admin, id, inMinutes(60)))
      const refused = await schedule(admin, second.id, inMinutes(90))
      const rival = `The scheduled change request ${id} (Other limits) writes to reviewed ${made} too.`
      expect([refused.status, refused.body.detail]).toEqual([409, rival])
      expectSuccess(await schedule(admin, id, inMinutes(61)))
      expectSuccess(await admin.send('POST', at('actions'), { action: 'withdraw' }))
      expectSuccess(await schedule(admin, second.id, inMinutes(90)))
      expectSuccess(await admin.send('POST', `changerequests/${second.id}/actions`, { action: 'withdraw' }))
    })

    test.each([
      ['whose author was deactivated', 'The author admin is no active user any more.'],
      ['whose author may not write any more', 'You do not have permission'],
      ['whose approver is no superuser any more', 'has approved it, and may not any more'],
      ['whose effect has changed', 'Its effect is not the one that was approved any more'],
      ['that the Web API refuses', ''],
    ])('fails at its time with the reason, and changes nothing: one %s', async (change, reason) => {
      const { admin, id, at, effects, rules, change: changeNow } = await prepareChange()
      const former = await rules()
      const username = `approver${made}`
      await admin.send('POST', 'users', { ...reviewer, username })
      expectSuccess(await admin.send('POST', at('actions'), { action: 'submit' }))
      expectSuccess(await settle(await server.as(username), id, 'approve', (await effects()).preview))
      expectSuccess(await schedule(admin, id, inMinutes(5)))
      const north = await server.tenant('NORTH')
      const { is_superuser, is_active } = { is_superuser: true, is_active: true }
      const update = (name: string, values: object) =>
        north.updateTable('users').set(values).where('username', '=', name).execute()
      if (change.includes('deactivated')) await update('admin', { is_active: false })
      if (change.includes('may not write')) await update('admin', { is_superuser: false })
      if (change.includes('approver')) await update(username, { is_superuser: false })
      if (change.includes('effect')) expectSuccess(await changeNow({ rules: [...former, rule('cpu', 3)] }, '*'))
      const expected = await rules()
      if (change.includes('refuses')) server.webApi.behave({ kind: 'refuse', status: 500 }, 'PUT', 1)
      server.clock.pass(600)
      await server.applyDue()
      server.webApi.recover()
      await update('admin', { is_superuser, is_active })
      const { state, last } = await stateNow(id)
      expect([state, last.action]).toEqual(['failed', 'fail'])
      expect(last.text).toContain(reason)
      expect(await rules()).toEqual(expected)
      await server.applyDue()
      expect((await stateNow(id)).state).toBe('failed')
    })

    test('of another user cannot be edited, and what needs a recent login cannot be collected', async () => {
      const { admin, id } = await prepareChange()
      await admin.send('POST', 'users', { ...reviewer, username: `third${made}` })
      const other = await server.as(`third${made}`)
      const edited = await other.send('PUT', `changerequests/${id}`, { title: 'Mine', writes: [] }, { 'if-match': '*' })
      expect(edited.status).toBe(403)
      const user = { kind: 'user', operation: 'remove', input: { key: 'admin' } }
      const { status, body } = await admin.send('POST', 'changerequests', { title: 'No', writes: [user] })
      expect([status, body.fields]).toEqual([400, { 'writes.0.kind': 'Change requests cannot remove users' }])
    })

    test('whose process ended while it was applied has failed, and can be applied again', async () => {
      const { admin, id } = await prepareChange()
      const rows = sql`update change_requests set state = 'applying', held_at = now() - interval '1 hour' where id = ${id}`
      await rows.execute(await server.tenant('NORTH'))
      await endInterrupted(server.tenancy.everyTenant, { intentsOlderThan: 60, goneAfter: 60 }, server.clock.now())
      const { body } = await admin.send('GET', `changerequests/${id}`)
      expect(body).toMatchObject({ state: 'failed', comments: [{ action: 'fail' }] })
      expectSuccess(await settle(admin, id, 'apply'))
    })
  })
})
