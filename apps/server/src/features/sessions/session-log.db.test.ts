import { blankUser } from '@quatrain/contract/resources/user.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '#test/seed.ts'
import { startTestApp, type TestApp, whatever } from '#test/test-app.ts'

/** What the client of tests calls itself. */
const device = 'lightMyRequest'

describe.each(databases)('sign-ins in the activity log on $name', (kind) => {
  let server: TestApp
  let last = 0
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  async function browserAt(address: string) {
    const browser = server.browser('north.test', address)
    await browser.send('GET', 'istenantschema')
    const logIn = async (username: string, given: string) =>
      (await browser.send('POST', '/dj-rest-auth/login', { username, password: given })).status
    return { logIn, logOut: async () => (await browser.send('POST', '/dj-rest-auth/logout')).status }
  }
  /** The rows that were added since the last call. */
  async function added() {
    const north = await server.tenant('NORTH')
    const rows = await north.selectFrom('activity').selectAll().where('number', '>', last).orderBy('number').execute()
    last = rows.at(-1)?.number ?? last
    return rows.map(({ action, actor, address, device, kind, object_name, after }) => {
      return { action, actor, address, device, kind, object_name, after }
    })
  }

  test('logins and logouts are recorded with address and device', async () => {
    const { logIn, logOut } = await browserAt('192.0.2.1')
    expect([await logIn('member', password), await logOut(), await logOut()]).toEqual([200, 200, 200])
    const row = { actor: 'member', address: '192.0.2.1', device, kind: 'user', object_name: 'member' }
    expect(await added()).toEqual([
      { ...row, action: 'sign-in', after: {} },
      { ...row, action: 'sign-out', after: null },
    ])
  })

  test('refusals are recorded the first time and when the limit is reached, however many follow', async () => {
    await added()
    const { logIn } = await browserAt('192.0.2.2')
    for (let count = 0; count < 20; count += 1) await logIn('member', 'wrong')
    const row = { action: 'refuse', actor: '', address: '192.0.2.2', device, kind: 'user', object_name: 'member' }
    expect(await added()).toEqual([
      { ...row, after: { attempts: 1 } },
      { ...row, after: { attempts: 5 } },
    ])
  })

  test('unknown names are not recorded, because they may be passwords', async () => {
    await added()
    const { logIn } = await browserAt('192.0.2.3')
    await logIn('correct horse', 'member')
    await logIn('gone', password)
    expect((await added()).map(({ object_name }) => object_name)).toEqual(['', 'gone'])
  })

  test('many names from one network add no more rows than attempts are accepted from there', async () => {
    await added()
    const { logIn } = await browserAt('192.0.4.1')
    for (let count = 0; count < 70; count += 1) await logIn(`guess ${count}`, 'wrong')
    expect(await added()).toHaveLength(60)
  })

  test('the home page does not list them as changes', async () => {
    const { body } = await (await server.as('admin')).send('GET', 'home')
    expect(body.changes).toEqual([])
  })

  test('failures, factor changes, and changes of groups and their members are recorded with address and device', async () => {
    await added()
    const [address, device] = ['192.0.2.9', 'A browser of an administrator']
    const browser = server.browser('north.test', address)
    const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      browser.send(method, path, body, { 'user-agent': device, ...(method === 'GET' ? {} : whatever) })
    await send('GET', 'istenantschema')
    const logIn = (given: string) => send('POST', '/dj-rest-auth/login', { username: 'admin', password: given })
    const codeOf = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now().getTime() })

    await logIn('wrong')
    await logIn(password)
    const { secret } = (await send('POST', 'secondfactor/app')).body
    await send('POST', 'secondfactor/app/confirm', { code: codeOf(secret) })
    await send('POST', 'secondfactor/recoverycodes')
    await send('POST', 'reauthenticate', { password, code: '000000' })
    await send('PUT', 'secondfactorrule', { required_of: 'superusers' })
    await send('PUT', 'secondfactorrule', { required_of: 'nobody' })
    await send('DELETE', 'secondfactor/app')
    await send('POST', 'users', { ...blankUser, username: 'reader', password, email: 'reader@example.org' })
    await send('POST', 'metricsgroup', { name: 'alumni', items: [], users: ['reader'] })
    await send('PUT', 'metricsgroup', { name: 'alumni', items: [], users: [] })
    await send('DELETE', 'metricsgroup/alumni')
    await send('POST', '/dj-rest-auth/logout')

    const rows = await added()
    expect(rows.map(({ action, kind, object_name }) => `${action} ${kind} ${object_name}`)).toEqual([
      'refuse user admin',
      'sign-in user admin',
      'set-factor user admin',
      'renew-codes user admin',
      'refuse user admin',
      'require-factor tenant NORTH',
      'require-factor tenant NORTH',
      'remove-factor user admin',
      'add user reader',
      'add groupofmetrics alumni',
      'change user reader',
      'change groupofmetrics alumni',
      'change user reader',
      'delete groupofmetrics alumni',
      'sign-out user admin',
    ])
    expect(new Set(rows.map((row) => `${row.address} ${row.device}`))).toEqual(new Set([`${address} ${device}`]))
  })
})
