import { noMails, usualMailPreferences } from '@quatrain/contract/accounts/mail-preferences.ts'
import { type ChangeRule, usualRule } from '@quatrain/contract/change-requests/change-rule.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/expect-success.ts'
import { type MailServer, mailsThrough, startMailServer } from '#test/mail-server.ts'
import { password } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { addReferenced } from '#test/two-store-kinds.ts'

const groupname = 'operations'
const kind = 'thresholdsprofile'
const rules = [{ metric: 'disk', thresholds: 'time=1s;0:2;9:' }]
const preferences = noMails

let made = 0

describe.each(databases)('mails to users on $name', (database) => {
  let mails: MailServer
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    mails = await startMailServer()
    const from = 'Quatrain <quatrain@example.org>'
    server = await startTestApp(database, { mail: mailsThrough(mails, { from, team: 'team@example.org' }) })
    await addReferenced(server)
    admin = await server.as('admin')
    for (const username of ['author', 'reviewer', 'idle']) {
      const person = { first_name: '', last_name: '', email: `${username}@example.org`, is_superuser: true }
      expectSuccess(
        await admin.send('POST', 'users', { ...person, username, is_active: username !== 'idle', password }),
      )
    }
    const group = { name: 'readers', items: [], users: ['member'] }
    expectSuccess(await admin.send('POST', 'reportsgroup', group))
    const db = await server.tenant('NORTH')
    await sql`update users set email = username || '@example.org' where username in ('admin', 'member')`.execute(db)
  })
  afterAll(async () => {
    await server.close()
    await mails.close()
  })
  afterEach(async () => {
    mails.refuseWith()
    mails.received.length = 0
    const db = await server.tenant('NORTH')
    for (const table of ['request_mails', 'mail_preferences', 'change_rules', 'watched_objects'])
      await sql`delete from ${sql.table(table)}`.execute(db)
  })

  const prefer = async (username: string, chosen: object) =>
    expectSuccess(await (await server.as(username)).send('PUT', 'mailpreferences', { ...preferences, ...chosen }))
  const setRule = async (rule: Partial<ChangeRule>) =>
    expectSuccess(await admin.send('PUT', 'changerule', { ...usualRule, ...rule }, whatever))

  /** A request of `author` that adds an object. */
  async function request(write: object = {}) {
    made += 1
    const author = await server.as('author')
    const input = { name: `mailed${made}`, groupname, rules }
    const writes = [{ kind, operation: 'add', input, ...write }]
    const { id } = expectSuccess(
      await author.send('POST', 'changerequests', { title: `New\nlimits ${made}`, writes }),
    ).body
    const settle = async (username: string, action: string, more: object = {}) =>
      (await server.as(username)).send('POST', `changerequests/${id}/settle`, { action, effects: '*', ...more })
    const act = async (username: string, action: string, text = '') =>
      expectSuccess(await (await server.as(username)).send('POST', `changerequests/${id}/actions`, { action, text }))
    return { id, settle, act, title: `change request ${id} (New limits ${made})` }
  }
  const sent = async () => {
    await server.sendRequestMails()
    const received = mails.received.splice(0)
    return received.map(({ to, headers }) => `${to.join()} ${headers.subject}`).toSorted()
  }

  test('ask superusers and the group of the rule for a review at once, and nobody else', async () => {
    await setRule({ kinds: [kind], approvers: { kind: 'reports', name: 'readers' } })
    const { id, act, title } = await request()
    await act('author', 'submit', 'Please look.\nSoon.')
    await server.sendRequestMails()
    const [mail] = mails.received
    expect(mails.received.map(({ to }) => to.join()).toSorted()).toEqual(
      ['admin', 'member', 'reviewer'].map((name) => `${name}@example.org`),
    )
    expect(mail?.headers).toMatchObject({
      subject: `[Quatrain] author submitted ${title} for review`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'list-unsubscribe': expect.stringMatching(/^<http:\/\/north\.test\/api\/v2\/internal\/unsubscribe\/[\w.-]+>$/),
    })
    expect(mail?.text).toContain(`author submitted ${title} for review:\n    Please look. Soon.\n`)
    expect(mail?.text).toContain(`http://north.test/ui/changerequests/${id}\n`)
    mails.received.length = 0
    expect(await sent()).toEqual([])
  })

  test('tell authors of failures, and of other news only if they want it', async () => {
    const { act, title } = await request()
    await act('admin', 'comment', 'Hm.')
    expect(await sent()).toEqual([])
    await prefer('author', { news: 'at once' })
    await act('admin', 'comment', 'Hm.')
    await act('author', 'comment', 'What?')
    expect(await sent()).toEqual([`author@example.org [Quatrain] admin commented on ${title}`])

    await prefer('author', { failures: 'at once' })
    const scheduled = await request()
    const at = new Date(server.clock.now().getTime() + 60_000).toISOString()
    expectSuccess(await scheduled.settle('author', 'schedule', { at }))
    const db = await server.tenant('NORTH')
    await sql`update users set is_superuser = false where username = 'author'`.execute(db)
    server.clock.pass(120)
    await server.applyDue()
    await sql`update users set is_superuser = true where username = 'author'`.execute(db)
    expect(await sent()).toEqual([`author@example.org [Quatrain] author could not apply ${scheduled.title}`])
  })

  test('ask the author and the approvers to confirm what was applied', async () => {
    const { settle, act, title } = await request()
    await act('author', 'submit')
    await sent()
    expectSuccess(await settle('reviewer', 'approve'))
    expectSuccess(await settle('author', 'apply', { confirm_within: 60 }))
    expect(await sent()).toEqual(
      ['author', 'reviewer'].map((name) => `${name}@example.org [Quatrain] author applied ${title}`),
    )
    await act('author', 'confirm')
  })

  test('tell approvers of a save past the rule, with the reason', async () => {
    await setRule({ kinds: [kind] })
    made += 1
    const input = { name: `past${made}`, groupname, rules }
    const path = 'thresholdsprofiles?past_rule=true&remark=Disks%20are%20full'
    expectSuccess(await (await server.as('author')).send('POST', path, input))
    await server.sendRequestMails()
    expect(mails.received.map(({ to }) => to.join()).toSorted()).toEqual(['admin@example.org', 'reviewer@example.org'])
    const [mail] = mails.received
    expect(mail?.headers.subject).toBe(`[Quatrain] author saved the thresholds profile (past${made}) past the rule`)
    expect(mail?.text).toContain('Without a change request: Disks are full')
  })

  test('of a day are one mail at six in the morning', async () => {
    await prefer('reviewer', { reviews: 'daily' })
    await prefer('admin', {})
    const [first, second] = [await request(), await request()]
    await first.act('author', 'submit')
    server.clock.pass(60)
    await second.act('author', 'submit')
    expect(await sent()).toEqual([])
    const six = new Date(server.clock.now())
    six.setUTCHours(six.getUTCHours() < 6 ? 6 : 30, 0, 0, 0)
    server.clock.pass((six.getTime() - server.clock.now().getTime()) / 1000 - 1)
    expect(await sent()).toEqual([])
    server.clock.pass(2)
    await server.sendRequestMails()
    const [mail, ...others] = mails.received
    expect([mail?.to, others]).toEqual([['reviewer@example.org'], []])
    expect(mail?.headers.subject).toBe('[Quatrain] 2 notifications')
    for (const { title } of [first, second]) expect(mail?.text).toContain(`author submitted ${title} for review.`)
    admin = await server.as('admin')
  })

  test('say nothing of objects that the recipient may not see', async () => {
    await setRule({ kinds: ['metricoverride'], approvers: { kind: 'reports', name: 'readers' } })
    made += 1
    const attributes = {
      global_attributes: [{ attribute: 'a', value: 'b' }],
      host_attributes: [],
      metric_parameters: [],
    }
    const { act } = await request({ kind: 'metricoverride', input: { name: `hidden${made}`, ...attributes } })
    await act('author', 'submit')
    await server.sendRequestMails()
    expect(mails.received.map(({ to }) => to.join()).toSorted()).toEqual(['admin@example.org', 'reviewer@example.org'])
  })

  test('are sent once by one of the processes, tried again for a day, and then given up', async () => {
    await prefer('admin', {})
    const { act } = await request()
    await act('author', 'submit')
    mails.refuseWith(451)
    expect(await server.sendRequestMails()).toBe(1)
    expect(await server.sendRequestMails()).toBe(0)
    mails.refuseWith()
    server.clock.pass(31)
    await Promise.all([server.sendRequestMails(), server.sendRequestMails()])
    expect(mails.received.map(({ to }) => to.join())).toEqual(['reviewer@example.org'])
    const waiting = async () => rowsIn(await server.tenant('NORTH'))`select id from request_mails`
    expect(await waiting()).toEqual([])

    mails.received.length = 0
    const second = await request()
    await second.act('author', 'submit')
    mails.refuseWith(451)
    for (let hour = 0; hour < 25; hour += 1) {
      await server.sendRequestMails()
      server.clock.pass(3600)
    }
    await server.sendRequestMails()
    server.clock.pass(4 * 3600)
    await server.sendRequestMails()
    expect([await waiting(), mails.received]).toEqual([[], []])
    admin = await server.as('admin')
  })

  test('whose process ended are sent by another one when the lease has ended', async () => {
    await prefer('admin', {})
    const { act } = await request()
    await act('author', 'submit')
    const stop = server.database.observe((statement) => {
      if (statement.includes('delete from request_mails')) throw new Error('The process has ended.')
    })
    await expect(server.sendRequestMails()).rejects.toThrow('The process has ended.')
    stop()
    expect(await server.sendRequestMails()).toBe(0)
    server.clock.pass(121)
    expect(await server.sendRequestMails()).toBe(1)
    const ids = mails.received.map(({ headers }) => headers['message-id'])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('tell who watches an object what others do to it, also under another name', async () => {
    await prefer('admin', {})
    made += 1
    const kind = 'metricoverride'
    const none = { global_attributes: [], host_attributes: [], metric_parameters: [] }
    const input = { ...none, name: `watched${made}` }
    const author = await server.as('author')
    const { id } = expectSuccess(await author.send('POST', 'metricconfiguration', input)).body
    const watch = async (username: string, body: object) =>
      (await server.as(username)).send('POST', 'watchedobjects', { kind, name: input.name, watched: true, ...body })
    expectSuccess(await watch('reviewer', {}))
    expect(expectSuccess(await watch('reviewer', {})).body).toEqual([{ kind, name: input.name }])
    expectSuccess(await watch('author', {}))
    expect((await watch('member', { kind: 'user' })).body.fields).toEqual({ kind: 'You see no objects of this kind' })
    const change = async (more: object) =>
      expectSuccess(await author.send('PUT', 'metricconfiguration', { ...input, id, ...more }, whatever))
    await change({ name: `renamed${made}` })
    expect(await sent()).toEqual([
      `reviewer@example.org [Quatrain] author changed the metric configuration override (renamed${made})`,
    ])
    expect((await (await server.as('reviewer')).send('GET', 'watchedobjects')).body).toEqual([
      { kind, name: `renamed${made}` },
    ])
    expectSuccess(await author.send('DELETE', `metricconfiguration/renamed${made}`, undefined, whatever))
    expect(await sent()).toEqual([
      `reviewer@example.org [Quatrain] author deleted the metric configuration override (renamed${made})`,
    ])
    expect((await author.send('GET', 'watchedobjects')).body).toEqual([])
  })

  test('tell members of its group, and superusers, that more is wrong with objects', async () => {
    await server.countFindings()
    await prefer('reviewer', { findings: 'at once' })
    await prefer('admin', { findings: 'daily' })
    made += 1
    const author = await server.as('author')
    const worse = { name: `worse${made}`, groupname, rules: [{ metric: 'gone', thresholds: 'time=1s;0:2;9:' }] }
    expectSuccess(await author.send('POST', 'thresholdsprofiles', worse))
    await server.countFindings()
    await server.sendRequestMails()
    const [mail, ...others] = mails.received
    expect([mail?.to, others]).toEqual([['reviewer@example.org'], []])
    expect(mail?.headers.subject).toBe(
      `[Quatrain] The server found more errors or warnings in objects of the group ${groupname}`,
    )
    expect(mail?.text).toMatch(/ {4}\d+ now, \d+ before\n {4}http:\/\/north\.test\/ui\/findings\?group=operations\n/)
    mails.received.length = 0
    await server.countFindings()
    expect(await sent()).toEqual([])
  })

  test('end with one click in a mail program, by the link of this mail only', async () => {
    const { act } = await request()
    await act('author', 'submit')
    await server.sendRequestMails()
    const mail = mails.received.find(({ to }) => to.includes('reviewer@example.org'))
    const address = /<http:\/\/north\.test(.*)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
    const click = (path: string, host = 'north.test') =>
      server.app.inject({
        method: 'POST',
        url: path,
        headers: { host, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
        payload: 'List-Unsubscribe=One-Click',
      })
    const reviewer = await server.as('reviewer')
    for (const [path, host] of [[`${address}x`], [address.replace(/\d+\./, '1.')], [address, 'south.test']] as const)
      expect((await click(path, host)).statusCode).toBe(400)
    expect((await reviewer.send('GET', 'mailpreferences')).body).toEqual(usualMailPreferences)
    expect((await click(address)).statusCode).toBe(200)
    expect((await reviewer.send('GET', 'mailpreferences')).body).toEqual(preferences)
    expect((await admin.send('GET', 'mailpreferences')).body).toEqual(usualMailPreferences)
    mails.received.length = 0
    const second = await request()
    await second.act('author', 'submit')
    expect(await sent()).toEqual([expect.stringMatching(/^admin@/)])
    expect((await reviewer.send('PUT', 'mailpreferences', { ...usualMailPreferences, news: 'hourly' })).status).toBe(
      400,
    )
  })
})
