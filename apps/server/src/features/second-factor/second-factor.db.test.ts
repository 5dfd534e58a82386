import { databases } from '@quatrain/platform/testing/databases.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('second factors on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  const codeAt = (secret: string, shift = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: server.clock.now().getTime() + shift * 30_000,
    })
  async function logIn(username: string, code?: string, client = server.browser()) {
    await client.send('GET', 'istenantschema')
    const answer = await client.send('POST', '/dj-rest-auth/login', { username, password, ...(code && { code }) })
    return { client, ...answer }
  }
  const isSignedIn = async (client: Client) => (await client.send('GET', 'sessionactive/true')).body.active
  /** A user with an app. */
  async function withApp(username: string) {
    const { client } = await logIn(username)
    const { secret } = (await client.send('POST', 'secondfactor/app')).body
    const { status, body } = await client.send('POST', 'secondfactor/app/confirm', { code: codeAt(secret) })
    expect(status).toBe(200)
    return { client, secret, codes: body.recovery_codes as string[] }
  }
  const remove = async (name: string) => (await logIn('admin')).client.send('DELETE', `users/${name}/secondfactor`)
  const logged = async (name: string) => {
    const north = await server.tenant('NORTH')
    return north
      .selectFrom('activity_with_documents')
      .select(['action', 'actor', 'address', 'after'])
      .where('kind', '=', 'user')
      .where('object_name', '=', name)
      .orderBy('number')
      .execute()
  }

  test('an app counts after its first code, and a login then needs one', async () => {
    const { client } = await logIn('member')
    const begun = await client.send('POST', 'secondfactor/app')
    expect(begun.status).toBe(201)
    expect(begun.headers['cache-control']).toBe('no-store')
    expect(begun.body.address).toMatch(/^otpauth:\/\/totp\/Quatrain%20NORTH:member\?.*secret=[A-Z2-7]{32}/)
    expect((await logIn('member')).body).toEqual({ detail: 'Successfully logged in.' })
    const wrong = await client.send('POST', 'secondfactor/app/confirm', { code: '12345a' })
    expect(wrong.body.fields).toEqual({ code: 'Must be the six digits of the app, or a recovery code' })
    const code = codeAt(begun.body.secret)
    const { body } = await client.send('POST', 'secondfactor/app/confirm', { code })
    expect(new Set(body.recovery_codes).size).toBe(10)
    expect(body.recovery_codes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect((await client.send('GET', 'secondfactor')).body).toEqual({
      app_since: server.clock.now().toISOString(),
      passkeys: [],
      recovery_codes: 10,
    })
    const without = await logIn('member')
    expect([without.status, without.body.second_factor]).toEqual([200, { app: true }])
    expect(await isSignedIn(without.client)).toBe(false)
    // The code of the set-up was used.
    expect((await logIn('member', code)).body.fields).toEqual({ code: 'Wrong code, or a code that was used before' })
    server.clock.pass(30)
    const next = codeAt(begun.body.secret)
    expect(await isSignedIn((await logIn('member', next)).client)).toBe(true)
    expect((await logIn('member', next)).status).toBe(400)
    expect((await client.send('POST', 'secondfactor/app')).status).toBe(409)
    expect((await remove('member')).status).toBe(200)
    server.clock.pass(600)
  })

  test('clocks may differ by one step, and of two logins with one code one succeeds', async () => {
    const { secret } = await withApp('member')
    server.clock.pass(600)
    expect((await logIn('member', codeAt(secret, -2))).status).toBe(400)
    expect((await logIn('member', codeAt(secret, 2))).status).toBe(400)
    expect((await logIn('member', codeAt(secret, -1))).status).toBe(200)
    const code = codeAt(secret, 1)
    const both = await Promise.all([logIn('member', code), logIn('member', code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await logIn('member', codeAt(secret))).status).toBe(400)
    expect((await remove('member')).status).toBe(200)
    server.clock.pass(600)
  })

  test('a recovery code replaces the app once, and new ones replace the others', async () => {
    const { codes } = await withApp('member')
    const [first = '', second = '', third = ''] = codes
    const { client } = await logIn('member', first.toLowerCase().replaceAll('-', ' '))
    expect(await isSignedIn(client)).toBe(true)
    expect((await logged('member')).at(-1)).toMatchObject({ action: 'sign-in', after: { factor: 'recovery-code' } })
    expect((await logIn('member', first)).status).toBe(400)
    expect((await logIn('member', second)).status).toBe(200)
    expect((await client.send('GET', 'secondfactor')).body.recovery_codes).toBe(8)
    const { body } = await client.send('POST', 'secondfactor/recoverycodes')
    expect((await logIn('member', third)).status).toBe(400)
    expect((await logIn('member', body.recovery_codes[0])).status).toBe(200)
    const north = await server.tenant('NORTH')
    const stored = await north.selectFrom('recovery_codes').select('code_hash').execute()
    expect(stored).toHaveLength(9)
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(codes.join('|').replaceAll('-', '')))
    expect((await remove('member')).status).toBe(200)
    server.clock.pass(600)
  })

  test('many wrong codes of one user pause the codes of this user only', async () => {
    const { secret } = await withApp('stranger')
    server.clock.pass(60)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      // Without the limit of passwords, which is lower at one address.
      const client = server.browser('north.test', `198.51.100.${attempt}`)
      statuses.push((await logIn('stranger', '000000', client)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    expect((await logIn('stranger', codeAt(secret))).status).toBe(429)
    expect((await logIn('member')).body).toEqual({ detail: 'Successfully logged in.' })
    server.clock.pass(16 * 60)
    expect(await isSignedIn((await logIn('stranger', codeAt(secret))).client)).toBe(true)
    expect((await logged('stranger')).find(({ action }) => String(action) === 'refuse')).toMatchObject({
      address: '198.51.100.0',
      after: { factor: 'wrong code' },
    })
    expect((await remove('stranger')).status).toBe(200)
    server.clock.pass(600)
  })

  test('a wrong password reveals nothing about a factor', async () => {
    await withApp('member')
    const client = server.browser()
    await client.send('GET', 'istenantschema')
    const body = { username: 'member', password: 'wrong' }
    const { status, body: answer } = await client.send('POST', '/dj-rest-auth/login', body)
    expect([status, answer.detail]).toEqual([401, 'Unable to log in with provided credentials.'])
    expect(answer).not.toHaveProperty('second_factor')
    expect((await remove('member')).status).toBe(200)
    server.clock.pass(600)
  })

  test('an administrator resets a factor: the sessions end, and the activity log says who did it', async () => {
    const { client } = await withApp('member')
    expect((await (await logIn('stranger')).client.send('DELETE', 'users/member/secondfactor')).status).toBe(403)
    const south = server.browser('south.test')
    await logIn('admin', undefined, south)
    // SOUTH has a user of the same name.
    expect((await south.send('DELETE', 'users/member/secondfactor')).body).toEqual({ had_factor: false })
    expect((await remove('member')).body).toEqual({ had_factor: true })
    expect(await isSignedIn(client)).toBe(false)
    expect((await logIn('member')).body).toEqual({ detail: 'Successfully logged in.' })
    expect((await remove('member')).body).toEqual({ had_factor: false })
    const row = (await logged('member')).find(
      ({ action, actor }) => String(action) === 'remove-factor' && actor === 'admin',
    )
    expect(row?.after).toMatchObject({ ended: expect.any(Number) })
  })

  describe('a login that is not recent', () => {
    test('does not change a factor until the user proves again who they are', async () => {
      const { client, secret } = await withApp('member')
      server.clock.pass(601)
      for (const [method, path] of [
        ['DELETE', 'secondfactor/app'],
        ['POST', 'secondfactor/recoverycodes'],
      ] as const) {
        const { status, body } = await client.send(method, path)
        expect([status, body.code]).toEqual([403, 'reauthentication_required'])
      }
      const prove = (body: object) => client.send('POST', 'reauthenticate', body)
      expect((await prove({ password: 'wrong' })).body.fields).toEqual({ password: 'Wrong password' })
      expect((await prove({ password })).body.second_factor).toEqual({ app: true })
      expect((await client.send('POST', 'secondfactor/recoverycodes')).status).toBe(403)
      expect((await prove({ password, code: codeAt(secret) })).body).not.toHaveProperty('second_factor')
      expect((await logged('member')).at(-1)).toMatchObject({ action: 'confirm', address: '127.0.0.1' })
      expect((await client.send('POST', 'secondfactor/recoverycodes')).status).toBe(200)
      server.clock.pass(601)
      expect((await client.send('DELETE', 'secondfactor/app')).status).toBe(403)
      server.clock.pass(301)
      expect((await prove({ password, code: codeAt(secret) })).status).toBe(200)
      expect((await client.send('DELETE', 'secondfactor/app')).status).toBe(204)
      expect((await client.send('GET', 'secondfactor')).body).toEqual({
        app_since: '',
        passkeys: [],
        recovery_codes: 0,
      })
    })

    test('of one session is not made recent by another one', async () => {
      const { client } = await logIn('member')
      server.clock.pass(601)
      await logIn('member')
      expect((await client.send('POST', 'secondfactor/app')).status).toBe(403)
    })
  })
})
