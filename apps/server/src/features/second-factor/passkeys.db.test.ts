import { maxPasskeys } from '@quatrain/contract/accounts/second-factor.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anAuthenticator, type Signing } from '#test/authenticator.ts'
import { password } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('passkeys on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    for (const name of ['member', 'stranger']) await reset(name)
    server.clock.pass(600)
  })

  async function logIn(username: string, more: object = {}, client = server.browser()) {
    await client.send('GET', 'istenantschema')
    const answer = await client.send('POST', '/dj-rest-auth/login', { username, password, ...more })
    return { client, ...answer }
  }
  const reset = async (name: string) => (await logIn('admin')).client.send('DELETE', `users/${name}/secondfactor`)
  const isSignedIn = async (client: Client) => (await client.send('GET', 'sessionactive/true')).body.active
  const stateOf = async (client: Client) => (await client.send('GET', 'secondfactor')).body
  async function add(client: Client, authenticator = anAuthenticator(), name = 'Key', more: Partial<Signing> = {}) {
    const { body } = await client.send('POST', 'secondfactor/passkeys/begin')
    const passkey = authenticator.make({ challenge: body.challenge, ...more })
    return { options: body, passkey, ...(await client.send('POST', 'secondfactor/passkeys', { name, passkey })) }
  }
  /** A user with one passkey. */
  async function withPasskey(username = 'member') {
    const authenticator = anAuthenticator()
    const { client } = await logIn(username)
    const { status, body } = await add(client, authenticator)
    expect(status).toBe(201)
    return { client, authenticator, codes: body.recovery_codes as string[] }
  }
  /** The first step of a login, in a browser of its own. */
  async function begun(username = 'member') {
    const { client, body } = await logIn(username)
    const challenge: string = body.second_factor.passkey.challenge
    return { client, challenge, finish: (passkey: object) => logIn(username, { passkey }, client) }
  }
  const logged = async (name: string) => {
    const north = await server.tenant('NORTH')
    const rows = north
      .selectFrom('activity_with_documents')
      .select(['action', 'actor', 'address', 'after'])
      .where('kind', '=', 'user')
    return rows.where('object_name', '=', name).orderBy('number').execute()
  }

  test('the first passkey brings recovery codes, and a login then needs a factor', async () => {
    const authenticator = anAuthenticator()
    const { client } = await logIn('member')
    const { options, body, headers } = await add(client, authenticator, 'Laptop')
    expect(options).toMatchObject({
      rp: { id: 'north.test', name: 'Quatrain NORTH' },
      user: { name: 'member' },
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(headers['cache-control']).toBe('no-store')
    expect(body.recovery_codes).toHaveLength(10)
    const created_at = server.clock.now().toISOString()
    expect(await stateOf(client)).toEqual({
      app_since: '',
      passkeys: [{ id: expect.any(Number), name: 'Laptop', created_at, last_used_at: '' }],
      recovery_codes: 10,
    })
    const { client: other, challenge, finish } = await begun()
    expect(await isSignedIn(other)).toBe(false)
    expect((await finish(authenticator.prove({ challenge }))).body).toEqual({ detail: 'Successfully logged in.' })
    expect(await isSignedIn(other)).toBe(true)
    expect((await stateOf(other)).passkeys[0].last_used_at).toBe(created_at)
    expect((await logged('member')).slice(-2)).toMatchObject([
      { action: 'set-factor', address: '127.0.0.1', after: { factor: 'passkey', name: 'Laptop' } },
      { action: 'sign-in', after: { factor: 'passkey' } },
    ])
  })

  test('a login asks for one of the passkeys of the user only', async () => {
    const { client, authenticator } = await withPasskey()
    await withPasskey('stranger')
    const second = anAuthenticator()
    const { options, body } = await add(client, second, 'Second')
    expect(options.excludeCredentials).toEqual([{ type: 'public-key', id: authenticator.id, transports: ['internal'] }])
    // The codes of the first factor stay.
    expect(body.recovery_codes).toEqual([])
    const { second_factor } = (await logIn('member')).body
    expect(second_factor.app).toBe(false)
    expect(second_factor.passkey).toMatchObject({ rpId: 'north.test', userVerification: 'required' })
    const ids = second_factor.passkey.allowCredentials.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([authenticator.id, second.id])
  })

  test.each<[string, Partial<Signing>]>([
    ['another origin', { origin: 'http://evil.test' }],
    ['another port', { origin: 'http://north.test:8080' }],
    ['another tenant', { rpId: 'south.test' }],
    ['a challenge that the console did not send', { challenge: 'AAAA' }],
    ['another kind of message', { type: 'payment.get' }],
    ['an authenticator that has not verified its user', { isVerified: false }],
  ])('a message of %s is refused, for a new passkey and for a login', async (_, more) => {
    const { client } = await logIn('stranger')
    const refused = await add(client, anAuthenticator(), 'Key', more)
    expect(refused.status).toBe(400)
    expect(refused.body.fields.passkey).toMatch(/^This passkey was not made for this page/)
    expect((await stateOf(client)).passkeys).toEqual([])

    const { authenticator } = await withPasskey()
    const { client: other, challenge, finish } = await begun()
    const { status, body } = await finish(authenticator.prove({ challenge, ...more }))
    expect([status, Object.keys(body.fields)]).toEqual([400, ['passkey']])
    expect(await isSignedIn(other)).toBe(false)
    expect((await logged('member')).at(-1)).toMatchObject({ action: 'refuse', after: { factor: 'wrong passkey' } })
  })

  test('a challenge is answered once, within five minutes, by the browser that asked for it', async () => {
    const { authenticator } = await withPasskey()
    const login = await begun()
    const proof = authenticator.prove({ challenge: login.challenge })
    // Somebody else has the message and the password.
    expect((await logIn('member', { passkey: proof })).status).toBe(400)
    expect((await login.finish(proof)).status).toBe(200)
    expect((await login.finish(proof)).status).toBe(400)
    const late = await begun()
    server.clock.pass(300)
    expect((await late.finish(authenticator.prove({ challenge: late.challenge }))).status).toBe(400)
  })

  test('a challenge of a login adds no passkey, and that of one user proves nothing about another one', async () => {
    const { client } = await withPasskey()
    const { challenge } = await begun()
    const mixed = { name: 'Mixed', passkey: anAuthenticator().make({ challenge }) }
    expect((await client.send('POST', 'secondfactor/passkeys', mixed)).status).toBe(400)
    const { authenticator: foreign } = await withPasskey('stranger')
    const login = await begun()
    expect((await login.finish(foreign.prove({ challenge: login.challenge }))).status).toBe(400)
  })

  test('a signature of another key is refused', async () => {
    const { authenticator } = await withPasskey()
    const { challenge, finish } = await begun()
    const forged = { ...anAuthenticator().prove({ challenge }), credential_id: authenticator.id }
    expect((await finish(forged)).status).toBe(400)
  })

  test('a passkey that has signed less often than before is a copy, and one that does not count is accepted', async () => {
    const { authenticator } = await withPasskey()
    const used = await begun()
    expect((await used.finish(authenticator.prove({ challenge: used.challenge, signatures: 9 }))).status).toBe(200)
    const copied = await begun()
    expect((await copied.finish(authenticator.prove({ challenge: copied.challenge, signatures: 9 }))).status).toBe(400)
    const { client } = await logIn('stranger')
    const uncounted = anAuthenticator()
    await add(client, uncounted, 'Key', { signatures: 0 })
    for (const _ of [1, 2]) {
      const login = await begun('stranger')
      const proof = uncounted.prove({ challenge: login.challenge, signatures: 0 })
      expect((await login.finish(proof)).status).toBe(200)
    }
  })

  test('a passkey with certificates is refused, so no address in them is opened', async () => {
    const { client } = await logIn('member')
    const { body } = await client.send('POST', 'secondfactor/passkeys/begin')
    const passkey = anAuthenticator().make({ challenge: body.challenge }, [Buffer.from('a certificate')])
    expect((await client.send('POST', 'secondfactor/passkeys', { name: 'Key', passkey })).status).toBe(400)
  })

  test('names and keys are unique, and the number of passkeys is limited', async () => {
    const { client, authenticator } = await withPasskey()
    expect((await add(client)).body).toMatchObject({ code: 'already_exists', fields: { name: 'Already exists' } })
    expect((await add(client, authenticator, 'Again')).body).toMatchObject({ fields: { passkey: 'Already exists' } })
    expect((await add(client, anAuthenticator(), ' ')).body.fields).toEqual({ name: 'Required' })
    for (let number = 1; number < maxPasskeys; number += 1) {
      expect((await add(client, anAuthenticator(), `Key ${number}`)).status).toBe(201)
    }
    expect((await client.send('POST', 'secondfactor/passkeys/begin')).body.code).toBe('in_use')
  })

  test('recovery codes replace a passkey, and end with the last factor', async () => {
    const { client, codes } = await withPasskey()
    expect((await logIn('member', { code: codes[0] })).status).toBe(200)
    expect((await logIn('member', { code: '123456' })).status).toBe(400)
    expect((await client.send('POST', 'secondfactor/recoverycodes')).body.recovery_codes).toHaveLength(10)
    await add(client, anAuthenticator(), 'Second')
    const [first, second] = (await stateOf(client)).passkeys
    const remove = ({ id }: { id: number }) => client.send('DELETE', `secondfactor/passkeys/${id}`)
    const { client: stranger } = await logIn('stranger')
    expect((await stranger.send('DELETE', `secondfactor/passkeys/${first.id}`)).status).toBe(404)
    expect((await remove(first)).status).toBe(204)
    expect((await stateOf(client)).recovery_codes).toBe(10)
    expect((await remove(second)).status).toBe(204)
    expect(await stateOf(client)).toEqual({ app_since: '', passkeys: [], recovery_codes: 0 })
    expect((await logged('member')).slice(-2)).toMatchObject([
      { action: 'remove-factor', after: { factor: 'passkey', name: 'Key', left: 1 } },
      { action: 'remove-factor', after: { factor: 'passkey', name: 'Second', left: 0 } },
    ])
    expect((await logIn('member')).body).toEqual({ detail: 'Successfully logged in.' })
  })

  test('an administrator removes all passkeys of a user of this tenant', async () => {
    const { client } = await withPasskey()
    const south = server.browser('south.test' satisfies Host)
    await logIn('admin', {}, south)
    expect((await south.send('DELETE', 'users/member/secondfactor')).body).toEqual({ had_factor: false })
    expect((await reset('member')).body).toEqual({ had_factor: true })
    expect(await isSignedIn(client)).toBe(false)
    expect((await logIn('member')).body).toEqual({ detail: 'Successfully logged in.' })
    expect((await logged('member')).findLast(({ action }) => String(action) === 'remove-factor')).toMatchObject({
      actor: 'admin',
      after: { left: 0, ended: expect.any(Number) },
    })
  })

  test('a recent login is proved with a passkey, in the session that asked for it', async () => {
    const { client, authenticator } = await withPasskey()
    server.clock.pass(601)
    expect((await client.send('POST', 'secondfactor/recoverycodes')).body.code).toBe('reauthentication_required')
    const { body } = await client.send('POST', 'reauthenticate', { password })
    const passkey = authenticator.prove({ challenge: body.second_factor.passkey.challenge })
    const login = await begun()
    expect((await login.finish(passkey)).status).toBe(400)
    expect((await client.send('POST', 'reauthenticate', { password, passkey })).status).toBe(200)
    expect((await client.send('POST', 'secondfactor/recoverycodes')).status).toBe(200)
  })
})
