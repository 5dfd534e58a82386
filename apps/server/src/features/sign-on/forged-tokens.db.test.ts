import { Writable } from 'node:stream'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Forgery, startForgingProvider } from '#test/forging-provider.ts'
import { pathOf } from '#test/openid-browser.ts'
import { selfSigned } from '#test/self-signed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const clientId = 'console'
const now = () => Math.floor(Date.now() / 1000)

const certificate = selfSigned()

// The rules do not depend on the database.
describe('forged responses of an OpenID provider', () => {
  let server: TestApp
  let forgery: Forgery
  let provider: Awaited<ReturnType<typeof startForgingProvider>>
  let path: string
  const lines: string[] = []
  beforeAll(async () => {
    const [kind] = databases
    if (!kind) throw new Error('There is no database.')
    const log = new Writable({
      write(chunk, _, done) {
        lines.push(...String(chunk).split('\n').filter(Boolean))
        done()
      },
    })
    server = await startTestApp(kind, { log })
    provider = await startForgingProvider(clientId, { forge: () => forgery })
    path = await pathTo('Forged', provider.issuer)
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  /** Adds a provider to NORTH. Returns the address of its button. */
  async function pathTo(name: string, issuer: string): Promise<string> {
    const attributes = ['username', 'display_name', 'first_name', 'last_name', 'email', 'groups']
    const { status, body } = await (await server.as('admin')).send('POST', 'identityproviders', {
      tenant: 'NORTH',
      name,
      protocol: 'oidc',
      enabled: true,
      button_text: '',
      issuer,
      client_id: clientId,
      metadata_address: '',
      metadata: '',
      subject_attribute: '',
      ...Object.fromEntries(attributes.map((attribute) => [`${attribute}_attribute`, ''])),
      scopes: '',
      group_rules: [],
    })
    expect(status).toBe(201)
    return `/sign-on/${body.id}`
  }

  async function signOn(browser = server.browser(), from = path) {
    lines.splice(0)
    const begun = await browser.send('GET', from)
    const { headers } = await browser.send('GET', pathOf(provider.redirectOf(String(begun.headers.location))))
    const { body } = await browser.send('GET', 'sessionactive/true')
    return { begun, location: String(headers.location), isSignedIn: body.active, refusals: refusals() }
  }

  const refusals = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-on refused')

  test('are refused for their forgery only: without one, the person is signed in', async () => {
    forgery = {}
    expect(await signOn()).toMatchObject({ location: '/ui/login', isSignedIn: true, refusals: [] })
  })

  test('a login is as recent as the one at the provider, which is asked to log the person in again', async () => {
    const browser = server.browser()
    const key = { name: 'script', read_only: false, expires: null, networks: [] }
    const addKey = () => browser.send('POST', 'ownkeys', key)
    const provedAt = (minutes: number) => ({
      claims: { auth_time: Math.floor(server.clock.now().getTime() / 1000) + minutes * 60 },
    })
    const promptOf = ({ begun }: Awaited<ReturnType<typeof signOn>>) =>
      new URL(String(begun.headers.location)).searchParams.get('prompt')
    forgery = provedAt(-11)
    expect(promptOf(await signOn(browser))).toBeNull()
    expect((await addKey()).body.code).toBe('reauthentication_required')
    expect(promptOf(await signOn(browser, `${path}?again=true`))).toBe('login')
    expect((await addKey()).body.code).toBe('reauthentication_required')
    forgery = provedAt(0)
    await signOn(browser, `${path}?again=true`)
    expect((await addKey()).status).toBe(201)
  })

  test.each<[string, () => Forgery]>([
    ['signed with the key of somebody else', () => ({ hasWrongKey: true })],
    ['signed with a key that is not published', () => ({ hasWrongKey: true, header: { kid: 'unknown' } })],
    ['without a signature', () => ({ isUnsigned: true })],
    ['of the algorithm none', () => ({ isUnsigned: true, header: { alg: 'none' } })],
    ['of an algorithm with a shared key', () => ({ header: { alg: 'HS256' } })],
    ['of another issuer', () => ({ claims: { iss: 'http://127.0.0.1:1' } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    [
      'for two clients, authorized for the other one',
      () => ({ claims: { aud: [clientId, 'another'], azp: 'another' } }),
    ],
    ['of another login', () => ({ claims: { nonce: 'another' } })],
    ['of no login', () => ({ claims: { nonce: undefined } })],
    ['that has expired', () => ({ claims: { iat: now() - 1200, exp: now() - 600 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['that is not valid yet', () => ({ claims: { nbf: now() + 600 } })],
    ['of a clock that is an hour slow', () => ({ claims: { iat: now() - 3600, exp: now() - 3000 } })],
    ['of a clock that is an hour fast', () => ({ claims: { iat: now() + 3600, exp: now() + 4200 } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
  ])('an ID token %s is refused with one line in the log', async (_, forged) => {
    forgery = forged()
    const { location, isSignedIn, refusals } = await signOn()
    expect(isSignedIn).toBe(false)
    expect(location).toMatch(/^\/ui\/login\?sign_on=refused&request=[\w-]+$/)
    expect(refusals).toEqual([expect.objectContaining({ failure: 'refused', reason: expect.any(String) })])
  })

  test('a clock that differs by half a minute is accepted', async () => {
    for (const seconds of [-30, 30]) {
      forgery = { claims: { iat: now() + seconds, exp: now() + seconds + 10 } }
      expect((await signOn()).isSignedIn).toBe(true)
    }
  })

  test.runIf(certificate)('a provider with a certificate of no known authority is not called', async () => {
    if (!certificate) return
    const other = await startForgingProvider(clientId, { forge: () => ({}), certificate })
    onTestFinished(() => other.close())
    const begin = await pathTo('Wrong certificate', other.issuer)
    lines.splice(0)
    const { headers } = await server.browser().send('GET', begin)
    expect(String(headers.location)).toMatch(/^\/ui\/login\?sign_on=unavailable&/)
    expect(refusals()).toEqual([
      expect.objectContaining({ failure: 'unavailable', reason: expect.stringContaining('certificate') }),
    ])
  })
})
