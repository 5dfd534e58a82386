import { databases } from '@quatrain/platform/testing/databases.ts'
import {
  hasGo,
  type IndependentProvider,
  logInAt,
  startIndependentProvider,
} from '@quatrain/platform/testing/independent-saml-provider.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#test/openid-browser.ts'
import { aSamlProvider } from '#test/saml-responses.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

describe.skipIf(!hasGo()).each(databases)('an independent SAML provider, on $name', (kind) => {
  let server: TestApp
  let idp: IndependentProvider
  beforeAll(async () => {
    ;[server, idp] = await Promise.all([startTestApp(kind), startIndependentProvider()])
    const admin = await server.as('admin')
    const values = { ...aSamlProvider, tenant: 'NORTH', name: 'Campus', metadata_address: `${idp.url}/metadata` }
    expect((await admin.send('POST', 'identityproviders', values)).status).toBe(201)
    await idp.register((await server.browser().send('GET', '/saml2/metadata')).body)
  }, 300_000)
  afterAll(async () => {
    idp?.close()
    await server?.close()
  })

  async function logIn(browser: Client, person: string): Promise<string> {
    const begun = await browser.send('GET', '/saml2/login')
    const { action, body } = await logInAt(String(begun.headers.location), person)
    const posted = await browser.send('POST', pathOf(action), body, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: idp.url,
    })
    return String((await browser.send('GET', String(posted.headers.location))).headers.location)
  }
  const isLoggedIn = async (browser: Client) => (await browser.send('GET', 'sessionactive/true')).body.active
  /** Where the provider sends a browser, or what it says. */
  const openAtProvider = async (address: string) => {
    const response = await fetch(address, { redirect: 'manual' })
    return { location: response.headers.get('location') ?? '', text: await response.text() }
  }

  test('logs a person in, whom the same name identifies again', async () => {
    const [browser, again] = [server.browser(), server.browser()]
    expect(await logIn(browser, 'ada')).toBe('/ui/login')
    expect(await logIn(again, 'ada')).toBe('/ui/login')
    const userOf = async (client: Client) => (await client.send('GET', 'sessionactive/true')).body.userdetails
    expect(await userOf(browser)).toMatchObject({ username: 'ada', is_superuser: false })
    expect((await userOf(again)).pk).toBe((await userOf(browser)).pk)
  })

  test('asks for the second factor that is required of everybody, so the console does not', async () => {
    const admin = await server.as('admin')
    const requireOf = (required_of: string) => admin.send('PUT', 'secondfactorrule', { required_of }, whatever)
    expect((await requireOf('everybody')).status).toBe(200)
    const browser = server.browser()
    await logIn(browser, 'ada')
    const { body } = await browser.send('GET', 'sessionactive/true')
    expect([body.active, body.needs_second_factor]).toEqual([true, undefined])
    expect((await browser.send('GET', 'metricprofiles')).status).toBe(200)
    expect((await requireOf('nobody')).status).toBe(200)
  })

  test('is logged out by the console: it accepts the request, and the console its response', async () => {
    const browser = server.browser()
    await logIn(browser, 'plato')
    const { status, body } = await browser.send('POST', '/saml2/logout')
    expect(status).toBe(200)
    expect(await isLoggedIn(browser)).toBe(false)
    const { location } = await openAtProvider(body.location)
    expect(location).toMatch(/^http:\/\/north\.test\/saml2\/ls\/\?SAMLResponse=/)
    expect((await browser.send('GET', pathOf(location))).headers.location).toBe('/ui/login')
  })

  test('logs all sessions of a person out, and accepts the response of the console', async () => {
    const [one, two, other] = [server.browser(), server.browser(), server.browser()]
    await logIn(one, 'ada')
    await logIn(two, 'ada')
    await logIn(other, 'plato')
    const service = new URLSearchParams({ person: 'ada', service: 'http://north.test/saml2/metadata/' })
    const begun = await openAtProvider(`${idp.url}/begin-logout?${service}`)
    // In a frame of the provider's page, browsers send no cookies.
    const answered = await server.browser().send('GET', pathOf(begun.location))
    expect([await isLoggedIn(one), await isLoggedIn(two), await isLoggedIn(other)]).toEqual([false, false, true])
    const done = await openAtProvider(String(answered.headers.location))
    expect(done.text).toBe('Logged out everywhere.')
    const north = await server.tenant('NORTH')
    const rows = await north.selectFrom('activity').selectAll().where('object_name', '=', 'ada').execute()
    const ended = rows.filter(({ action }) => String(action) === 'sign-out')
    expect(ended.length).toBeGreaterThanOrEqual(2)
    expect(new Set(ended.map(({ actor, after }) => JSON.stringify({ actor, after })))).toEqual(
      new Set([JSON.stringify({ actor: 'ada', after: { provider: 'Campus' } })]),
    )
  })
})
