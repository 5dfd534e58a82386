import { Writable } from 'node:stream'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenIdProvider, pathOf, signInAt, signOnWith, startOpenIdProvider } from '#test/openid-browser.ts'
import { type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const long = 'x'.repeat(255)
const client = { client_id: 'console', client_secret: 'the secret of the client' }

const people = [
  { sub: 'ada-1', name: 'Ada Lovelace', email: 'ada@example.org', groups: ['operators', 'other'] },
  { sub: 'ada-2', name: 'Ada Lovelace', email: 'ada@example.org' },
  { sub: 'word', name: 'Plato' },
  { sub: 'bare' },
  { sub: 'long', name: long, given_name: long, family_name: long, preferred_username: long, email: `${long}@x.test` },
  { sub: 'odd', preferred_username: 'Žofie  Nováková 😀', name: 'Žofie\u0000 Nováková' },
  { sub: 'nul\u0000', name: 'Nul' },
  { sub: 'admin', preferred_username: 'Admin', email: 'admin@example.org' },
]

const blank = {
  button_text: '',
  metadata_address: '',
  metadata: '',
  subject_attribute: '',
  scopes: '',
  username_attribute: '',
  display_name_attribute: '',
  first_name_attribute: '',
  last_name_attribute: '',
  email_attribute: '',
  groups_attribute: 'groups',
  group_rules: [{ value: 'operators', kind: 'metrics', group: 'operations' }],
}
/** An earlier version of the console stored rules for groups that were deleted later. */
const oldRule = { value: 'operators', kind: 'reports', group: 'no longer there' }

describe.each(databases)('sign-on with OpenID Connect on $name', (kind) => {
  let server: TestApp
  let idp: OpenIdProvider
  const lines: string[] = []
  beforeAll(async () => {
    const log = new Writable({
      write(chunk, _, done) {
        lines.push(...String(chunk).split('\n').filter(Boolean))
        done()
      },
    })
    idp = await startOpenIdProvider({
      host: '127.0.0.1',
      port: 0,
      people,
      clients: [{ ...client, redirect_uris: ['http://north.test/oidc/callback', 'http://south.test/oidc/callback'] }],
    })
    server = await startTestApp(kind, { log })
    for (const [host, tenant] of [
      ['north.test', 'NORTH'],
      ['south.test', 'SOUTH'],
    ] as const) {
      const { status } = await addProvider(host, { tenant })
      expect(status).toBe(201)
    }
    await sql`
      update identity_providers
      set content = jsonb_set(content::jsonb, '{group_rules,1}', ${JSON.stringify(oldRule)}::jsonb)::json`.execute(
      server.owner,
    )
  })
  afterAll(async () => {
    await server.close()
    await idp.close()
  })

  const configuration = () => ({
    ...blank,
    ...client,
    name: 'Campus',
    protocol: 'oidc',
    enabled: true,
    issuer: idp.issuer,
  })
  const addProvider = async (host: Host, values: object) =>
    (await server.as('admin', host)).send('POST', 'identityproviders', { ...configuration(), ...values })
  const buttonOf = async (host: Host, name = 'Campus'): Promise<string> => {
    const { body } = await server.browser(host).send('GET', 'config_options')
    return body.result.sign_on.find(({ text }: { text: string }) => text.endsWith(name))?.path
  }
  const signOn = async (browser: ReturnType<TestApp['browser']>, sub: string, host: Host = 'north.test') =>
    signOnWith(browser, idp, await buttonOf(host), sub)
  const userOf = async (browser: ReturnType<TestApp['browser']>) =>
    (await browser.send('GET', 'sessionactive/true')).body.userdetails
  /** The lines of the log about refused sign-ons since the last call. */
  const refusals = () =>
    lines
      .splice(0)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'sign-on refused')
  const failureIn = (location: string) => new URLSearchParams(location.split('?')[1]).get('sign_on')

  test('the first sign-in makes an active user with the groups of the rules and no other rights', async () => {
    const browser = server.browser()
    expect(await signOn(browser, 'ada-1')).toBe('/ui/login')
    expect(await userOf(browser)).toMatchObject({
      username: 'Ada_Lovelace',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.org',
      is_superuser: false,
      groups: { metrics: ['operations'], reports: [], aggregations: [], metricprofiles: [], thresholdsprofiles: [] },
    })
    const { rows } = await activity('Ada_Lovelace')
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['add', 'Ada_Lovelace'],
      ['sign-in', 'Ada_Lovelace'],
    ])
    expect(rows[1]?.after).toMatchObject({ provider: 'Campus' })
  })

  test('a person whose identifier no database can store gets back to the login page', async () => {
    lines.splice(0)
    const location = await signOn(server.browser(), 'nul\u0000')
    expect(failureIn(location)).toBe('refused')
    expect(refusals()).toMatchObject([{ reason: expect.stringContaining('control characters') }])
  })

  const activity = async (name: string) => {
    const north = await server.tenant('NORTH')
    const rows = await north
      .selectFrom('activity')
      .selectAll()
      .where('kind', '=', 'user')
      .where('object_name', '=', name)
      .orderBy('number')
      .execute()
    return { rows }
  }

  test('a person is not asked for a second factor that is required of everybody: the provider asks', async () => {
    const admin = await server.as('admin')
    const requireOf = (required_of: string) => admin.send('PUT', 'secondfactorrule', { required_of }, whatever)
    expect((await requireOf('everybody')).status).toBe(200)
    const browser = server.browser()
    expect(await signOn(browser, 'ada-1')).toBe('/ui/login')
    const { body } = await browser.send('GET', 'sessionactive/true')
    expect([body.active, body.needs_second_factor]).toEqual([true, undefined])
    expect((await browser.send('GET', 'metricprofiles')).status).toBe(200)
    expect((await requireOf('nobody')).status).toBe(200)
  })

  test('a person is found by the subject, and never by name or mail', async () => {
    const [first, again, other] = [server.browser(), server.browser(), server.browser()]
    await signOn(first, 'ada-1')
    await signOn(again, 'ada-1')
    await signOn(other, 'ada-2')
    const [one, same, another] = [await userOf(first), await userOf(again), await userOf(other)]
    expect(same.pk).toBe(one.pk)
    expect(another.pk).not.toBe(one.pk)
    expect(another.username).toBe('Ada_Lovelace_2')
  })

  test('a name of a local user in any letters, even of a superuser, gives another user', async () => {
    const browser = server.browser()
    await signOn(browser, 'admin')
    expect(await userOf(browser)).toMatchObject({ username: 'Admin_2', is_superuser: false })
  })

  test('the same subject at another tenant is another user', async () => {
    const browser = server.browser('south.test')
    await signOn(browser, 'ada-1', 'south.test')
    expect((await userOf(browser)).username).toBe('Ada_Lovelace')
    const elsewhere = await server.browser('north.test').send('GET', await buttonOf('south.test'))
    expect(failureIn(String(elsewhere.headers.location))).toBe('not_configured')
    const south = await server.tenant('SOUTH')
    expect(await south.selectFrom('sign_on_subjects').selectAll().execute()).toHaveLength(1)
  })

  test.each([
    ['word', { username: 'Plato', first_name: 'Plato', last_name: '', email: '' }],
    ['bare', { username: 'user', first_name: '', last_name: '', email: '' }],
    ['long', { username: long.slice(0, 30), first_name: long, last_name: long, email: '' }],
    ['odd', { username: 'Zofie_Novakova_', first_name: 'Žofie', last_name: 'Nováková' }],
  ])('a person with odd or missing attributes can sign in: %s', async (sub, expected) => {
    const browser = server.browser()
    expect(await signOn(browser, sub)).toBe('/ui/login')
    expect(await userOf(browser)).toMatchObject(expected)
  })

  test('two first sign-ins of one person at the same time make one user', async () => {
    const north = await server.tenant('NORTH')
    await north.deleteFrom('users').where('username', '=', 'Plato').execute()
    await Promise.all([signOn(server.browser(), 'word'), signOn(server.browser(), 'word')])
    const made = await north.selectFrom('users').select('id').where('username', 'like', 'Plato%').execute()
    expect(made).toHaveLength(1)
  })

  test('a response is accepted once, and only in the browser that began', async () => {
    refusals()
    const [browser, other] = [server.browser(), server.browser()]
    const path = await buttonOf('north.test')
    const begun = await browser.send('GET', path)
    await other.send('GET', path)
    const cameBack = pathOf(await signInAt(idp, String(begun.headers.location), 'bare'))
    expect(failureIn(String((await other.send('GET', cameBack)).headers.location))).toBe('expired')
    expect((await browser.send('GET', cameBack)).headers.location).toBe('/ui/login')
    expect(failureIn(String((await browser.send('GET', cameBack)).headers.location))).toBe('expired')
    expect(refusals()).toHaveLength(2)
  })

  test.each([
    ['another state', (path: string) => path.replace(/state=[^&]*/, 'state=forged'), 'expired'],
    ['no state', (path: string) => path.replace(/state=[^&]*/, ''), 'expired'],
    ['another code', (path: string) => path.replace(/code=[^&]*/, 'code=forged'), 'refused'],
    ['another issuer', (path: string) => path.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.test'), 'refused'],
  ])('a response with %s is refused', async (_, forge, failure) => {
    refusals()
    const browser = server.browser()
    const begun = await browser.send('GET', await buttonOf('north.test'))
    const cameBack = pathOf(await signInAt(idp, String(begun.headers.location), 'bare'))
    const { headers } = await browser.send('GET', forge(cameBack))
    expect(failureIn(String(headers.location))).toBe(failure)
    expect(refusals()).toEqual([expect.objectContaining({ failure, reason: expect.any(String) })])
    expect((await browser.send('GET', 'sessionactive/true')).body).toEqual({ active: false })
  })

  test('a sign-in that was cancelled at the provider says so', async () => {
    const browser = server.browser()
    const begun = await browser.send('GET', await buttonOf('north.test'))
    const cameBack = pathOf(await signInAt(idp, String(begun.headers.location), ''))
    expect(failureIn(String((await browser.send('GET', cameBack)).headers.location))).toBe('cancelled')
  })

  test('a response after ten minutes is refused', async () => {
    const browser = server.browser()
    const begun = await browser.send('GET', await buttonOf('north.test'))
    const cameBack = pathOf(await signInAt(idp, String(begun.headers.location), 'bare'))
    server.clock.pass(600)
    expect(failureIn(String((await browser.send('GET', cameBack)).headers.location))).toBe('expired')
  })

  test('an inactive user is refused, and the refusal is recorded', async () => {
    const north = await server.tenant('NORTH')
    await signOn(server.browser(), 'word')
    await north.updateTable('users').set({ is_active: false }).where('username', '=', 'Plato').execute()
    expect(failureIn(await signOn(server.browser(), 'word'))).toBe('inactive')
    const { rows } = await activity('Plato')
    expect(rows.at(-1)).toMatchObject({ action: 'refuse', after: { provider: 'Campus' } })
    await north.updateTable('users').set({ is_active: true }).where('username', '=', 'Plato').execute()
  })

  test.each([
    ['is away', { issuer: 'http://127.0.0.1:1' }, 'unavailable'],
    ['is in a network that is not permitted', { issuer: 'https://10.0.0.1' }, 'unavailable'],
    ['is the address of the cloud', { issuer: 'http://169.254.169.254' }, 'unavailable'],
    ['has a name that resolves to this machine', { issuer: 'https://localhost:9' }, 'unavailable'],
  ])('a provider that %s is reported on the login page', async (name, values, failure) => {
    const { body } = await addProvider('north.test', { tenant: 'NORTH', name: name.slice(0, 20), ...values })
    refusals()
    const { headers, status } = await server.browser().send('GET', `/sign-on/${body.id}`)
    expect(status).toBe(303)
    expect(failureIn(String(headers.location))).toBe(failure)
    expect(refusals()).toHaveLength(1)
  })

  test('a wrong client secret is refused', async () => {
    const wrong = await addProvider('north.test', { tenant: 'NORTH', name: 'Wrong', client_secret: 'wrong' })
    refusals()
    expect(failureIn(await signOnWith(server.browser(), idp, `/sign-on/${wrong.body.id}`, 'bare'))).toBe('refused')
    expect(refusals()).toHaveLength(1)
  })

  test('neither responses nor versions contain the client secret, and a change without one keeps it', async () => {
    const admin = await server.as('admin')
    const { body, etag } = await admin.send('GET', 'identityproviders/NORTH: Campus')
    expect(body).toMatchObject({ has_client_secret: true })
    const { has_client_secret: _, domain: __, ...values } = body
    const changed = await admin.send(
      'PUT',
      'identityproviders',
      { ...values, button_text: 'Use Campus' },
      { 'if-match': String(etag) },
    )
    expect(changed.status).toBe(200)
    const versions = await admin.send('GET', `tenantversion/${identityProviders.kind}/NORTH: Campus`)
    expect(JSON.stringify([body, changed.body, versions.body])).not.toContain(client.client_secret)
    expect((await server.browser().send('GET', 'config_options')).body.result).toMatchObject({
      saml_login_string: 'Use Campus',
    })
    expect(await signOnWith(server.browser(), idp, `/sign-on/${body.id}`, 'bare')).toBe('/ui/login')
    await admin.send('PUT', 'identityproviders', { ...values }, { 'if-match': '*' })
  })

  test('a new rule names a group that exists; one that is stored may stay', async () => {
    const client = await server.as('admin')
    const unknown = { value: 'x', kind: 'aggregations', group: 'nowhere' }
    const added = await addProvider('north.test', { tenant: 'NORTH', name: 'Third', group_rules: [unknown] })
    const fields = { 'group_rules.0.group': 'nowhere does not exist' }
    expect(added).toMatchObject({ status: 400, body: { fields } })
    const { body } = await client.send('GET', `identityproviders/${encodeURIComponent('NORTH: Campus')}`)
    const { has_client_secret: _, domain: __, ...stored } = body
    expect(stored.group_rules).toContainEqual(oldRule)
    const change = (group_rules: object[]) =>
      client.send('PUT', 'identityproviders?dry_run=true', { ...stored, group_rules }, whatever)
    expect((await change([...stored.group_rules, unknown])).body.fields).toEqual({
      'group_rules.2.group': 'nowhere does not exist',
    })
    expect((await change([oldRule])).status).toBe(200)
  })

  test('a test sign-in shows what arrived and changes nothing', async () => {
    const admin = await server.as('admin')
    const north = await server.tenant('NORTH')
    const count = async () => (await north.selectFrom('users').select('id').execute()).length
    const before = await count()
    const begun = await admin.send('POST', 'identityproviders/NORTH: Campus/test')
    expect(begun.status).toBe(201)
    const result = await finishTest(admin, begun.body.location, 'long')
    expect(result.body).toMatchObject({ problem: '', person: { is_known: true, subject: 'long' } })
    expect(await count()).toBe(before)
    const user = await finishTest(
      admin,
      (await admin.send('POST', 'identityproviders/NORTH: Campus/test')).body.location,
      'ada-2',
    )
    expect(user.body.attributes).toContainEqual({ name: 'email', values: ['ada@example.org'] })
    const member = await server.as('member')
    expect((await member.send('GET', pathOf(user.path))).status).toBe(403)
  })

  async function finishTest(browser: ReturnType<TestApp['browser']>, location: string, sub: string) {
    const started = await browser.send('GET', pathOf(location))
    const cameBack = await signInAt(idp, String(started.headers.location), sub)
    const { headers } = await browser.send('GET', pathOf(cameBack))
    const [, key = '', test = ''] = /identityproviders\/([^/]*)\/test\/([^/]*)$/.exec(String(headers.location)) ?? []
    const path = `/api/v2/internal/identityproviders/${key}/tests/${test}`
    return { path, ...(await browser.send('GET', path)) }
  }

  test('the super-tenant configures and tests the provider of a tenant; the test ends at the super-tenant', async () => {
    const admin = await server.as('admin', 'super.test')
    const { body } = await admin.send('GET', 'identityproviders')
    expect(body.map(({ tenant, name }: { tenant: string; name: string }) => `${tenant}: ${name}`)).toContain(
      'SOUTH: Campus',
    )
    const begun = await admin.send('POST', 'identityproviders/SOUTH: Campus/test')
    expect(begun.body.location).toMatch(/^http:\/\/south\.test\/sign-on\/tests\//)
    const browser = server.browser('south.test')
    const started = await browser.send('GET', pathOf(begun.body.location))
    const cameBack = await signInAt(idp, String(started.headers.location), 'word')
    const { headers } = await browser.send('GET', pathOf(cameBack))
    expect(String(headers.location)).toMatch(
      /^http:\/\/super\.test\/ui\/administration\/identityproviders\/SOUTH%3A%20Campus\/test\//,
    )
    const [, id] = /test\/([^/]*)$/.exec(String(headers.location)) ?? []
    const result = await admin.send('GET', `identityproviders/SOUTH: Campus/tests/${id}`)
    expect(result.body).toMatchObject({ person: { username: 'Plato', is_known: false } })
    expect(
      (
        await server
          .as('admin', 'north.test')
          .then((north) => north.send('GET', `identityproviders/SOUTH: Campus/tests/${id}`))
      ).status,
    ).toBe(404)
  })
})
