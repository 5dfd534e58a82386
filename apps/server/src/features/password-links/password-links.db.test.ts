import { Writable } from 'node:stream'
import { linkHours } from '@quatrain/contract/accounts/password-links.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailServer, mailsThrough, startMailServer } from '#test/mail-server.ts'
import { password } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const someone = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.org',
  is_superuser: false,
  is_active: true,
}
const chosen = 'a long enough password'
const ended = 'This link has been used, has expired, or was replaced. Ask an administrator for another.'

describe.each(databases)('links to set a password on $name', (kind) => {
  let mails: MailServer
  let server: TestApp
  let admin: Client
  let log = ''
  beforeAll(async () => {
    mails = await startMailServer()
    const from = 'Quatrain <quatrain@example.org>'
    const sink = new Writable({
      write(chunk, _, done) {
        log += String(chunk)
        done()
      },
    })
    server = await startTestApp(kind, { mail: mailsThrough(mails, { from, team: 'team@example.org' }), log: sink })
  })
  afterAll(async () => {
    await server.close()
    await mails.close()
  })
  beforeEach(async () => {
    // Wrong links of earlier tests do not count any more.
    server.clock.pass(301)
    admin = await server.as('admin')
    mails.refuseWith()
    mails.received.length = 0
  })

  const add = (username: string, more: object = {}) => admin.send('POST', 'users/', { ...someone, username, ...more })
  const sendLink = (username: string, client = admin) => client.send('POST', 'passwordlinks', { username })
  /** The token of the last mail. */
  const mailed = (): string => /#([\w-]{43})\n/.exec(mails.received.at(-1)?.text ?? '')?.[1] ?? 'no token'
  const visitor = async (host: Host = 'north.test') => {
    const browser = server.browser(host)
    await browser.send('GET', 'istenantschema')
    return browser
  }
  const setPassword = async (token: string, new_password = chosen, host?: Host) =>
    (await visitor(host)).send('POST', 'setpassword', { token, new_password })
  const logIn = async (username: string, given = chosen) => {
    const browser = await visitor()
    const { status } = await browser.send('POST', '/dj-rest-auth/login/', { username, password: given })
    return { status, browser }
  }

  test('a new user without a password gets a link, sets a password with it once, and logs in', async () => {
    const added = await add('ada')
    expect([added.status, added.body.info]).toEqual([201, 'A link to set the password was sent to ada@example.org.'])
    const [mail] = mails.received
    // The team, which gets a copy of other mails, could use the link.
    expect(mail?.to).toEqual(['ada@example.org'])
    expect(mail?.headers.subject).toBe('[Quatrain] Set your password for NORTH')
    expect(mail?.text).toContain(`http://north.test/ui/set_password#${mailed()}\n`)
    expect((await logIn('ada')).status).toBe(401)
    const user = await (await visitor()).send('POST', 'readpasswordlink', { token: mailed() })
    expect([user.status, user.body]).toEqual([200, { username: 'ada' }])

    for (const [password, message] of [
      ['short', 'Your password must contain at least 8 characters.'],
      ['8123049567', 'Your password cannot be entirely numeric.'],
      ['ada', 'Your password must contain at least 8 characters.'],
      ['Superman1', 'Your password is too common.'],
    ] as const) {
      const refused = await setPassword(mailed(), password)
      expect([refused.status, refused.body.fields?.new_password]).toEqual([400, message])
    }
    expect((await setPassword(mailed())).status).toBe(200)
    expect((await logIn('ada')).status).toBe(200)
    const again = await setPassword(mailed(), 'another long password')
    expect([again.status, again.body.detail]).toEqual([400, ended])
  })

  test('wrong links are throttled like wrong passwords, which locks out nobody', async () => {
    await add('eve', { password: chosen })
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await setPassword(`wrong-${attempt}`)).status).toBe(400)
    expect((await setPassword('wrong')).status).toBe(429)
    expect((await (await visitor()).send('POST', 'readpasswordlink', { token: 'wrong' })).status).toBe(429)
    expect((await logIn('eve')).status).toBe(200)
  })

  test('the present password is refused as the new one', async () => {
    await add('finn', { password: chosen })
    await sendLink('finn')
    const refused = { new_password: 'The new password must differ from the present one' }
    expect((await setPassword(mailed())).body.fields).toEqual(refused)
    const { browser } = await logIn('finn')
    const body = { username: 'finn', current_password: chosen, new_password: chosen }
    expect((await browser.send('PUT', 'change_password', body)).body.fields).toEqual(refused)
  })

  test('of two people who use a link at once, one sets the password', async () => {
    await add('twice')
    const passwords = ['the first long password', 'the second long password']
    const answers = await Promise.all(passwords.map((password) => setPassword(mailed(), password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('an existing user keeps the password and the sessions until the link is used', async () => {
    await add('bob', { password: chosen })
    expect(mails.received).toEqual([])
    const { browser } = await logIn('bob')
    const sent = await sendLink('bob')
    expect([sent.status, sent.body.detail]).toEqual([200, 'A link to set the password was sent to ada@example.org.'])
    expect((await browser.send('GET', 'sessionactive/true')).body.active).toBe(true)
    expect((await setPassword(mailed(), 'an even longer password')).status).toBe(200)
    expect((await browser.send('GET', 'sessionactive/true')).body.active).toBe(false)
    expect((await logIn('bob')).status).toBe(401)
    expect((await logIn('bob', 'an even longer password')).status).toBe(200)
    const north = await server.tenant('NORTH')
    const events = north
      .selectFrom('activity_with_documents')
      .select(['action', 'actor', 'after'])
      .where('object_name', '=', 'bob')
    const rows = await events.orderBy('number').execute()
    const aboutPassword = rows.filter(({ action }) => /password|link/.test(String(action)))
    expect(aboutPassword).toEqual([
      { action: 'send-link', actor: 'admin', after: { email: 'ada@example.org' } },
      { action: 'set-password', actor: 'bob', after: expect.objectContaining({ by: 'link', ended: 1 }) },
    ])
  })

  test.each([
    ['has expired', () => passALinksTime()],
    ['was replaced by another', async (username: string) => void (await sendLink(username))],
    ['belongs to a user who was deactivated', (username: string) => change(username, { is_active: false })],
    ['was sent to a former address', (username: string) => change(username, { email: 'new@example.org' })],
    ['belongs to a user who was deleted', (username: string) => remove(username)],
    ['is older than a password that the user chose', (username: string) => choose(username)],
  ])('a link that %s cannot be used', async (title, happen) => {
    const username = `user-${title.length}`
    await add(username, { password: chosen })
    await sendLink(username)
    const token = mailed()
    await happen(username)
    for (const path of ['readpasswordlink', 'setpassword']) {
      const body = { token, ...(path === 'setpassword' && { new_password: chosen }) }
      const { status, body: refusal } = await (await visitor()).send('POST', path, body)
      expect([status, refusal.detail]).toEqual([400, ended])
    }
  })
  const passALinksTime = async () => {
    server.clock.pass(linkHours * 3_600)
    const { browser, status } = await logIn('admin', password)
    expect(status).toBe(200)
    admin = browser
  }
  const change = async (username: string, more: object) => {
    const { body } = await admin.send('GET', `users/${username}`)
    const changed = await admin.send('PUT', 'users/', { ...someone, username, pk: body.pk, ...more }, whatever)
    expect(changed.status).toBe(200)
  }
  const remove = async (username: string) => {
    expect((await admin.send('DELETE', `users/${username}`, undefined, whatever)).status).toBe(204)
  }
  const choose = async (username: string) => {
    const { browser } = await logIn(username)
    const body = { username, current_password: chosen, new_password: 'chosen in the profile' }
    expect((await browser.send('POST', 'change_password', body)).status).toBe(201)
  }

  test('a link is of no use in another tenant', async () => {
    await add('carol')
    const elsewhere = await setPassword(mailed(), chosen, 'south.test')
    expect([elsewhere.status, elsewhere.body.detail]).toEqual([400, ended])
    expect((await setPassword(mailed())).status).toBe(200)
  })

  test('a mail that is refused leaves a new user without a password, and no link', async () => {
    mails.refuseWith(550)
    const added = await add('dora', { email: 'dora@example.org' })
    expect(added.status).toBe(201)
    expect(added.body.warning).toMatch(
      /^The mail with the link was not sent: .*Send another link on the page of the user\.$/,
    )
    const refused = await sendLink('dora')
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    const north = await server.tenant('NORTH')
    const left = north.selectFrom('password_links').select('user_id').where('user_id', '=', added.body.pk)
    expect(await left.execute()).toEqual([])
    mails.refuseWith()
    expect((await sendLink('dora')).status).toBe(200)
    expect((await setPassword(mailed())).status).toBe(200)
  })

  test('links are sent by superusers, to active users with an address', async () => {
    expect((await sendLink('admin', await server.as('member'))).status).toBe(403)
    expect((await sendLink('admin', await visitor())).status).toBe(401)
    expect((await sendLink('nobody-of-this-name')).status).toBe(404)
    await add('erik', { password: chosen })
    await change('erik', { is_active: false })
    expect((await sendLink('erik')).body.fields.username).toMatch(/not active/)
    const north = await server.tenant('NORTH')
    await north.updateTable('users').set({ email: '', is_active: true }).where('username', '=', 'erik').execute()
    expect((await sendLink('erik')).body.fields.username).toMatch(/no email address/)
    expect(mails.received).toEqual([])
  })

  test('a dry run sends nothing and stores nothing', async () => {
    const { body } = await admin.send('POST', 'users/?dry_run=true', { ...someone, username: 'fred' })
    expect(body.notices.info).toBe('A link to set the password is sent to ada@example.org.')
    expect(mails.received).toEqual([])
    expect((await admin.send('GET', 'users/fred')).status).toBe(404)
  })

  test('neither the log nor the database contains a token', async () => {
    await add('gerda')
    const token = mailed()
    await (await visitor()).send('POST', 'readpasswordlink', { token })
    await setPassword(token, 'short')
    expect(log).toContain('readpasswordlink')
    expect(log).not.toContain(token)
    const north = await server.tenant('NORTH')
    const stored = [
      await north.selectFrom('password_links').selectAll().execute(),
      await north.selectFrom('activity').selectAll().execute(),
    ]
    expect(JSON.stringify(stored)).not.toContain(token)
  })
})

test('without a mail server a new user needs a password, and no link is sent', async () => {
  const [kind] = databases
  if (!kind) return
  const server = await startTestApp(kind)
  const admin = await server.as('admin')
  expect((await admin.send('GET', 'config_options')).body.result.sends_password_links).toBe(false)
  const { status, body } = await admin.send('POST', 'users/', { ...someone, username: 'ada' })
  expect([status, body.fields]).toEqual([400, { password: 'Required' }])
  await admin.send('POST', 'users/', { ...someone, username: 'ada', password: chosen })
  expect((await admin.send('POST', 'passwordlinks', { username: 'ada' })).body.detail).toMatch(/no mail server is set/)
  await server.close()
})
