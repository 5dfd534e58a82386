import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

const chosen = 'a new and long password'

describe.each(databases)('the own account on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  const signIn = async (username: string, given = password, device = 'Firefox') => {
    const client = server.browser()
    await client.send('GET', 'istenantschema')
    const headers = { 'user-agent': device }
    const answer = await client.send('POST', '/dj-rest-auth/login/', { username, password: given }, headers)
    return { client, status: answer.status }
  }
  const isSignedIn = async (client: Client) => (await client.send('GET', 'users')).status === 200
  const body = (username: string, current_password: string, new_password = chosen) => ({
    username,
    current_password,
    new_password,
  })

  test.each(['POST', 'PUT'])('a password is changed by %s, and the other sessions end', async (method) => {
    const user = method === 'POST' ? 'member' : 'stranger'
    const [{ client }, { client: elsewhere }] = [await signIn(user), await signIn(user)]
    expect(await isSignedIn(elsewhere)).toBe(true)
    const { status } = await client.send(method, 'change_password/', body(user, password))
    expect(status).toBe(method === 'POST' ? 201 : 200)
    expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect([(await signIn(user)).status, (await signIn(user, chosen)).status]).toEqual([401, 200])
  })

  test.each([
    [{ current_password: 'wrong one' }, { current_password: 'Wrong password' }],
    [{ current_password: '' }, { current_password: 'Required' }],
    [{ new_password: 'short' }, { new_password: 'Your password must contain at least 8 characters.' }],
    [{ new_password: '9081726354' }, { new_password: 'Your password cannot be entirely numeric.' }],
    [{ new_password: 'i am Nobody!' }, { new_password: 'Your password cannot contain your username.' }],
    [{ new_password: 'Password1' }, { new_password: 'Your password is too common.' }],
    [{ new_password: password }, { new_password: 'The new password must differ from the present one' }],
  ])('%o is refused with its field', async (wrong, fields) => {
    const { client } = await signIn('nobody')
    const answer = await client.send('POST', 'change_password/', { ...body('nobody', password), ...wrong })
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  })

  test('nobody changes the password of another user, superusers neither', async () => {
    const admin = await server.as('admin')
    for (const name of ['nobody', 'unknown']) {
      const { status, body: answer } = await admin.send('POST', 'change_password/', body(name, password))
      expect([status, answer.detail]).toEqual([403, 'You do not have permission to change password for another user.'])
    }
  })

  test('the current password cannot be guessed', async () => {
    const { client } = await signIn('nobody')
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1) {
      statuses.push((await client.send('POST', 'change_password/', body('nobody', 'a guess'))).status)
    }
    expect(statuses.at(-1)).toBe(429)
    server.clock.pass(6 * 60)
    expect((await client.send('POST', 'change_password/', body('nobody', password, 'yet another one'))).status).toBe(
      201,
    )
    expect((await client.send('POST', 'change_password/', body('nobody', 'yet another one', password))).status).toBe(
      201,
    )
  })

  test('the own sessions are listed with device and address, and end one by one or all others', async () => {
    const [{ client }, { client: second }, { client: third }] = [
      await signIn('nobody', password, 'Firefox'),
      await signIn('nobody', password, 'Chrome'),
      await signIn('nobody', password, 'Safari'),
    ]
    await client.send('POST', 'endothersessions')
    expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, false])
    const { client: fourth } = await signIn('nobody', password, 'Edge')
    const { body: listed } = await client.send('GET', 'ownsessions')
    expect(listed).toMatchObject([
      { device: 'Edge', address: '127.0.0.1', is_current: false },
      { device: 'Firefox', address: '127.0.0.1', is_current: true },
    ])
    expect(JSON.stringify(listed)).not.toContain('token')
    const admin = await server.as('admin')
    expect((await admin.send('DELETE', `ownsessions/${listed[0].id}`)).status).toBe(404)
    expect(await isSignedIn(fourth)).toBe(true)
    expect((await client.send('DELETE', `ownsessions/${listed[0].id}`)).status).toBe(204)
    expect([await isSignedIn(fourth), await isSignedIn(client)]).toEqual([false, true])
    server.clock.pass(13 * 3_600)
    const { client: later } = await signIn('nobody')
    expect((await later.send('GET', 'ownsessions')).body).toHaveLength(1)
  })

  test('what ended sessions is in the activity log, without a password', async () => {
    const north = await server.tenant('NORTH')
    const log = await north
      .selectFrom('activity_with_documents')
      .select(['action', 'object_name', 'after'])
      .orderBy('number')
      .execute()
    const rows = log.filter(({ action }) => /^(set|end)-/.test(action))
    expect(rows[0]).toMatchObject({ action: 'set-password', object_name: 'member', after: { ended: 1 } })
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['set-password', 'end-session']))
    expect(JSON.stringify(rows)).not.toContain(chosen)
  })
})
