import { Writable } from 'node:stream'
import { usualRule } from '@quatrain/contract/change-requests/change-rule.ts'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { triedFor } from '@quatrain/platform/rounds.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/expect-success.ts'
import { endingBefore, endSabotage, sabotage } from '#test/sabotage.ts'
import { password } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { addReferenced } from '#test/two-store-kinds.ts'
import { expectAgreement, openIntents } from '#test/two-stores.ts'
import { endInterrupted } from './change-requests.repository.ts'

const groupname = 'operations'
const kind = 'thresholdsprofile'
const disk = { metric: 'disk', thresholds: 'time=1s;0:2;9:' }
const cpu = { metric: 'cpu', thresholds: 'time=1s;0:3;9:' }

let made = 0

describe.each(databases)('an applied change request that has to be confirmed, on $name', (database) => {
  let server: TestApp
  let admin: Client
  const errors: string[] = []
  beforeAll(async () => {
    const log = new Writable({
      write(line, _, done) {
        const { level, changeRequest, msg } = JSON.parse(String(line))
        if (level >= 50) errors.push(`${changeRequest} ${msg}`)
        done()
      },
    })
    server = await startTestApp(database, { log })
    await addReferenced(server)
    admin = await server.as('admin')
    const person = { first_name: '', last_name: '', email: 'r@example.org', is_superuser: true, is_active: true }
    expectSuccess(await admin.send('POST', 'users', { ...person, username: 'approver', password }))
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await server.recoverWrites()
    expect(await openIntents(server)).toEqual([])
    await expectAgreement(server)
    errors.length = 0
    await sql`delete from change_rules`.execute(await server.tenant('NORTH'))
  })

  /** A profile, and a request of the superuser `admin` that changes its rules and adds another one. */
  async function prepare() {
    made += 1
    const [name, added] = [`limits${made}`, `added${made}`]
    const path = 'thresholdsprofiles'
    const { apiid } = expectSuccess(await admin.send('POST', path, { name, groupname, rules: [disk] })).body
    const writes = [
      { kind, operation: 'change', input: { name, groupname, rules: [disk, cpu], apiid } },
      { kind, operation: 'add', input: { name: added, groupname, rules: [cpu] } },
    ]
    const { id } = expectSuccess(await admin.send('POST', 'changerequests', { title: `Request ${made}`, writes })).body
    const settle = (action: 'approve' | 'apply' | 'schedule', more: object = {}, client = admin) =>
      client.send('POST', `changerequests/${id}/settle`, { action, effects: '*', ...more })
    const act = (action: string, client = admin, text = '') =>
      client.send('POST', `changerequests/${id}/actions`, { action, text })
    return {
      id,
      settle,
      act,
      apply: (minutes = 10) => settle('apply', { confirm_within: minutes }),
      /** Somebody else saves the profile with these rules. */
      save: async (rules: readonly object[]) =>
        expectSuccess(await admin.send('PUT', path, { name, groupname, rules, apiid }, whatever)),
      now: async () => (await admin.send('GET', `changerequests/${id}`)).body,
      async isMade() {
        const { body } = await admin.send('GET', `${path}/${name}`)
        return [body.rules.length === 2, (await admin.send('GET', `${path}/${added}`)).status === 200]
      },
      async inverses() {
        const north = await server.tenant('NORTH')
        return rowsIn(north)<{ id: number; state: string; author: string }>`
          select id, state, author from change_requests where reverts = ${id} order by id`
      },
    }
  }

  const [isMade, isTakenBack] = [
    [true, true],
    [false, false],
  ]
  const unconfirmed = async (client = admin, host = 'true') =>
    (await client.send('GET', `sessionactive/${host}`)).body.unconfirmed_requests
  const pass = async (minutes: number) => {
    server.clock.pass(minutes * 60)
    // The session of a browser does not last that long.
    admin = await server.as('admin')
    await server.applyDue()
  }
  const decision = 'Its author, an approver or a superuser has to confirm it, or to take it back.'
  const last = ({ comments }: { readonly comments: readonly object[] }) => comments.at(-1)
  const problem = { body: { fields: { state: 'There is nothing to confirm' } }, status: 400 }

  test('stays if it is confirmed in time, once, by its author, an approver or a superuser', async () => {
    const { id, apply, act, now, isMade: state, inverses } = await prepare()
    for (const minutes of [0, 1441, 1.5]) expect((await apply(minutes)).status).toBe(400)
    const { body } = expectSuccess(await apply(10))
    const confirmBy = new Date(server.clock.now().getTime() + 600_000).toISOString()
    expect(body).toMatchObject({ state: 'applied', confirm_by: confirmBy, revert_problem: '' })
    expect(await unconfirmed()).toEqual([{ id, title: `Request ${made}`, confirm_by: confirmBy, revert_problem: '' }])
    const [approver, member] = [await server.as('approver'), await server.as('member')]
    expect(await unconfirmed(approver)).toHaveLength(1)
    expect(await unconfirmed(member)).toBeUndefined()
    expect(await unconfirmed(await server.as('admin', 'south.test'))).toBeUndefined()
    for (const action of ['confirm', 'take-back']) expect((await act(action, member)).status).toBe(403)
    await pass(9)
    expectSuccess(await act('confirm', await server.as('approver'), 'All is well.'))
    expect(await act('confirm')).toMatchObject(problem)
    expect(await act('take-back')).toMatchObject(problem)
    await pass(30)
    const request = await now()
    expect([request.state, request.confirm_by, await state(), await inverses()]).toEqual(['applied', null, isMade, []])
    expect(last(request)).toMatchObject({ action: 'confirm', author: 'approver', text: 'All is well.' })
    expect(await unconfirmed()).toBeUndefined()
    // It can still be taken back by a new request.
    expectSuccess(await admin.send('POST', 'changerequests/inverse', { request: id }))
  })

  test('is taken back once by one of the processes, in the name of its author, also if all were down at that time', async () => {
    const { id, settle, now, isMade: state, inverses } = await prepare()
    const at = new Date(server.clock.now().getTime() + 60_000).toISOString()
    expectSuccess(await settle('schedule', { at, confirm_within: 5 }))
    expect(await now()).toMatchObject({ state: 'scheduled', confirm_within: 5, confirm_by: null })
    await pass(2)
    expect([(await now()).state, await state()]).toEqual(['applied', isMade])
    server.clock.pass(4 * 3600)
    admin = await server.as('admin')
    await Promise.all([server.applyDue(), server.applyDue()])
    await server.applyDue()
    const [inverse, ...others] = await inverses()
    expect([inverse, others]).toEqual([{ id: expect.any(Number), state: 'applied', author: 'admin' }, []])
    expect(await state()).toEqual(isTakenBack)
    const request = await now()
    expect([request.state, request.confirm_by]).toEqual(['reverted', null])
    expect(last(request)).toMatchObject({ text: `Change request ${inverse?.id} has taken it back.` })
    const { body } = await admin.send('GET', `changerequests/${inverse?.id}`)
    const text = `Takes back change request ${id}. Nobody has confirmed it in time.`
    expect(body).toMatchObject({ description: text, comments: [{ action: 'apply', author: 'admin', text }] })
    expect([await unconfirmed(), errors]).toEqual([undefined, []])
  })

  test('that is confirmed at the moment when it is taken back is one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { apply, act, now, isMade: state } = await prepare()
      expectSuccess(await apply(1))
      server.clock.pass(60)
      // One of both begins later.
      const first = round % 2 === 0 ? server.applyDue() : undefined
      const [answer] = await Promise.all([act('confirm'), first ?? server.applyDue()])
      const isConfirmed = answer.status === 200
      if (!isConfirmed) expect(answer).toMatchObject({ status: 400 })
      expect([(await now()).state, await state()]).toEqual(
        isConfirmed ? ['applied', isMade] : ['reverted', isTakenBack],
      )
    }
    expect(errors).toEqual([])
  })

  test('is taken back at once by somebody who may confirm it, without an approval that a rule requires', async () => {
    const { id, settle, act, now, isMade: state, inverses } = await prepare()
    await sql`insert into change_rules ${sql.raw('(all_kinds, kinds, approvals, counts_author, bypass)')}
      values (true, '{}', 1, false, ${usualRule.bypass})`.execute(await server.tenant('NORTH'))
    expectSuccess(await act('submit'))
    const approver = await server.as('approver')
    expectSuccess(await settle('approve', {}, approver))
    expectSuccess(await settle('apply', { confirm_within: 60 }))
    const { body } = expectSuccess(await act('take-back', approver, 'The page is slow.'))
    expect([body.state, await state()]).toEqual(['reverted', isTakenBack])
    const [inverse] = await inverses()
    expect((await admin.send('GET', `changerequests/${inverse?.id}`)).body).toMatchObject({
      author: 'admin',
      description: `Takes back change request ${id}. approver has decided so. The page is slow.`,
      comments: [{ action: 'apply', author: 'approver' }],
    })
    await pass(120)
    expect([(await now()).state, await inverses()]).toMatchObject(['reverted', [{ state: 'applied' }]])
  })

  test('that cannot be taken back says why until somebody decides', async () => {
    const { id, apply, act, save, now, isMade: state, inverses } = await prepare()
    expectSuccess(await apply())
    await save([disk, { ...cpu, thresholds: 'time=1s;0:8;9:' }])
    await pass(11)
    const request = await now()
    expect([request.state, request.confirm_by, await inverses()]).toEqual(['applied', null, []])
    expect(request.revert_problem).toMatch(/changed differently meanwhile: .*\. Its author, an approver/)
    expect(last(request)).toMatchObject({ action: 'fail-revert', text: request.revert_problem })
    expect(errors).toEqual([`${id} unconfirmed change request could not be taken back`])
    expect(await unconfirmed()).toMatchObject([{ id, revert_problem: request.revert_problem }])
    // It is not tried again by itself.
    await pass(10)
    expect((await now()).comments).toHaveLength(request.comments.length)
    const refused = await act('take-back')
    expect([refused.status, `${refused.body.detail} ${decision}`]).toEqual([412, request.revert_problem])
    await save([disk, cpu])
    expectSuccess(await act('take-back'))
    expect([(await now()).state, await state()]).toEqual(['reverted', isTakenBack])
    expect(await unconfirmed()).toBeUndefined()
  })

  test('whose author was deactivated stays with the reason, and can be confirmed', async () => {
    const { apply, act, now, isMade: state } = await prepare()
    expectSuccess(await apply())
    const north = await server.tenant('NORTH')
    const activate = (is_active: boolean) =>
      north.updateTable('users').set({ is_active }).where('username', '=', 'admin').execute()
    server.clock.pass(660)
    await activate(false)
    await server.applyDue()
    await activate(true)
    admin = await server.as('admin')
    expect((await now()).revert_problem).toBe(`The author admin is no active user any more. ${decision}`)
    expectSuccess(await act('confirm', await server.as('approver')))
    expect([(await now()).revert_problem, await state(), await unconfirmed()]).toEqual(['', isMade, undefined])
  })

  // At reads before its first write, and only at writes, after which it can be read.
  test.each(['*', 'PUT'] as const)('is taken back when the Web API, which was down at %s, is back', async (method) => {
    const { id, apply, now, isMade: state, inverses } = await prepare()
    expectSuccess(await apply())
    const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000).toISOString()
    const attempt = async (minutes: number) => {
      server.webApi.behave({ kind: 'refuse', status: 503 }, method)
      await pass(minutes)
      server.webApi.recover()
      await server.recoverWrites()
      expect(await state()).toEqual(isMade)
      return now()
    }
    const request = await attempt(11)
    expect(request).toMatchObject({ state: 'applied', confirm_by: inMinutes(1) })
    expect(request.revert_problem).not.toBe('')
    const problem = { confirm_by: request.confirm_by, revert_problem: request.revert_problem }
    expect(await unconfirmed()).toMatchObject([{ id, ...problem }])
    expect(last(request)).toMatchObject({ action: 'fail-revert', text: `${request.revert_problem} It is tried again.` })
    expect(await attempt(0.5)).toMatchObject(problem)
    const later = await attempt(0.5)
    expect([later.confirm_by, later.comments.length]).toEqual([inMinutes(4), request.comments.length])
    await pass(4)
    expect([(await now()).state, await state(), await unconfirmed(), errors]).toEqual([
      'reverted',
      isTakenBack,
      undefined,
      [],
    ])
    const states = (await inverses()).map((inverse) => inverse.state)
    expect(states).toEqual(['withdrawn', 'withdrawn', 'applied'])
  })

  test('that was not taken back for a day, because the Web API is down, waits for a decision', async () => {
    const { id, apply, act, now, isMade: state } = await prepare()
    expectSuccess(await apply())
    server.webApi.behave({ kind: 'refuse', status: 503 })
    await pass(11)
    const since = server.clock.now().getTime()
    let attempts = 1
    for (let request = await now(); request.confirm_by !== null; attempts += 1) {
      await pass((Date.parse(request.confirm_by) - server.clock.now().getTime()) / 60_000)
      request = await now()
    }
    server.webApi.recover()
    expect(server.clock.now().getTime() - since).toBe(triedFor)
    const request = await now()
    expect(request.revert_problem).toContain(` It was tried ${attempts} times. ${decision}`)
    expect(last(request)).toMatchObject({ action: 'fail-revert', text: request.revert_problem })
    expect(errors).toEqual([expect.stringMatching(/ unconfirmed change request could not be taken back$/)])
    expect(await unconfirmed()).toMatchObject([{ id, confirm_by: null }])
    await pass(600)
    expect(await state()).toEqual(isMade)
    expectSuccess(await act('take-back'))
    expect([(await now()).state, await state()]).toEqual(['reverted', isTakenBack])
  })

  test('that is confirmed while the Web API is down stays', async () => {
    const { apply, act, now, isMade: state } = await prepare()
    expectSuccess(await apply())
    server.webApi.behave({ kind: 'refuse', status: 503 })
    await pass(11)
    server.webApi.recover()
    expectSuccess(await act('confirm'))
    await pass(60)
    expect([(await now()).state, await state(), await unconfirmed()]).toEqual(['applied', isMade, undefined])
  })

  test('whose inverse fails stays with the reason; the inverse needs approval from then on', async () => {
    const { apply, act, now, isMade: state, inverses } = await prepare()
    expectSuccess(await apply())
    const failing = "if new.action = 'apply' then raise exception 'sabotage'; end if"
    await sabotage(server, ['change_request_comments'], failing)
    await pass(11)
    await endSabotage(server)
    const [failed] = await inverses()
    expect([failed?.state, await state()]).toEqual(['failed', isMade])
    const { revert_problem } = await now()
    expect(revert_problem).not.toBe('')
    expect(errors).toEqual([`${failed?.id} unconfirmed change request could not be taken back`])
    await sql`insert into change_rules (all_kinds, kinds, approvals, counts_author, bypass)
      values (true, '{}', 1, false, true)`.execute(await server.tenant('NORTH'))
    expect((await admin.send('GET', `changerequests/${failed?.id}`)).body.approvals_needed).toBe(1)
    expectSuccess(await act('take-back'))
    expect([(await now()).state, await state()]).toEqual(['reverted', isTakenBack])
  })

  test('is taken back once, whenever the process ends meanwhile', async () => {
    const reached = new Set<string>()
    let isReached = true
    for (let position = 1; isReached; position += isFullRun ? 1 : 9) {
      const { apply, now, isMade: state, inverses } = await prepare()
      expectSuccess(await apply(1))
      server.clock.pass(61)
      admin = await server.as('admin')
      const statements = await endingBefore(server, position, () => server.applyDue().catch(() => undefined))
      isReached = statements >= position
      await server.recoverWrites()
      reached.add((await inverses()).map((inverse) => inverse.state).join() || 'none')
      await endInterrupted(server.tenancy.everyTenant, { intentsOlderThan: -1, goneAfter: -1 }, server.clock.now())
      await server.applyDue()
      const place = `before statement ${position}`
      expect([(await now()).state, await state()], place).toEqual(['reverted', isTakenBack])
      expect(await inverses(), place).toMatchObject([{ state: 'applied' }])
    }
    expect([...reached].toSorted()).toEqual(['applied', 'applying', 'none', 'scheduled'])
  })
})
