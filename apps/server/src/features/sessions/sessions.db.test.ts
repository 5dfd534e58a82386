import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { password } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const hour = 3600

describe.each(databases)('sessions on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  // The duration of the cache of sessions.
  afterEach(() => server.clock.pass(2))

  async function signedIn(username: string, host: Host = 'north.test'): Promise<Client> {
    const browser = server.browser(host)
    await browser.send('GET', 'istenantschema')
    expect((await browser.send('POST', '/dj-rest-auth/login', { username, password })).status).toBe(200)
    return browser
  }
  const isActive = async (browser: Client, headers = {}) =>
    (await browser.send('GET', 'sessionactive/true', undefined, headers)).body.active
  const sessionIn = (answer: { headers: { [name: string]: unknown } }) =>
    String(answer.headers['set-cookie']).match(/sessionid=([^;]+)/)?.[1] ?? ''

  test('anonymous visitors learn only that they are not signed in', async () => {
    for (const host of ['north.test', 'super.test'] as const) {
      const { status, body } = await server.browser(host).send('GET', 'sessionactive/true')
      expect(status).toBe(200)
      expect(body).toEqual({ active: false })
    }
  })

  test.each(['true', 'false'])('sessionactive/%s returns the user', async (istenant) => {
    const { body } = await (await signedIn('member')).send('GET', `sessionactive/${istenant}`)
    expect(body).toEqual({
      active: true,
      userdetails: {
        pk: expect.any(Number),
        username: 'member',
        first_name: '',
        last_name: '',
        email: '',
        is_superuser: false,
        is_active: true,
        date_joined: '2030-01-01T08:00:00.000Z',
        groups: {
          reports: ['operations'],
          aggregations: ['operations'],
          metrics: ['operations'],
          metricprofiles: ['operations'],
          thresholdsprofiles: ['operations'],
        },
        token: (await server.browser().send('GET', 'public_apikey')).body.token,
      },
      tenantdetails: { combined: false, tenants: {} },
    })
  })

  test("a superuser's groups are all groups of the tenant", async () => {
    const { body } = await (await signedIn('admin')).send('GET', 'sessionactive/true')
    expect(body.userdetails.groups).toEqual({
      reports: ['network', 'operations'],
      aggregations: ['network', 'operations'],
      metrics: ['NORTH', 'network', 'operations'],
      metricprofiles: ['network', 'operations'],
      thresholdsprofiles: ['network', 'operations'],
    })
    const { body: ofSuper } = await (await signedIn('admin', 'super.test')).send('GET', 'sessionactive/false')
    expect(ofSuper.userdetails).toMatchObject({ is_superuser: true, groups: { metrics: [], metricprofiles: [] } })
  })

  test('each host returns its deployment', async () => {
    const isTenant = async (host: Host) => (await server.browser(host).send('GET', 'istenantschema/')).body
    expect(await isTenant('north.test')).toEqual({ isTenantSchema: true })
    expect(await isTenant('super.test')).toEqual({ isTenantSchema: false })
  })

  test.each([
    ['north.test', 'north', 'NORTH'],
    ['super.test', 'all', 'Super-tenant'],
  ] as const)(
    'config_options of %s contains the tenant and the addresses of the Web API',
    async (host, name, shown) => {
      const { body } = await server.browser(host).send('GET', 'config_options/')
      expect(body).toEqual({
        result: {
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          tenant_name: name,
          tenant_display_name: shown,
          saml_login_string: '',
          sign_on: [],
          sends_password_links: false,
          read_only_kinds: [],
          use_service_title: false,
          terms_privacy_links: { terms: '', privacy: '' },
          footer: { sentence: '', partners: [] },
          webapimetric: '/api/v2/webapi/metric_profiles',
          webapiaggregation: '/api/v2/webapi/aggregation_profiles',
          webapithresholds: '/api/v2/webapi/thresholds_profiles',
          webapioperations: '/api/v2/webapi/operations_profiles',
          webapiservicetypes: '/api/v2/webapi/topology/service-types',
          webapireports: {
            main: '/api/v2/webapi/reports',
            tags: '/api/v2/webapi/topology/tags',
            topologygroups: '/api/v2/webapi/topology/groups',
            topologyendpoints: '/api/v2/webapi/topology/endpoints',
          },
        },
      })
    },
  )

  test('the public token opens only the gateway of its own tenant', async () => {
    const { body } = await server.browser().send('GET', 'public_apikey/')
    expect(body).toEqual({
      id: 'public-north',
      name: 'NORTH-PUBLIC',
      token: expect.stringMatching(/^[\w-]{43}$/),
      created: '',
      revoked: false,
    })
    const withToken = (path: string, host: Host) => server.box(body.token, host).send('GET', path)
    expect((await withToken('/api/v2/webapi/metric_profiles', 'north.test')).status).toBe(200)
    expect((await withToken('/api/v2/webapi/metric_profiles', 'south.test')).status).toBe(401)
    expect((await withToken('/api/v2/metrics', 'north.test')).status).toBe(403)
  })

  test('a new login starts a new session and ends the old one', async () => {
    const browser = await signedIn('member')
    const first = sessionIn(await browser.send('POST', '/dj-rest-auth/login', { username: 'member', password }))
    const again = await browser.send('POST', '/dj-rest-auth/login/', { username: 'member', password })
    expect(again.body).toEqual({ detail: 'Successfully logged in.' })
    expect(sessionIn(again)).not.toBe(first)
    expect(await isActive(browser)).toBe(true)
    expect(await isActive(server.browser(), { cookie: `sessionid=${first}` })).toBe(false)
  })

  test('signing in never reuses a session id of the visitor', async () => {
    const browser = server.browser()
    await browser.send('GET', 'istenantschema')
    const planted = 'A'.repeat(43)
    const { headers } = await browser.send('POST', '/dj-rest-auth/login', { username: 'member', password })
    expect(sessionIn({ headers })).toHaveLength(43)
    expect(await isActive(server.browser(), { cookie: `sessionid=${planted}` })).toBe(false)
  })

  test('signing out ends the session at once, also for copies of the cookie', async () => {
    const browser = await signedIn('member')
    const kept = sessionIn(await browser.send('POST', '/dj-rest-auth/login', { username: 'member', password }))
    expect(await isActive(server.browser(), { cookie: `sessionid=${kept}` })).toBe(true)
    const out = await browser.send('POST', '/dj-rest-auth/logout/')
    expect(out.status).toBe(200)
    expect(out.body).toEqual({ detail: 'Successfully logged out.' })
    // The clock is fixed, and the cache is disabled.
    expect(await isActive(server.browser(), { cookie: `sessionid=${kept}` })).toBe(false)
    expect(await isActive(browser)).toBe(false)
    expect((await browser.send('POST', '/dj-rest-auth/logout/')).status).toBe(200)
  })

  const use = async (browser: Client) => expect((await browser.send('GET', 'home')).status).toBe(200)

  test('a session ends two hours after its last request', async () => {
    const browser = await signedIn('member')
    server.clock.pass(2 * hour - 1)
    await use(browser)
    server.clock.pass(2 * hour - 1)
    await use(browser)
    server.clock.pass(2 * hour)
    expect(await isActive(browser)).toBe(false)
  })

  test('a check of the session does not extend it: windows check it whenever they get the focus', async () => {
    const browser = await signedIn('member')
    server.clock.pass(hour)
    expect(await isActive(browser)).toBe(true)
    server.clock.pass(hour)
    expect(await isActive(browser)).toBe(false)
  })

  test('a session ends after twelve hours in any case', async () => {
    const browser = await signedIn('member')
    for (let passed = 0; passed < 12 * hour - 1; passed += hour) {
      await use(browser)
      server.clock.pass(hour)
    }
    expect(await isActive(browser)).toBe(false)
  })

  test('a deactivated user loses the session, and a former superuser the permissions', async () => {
    const [member, admin] = [await signedIn('stranger'), await signedIn('admin')]
    const north = await server.tenant('NORTH')
    const set = (username: string, values: { is_active?: boolean; is_superuser?: boolean }) =>
      north.updateTable('users').set(values).where('username', '=', username).execute()
    await set('stranger', { is_active: false })
    await set('admin', { is_superuser: false })
    server.clock.pass(2)
    expect(await isActive(member)).toBe(false)
    expect((await admin.send('GET', 'sessionactive/true')).body.userdetails.is_superuser).toBe(false)
    await set('stranger', { is_active: true })
    await set('admin', { is_superuser: true })
  })

  test('a session belongs to one tenant', async () => {
    const admin = await signedIn('admin')
    for (const host of ['south.test', 'super.test']) {
      expect(await isActive(admin, { host })).toBe(false)
      expect((await admin.send('GET', 'usergroups', undefined, { host })).status).toBe(
        host === 'super.test' ? 404 : 401,
      )
    }
    expect(await isActive(admin, { host: 'www.north.test:8080' })).toBe(true)
  })

  test('the value of the cookie is not stored', async () => {
    const browser = server.browser()
    await browser.send('GET', 'istenantschema')
    const token = sessionIn(await browser.send('POST', '/dj-rest-auth/login', { username: 'member', password }))
    const north = await server.tenant('NORTH')
    const stored = await north.selectFrom('sessions').selectAll().execute()
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(stored.every(({ token_hash }) => /^[0-9a-f]{64}$/.test(token_hash))).toBe(true)
  })

  test('the time of the login is stored with the user', async () => {
    await signedIn('nobody')
    const north = await server.tenant('NORTH')
    const { last_login } = await north
      .selectFrom('users')
      .select('last_login')
      .where('username', '=', 'nobody')
      .executeTakeFirstOrThrow()
    expect(last_login).toEqual(server.clock.now())
  })
})
