import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

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
    return rows.map(({ action, actor, address, kind, object_name, after }) => {
      return { action, actor, address, kind, object_name, after }
    })
  }

  test('logins and logouts are recorded with their address, logins also with the device', async () => {
    const { logIn, logOut } = await browserAt('192.0.2.1')
    expect([await logIn('member', password), await logOut(), await logOut()]).toEqual([200, 200, 200])
    const row = { actor: 'member', address: '192.0.2.1', kind: 'user', object_name: 'member', after: null }
    expect(await added()).toEqual([
      { ...row, action: 'sign-in', after: { device } },
      { ...row, action: 'sign-out' },
    ])
  })

  test('refusals are recorded the first time and when the limit is reached, however many follow', async () => {
    await added()
    const { logIn } = await browserAt('192.0.2.2')
    for (let count = 0; count < 20; count += 1) await logIn('member', 'wrong')
    const row = { action: 'refuse', actor: '', address: '192.0.2.2', kind: 'user', object_name: 'member' }
    expect(await added()).toEqual([
      { ...row, after: { attempts: 1, device } },
      { ...row, after: { attempts: 5, device } },
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
})
