import { databases } from '@quatrain/platform/testing/databases.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anAuthenticator } from '#test/authenticator.ts'
import { password } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

describe.each(databases)('the rule of second factors on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    const north = await server.tenant('NORTH')
    await north.deleteFrom('second_factor_rules').execute()
    for (const table of ['passkeys', 'authenticator_apps', 'recovery_codes'] as const) {
      await north.deleteFrom(table).execute()
    }
    server.clock.pass(601)
  })

  async function logIn(username: string, host: Host = 'north.test') {
    const client = server.browser(host)
    await client.send('GET', 'istenantschema')
    expect((await client.send('POST', '/dj-rest-auth/login', { username, password })).status).toBe(200)
    return client
  }
  const stateOf = async (client: Client) => (await client.send('GET', 'sessionactive/true')).body
  const mustSetUp = async (client: Client) => (await stateOf(client)).needs_second_factor === true
  async function change(client: Client, required_of: string) {
    return client.send('PUT', 'secondfactorrule', { required_of }, whatever)
  }
  async function setUpApp(client: Client) {
    const { secret } = (await client.send('POST', 'secondfactor/app')).body
    const timestamp = server.clock.now().getTime()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    return client.send('POST', 'secondfactor/app/confirm', { code })
  }
  async function addPasskey(client: Client) {
    const { challenge } = (await client.send('POST', 'secondfactor/passkeys/begin')).body
    const passkey = anAuthenticator().make({ challenge })
    return client.send('POST', 'secondfactor/passkeys', { name: 'Key', passkey })
  }

  test('is changed by superusers who have seen it, says who has no factor, and is recorded', async () => {
    expect((await change(await logIn('member'), 'everybody')).status).toBe(403)
    const admin = await logIn('admin')
    const seen = await admin.send('GET', 'secondfactorrule')
    expect(seen.body.required_of).toBe('nobody')
    const { superusers, others } = seen.body.without
    expect([superusers.count, superusers.first]).toEqual([superusers.first.length, expect.arrayContaining(['admin'])])
    expect(others.first).toEqual(expect.arrayContaining(['member', 'stranger']))
    await addPasskey(await logIn('member'))
    await setUpApp(await logIn('stranger'))
    const without = (await admin.send('GET', 'secondfactorrule')).body.without
    expect(without.others.count).toBe(others.count - 2)

    const body = { required_of: 'superusers' }
    expect((await admin.send('PUT', 'secondfactorrule', body)).status).toBe(428)
    const saved = await admin.send('PUT', 'secondfactorrule', body, { 'if-match': seen.etag ?? '' })
    expect([saved.status, saved.body.required_of]).toEqual([200, 'superusers'])
    const late = await admin.send('PUT', 'secondfactorrule', { required_of: 'nobody' }, { 'if-match': seen.etag ?? '' })
    expect(late.status).toBe(412)
    expect((await change(admin, 'some')).body.fields).toHaveProperty('required_of')
    const north = await server.tenant('NORTH')
    const rows = await north.selectFrom('activity').selectAll().orderBy('number', 'desc').limit(1).execute()
    expect(rows[0]).toMatchObject({
      action: 'require-factor',
      kind: 'tenant',
      object_name: 'NORTH',
      actor: 'admin',
      address: '127.0.0.1',
      after: { required_of: 'superusers', before: 'nobody' },
    })
    const south = await (await logIn('admin', 'south.test')).send('GET', 'secondfactorrule')
    expect(south.body.required_of).toBe('nobody')
  })

  test('leads to the set-up at the next login, and present sessions go on', async () => {
    const admin = await logIn('admin')
    const before = await logIn('member')
    expect((await change(admin, 'everybody')).status).toBe(200)
    expect(await mustSetUp(before)).toBe(false)
    expect((await before.send('GET', 'metricprofiles')).status).toBe(200)
    const [client, other] = [await logIn('member'), await logIn('member')]
    expect(await mustSetUp(client)).toBe(true)
    const refused = await client.send('GET', 'metricprofiles')
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required'])
    expect((await client.send('POST', 'change_password', {})).body.code).toBe('second_factor_required')
    expect((await setUpApp(client)).body.recovery_codes).toHaveLength(10)
    for (const each of [client, other]) {
      expect(await mustSetUp(each)).toBe(false)
      expect((await each.send('GET', 'metricprofiles')).status).toBe(200)
    }
    expect(await mustSetUp(await logIn('member', 'south.test'))).toBe(false)
  })

  test('for superusers holds nobody else, and does not lock the last superuser out', async () => {
    await change(await logIn('admin'), 'superusers')
    expect(await mustSetUp(await logIn('member'))).toBe(false)
    const admin = await logIn('admin')
    expect(await mustSetUp(admin)).toBe(true)
    expect((await admin.send('GET', 'users')).body.code).toBe('second_factor_required')
    expect((await addPasskey(admin)).status).toBe(201)
    expect((await admin.send('GET', 'users')).status).toBe(200)
    expect((await change(admin, 'nobody')).status).toBe(200)
  })

  test('keeps the last factor of those of whom one is required', async () => {
    const member = await logIn('member')
    await addPasskey(member)
    await setUpApp(member)
    await change(await logIn('admin'), 'everybody')
    const [{ id }] = (await member.send('GET', 'secondfactor')).body.passkeys
    const removals = [`secondfactor/passkeys/${id}`, 'secondfactor/app'].map((path) => member.send('DELETE', path))
    const answers = await Promise.all(removals)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.detail).toBe('A second factor is required of you. Add another one first.')
    const { passkeys, app_since, recovery_codes } = (await member.send('GET', 'secondfactor')).body
    expect(passkeys.length + (app_since === '' ? 0 : 1)).toBe(1)
    expect(recovery_codes).toBe(10)
  })
})
