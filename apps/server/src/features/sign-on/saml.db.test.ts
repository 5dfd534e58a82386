import { verify, X509Certificate } from 'node:crypto'
import { Writable } from 'node:stream'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#test/openid-browser.ts'
import {
  aSamlProvider,
  assertionFor,
  entityId,
  providerMetadata,
  type Request,
  requestIn,
  responseOf,
  type Said,
  sha1,
  signed,
} from '#test/saml-responses.ts'
import { password } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'
import { signedAddress } from './saml/redirect-binding.ts'
import { newSigningKey, type SigningKey } from './saml/self-signed-certificate.ts'

const long = 'x'.repeat(255)

const logoutService =
  '<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.test/logout"/>'
const minutes = (number: number) => new Date(Date.now() + number * 60_000).toISOString()
const another = 'https://another.test/saml2/acs/'
const evil = (request: Request) => assertionFor(request, { id: '_evil', name: 'admin' })

describe.each(databases)('sign-on with SAML on $name', (kind) => {
  let server: TestApp
  let [key, next, foreign]: SigningKey[] = []
  /** The addresses at which logins begin, by host. */
  const loginAt = new Map<string, string>()
  const lines: string[] = []
  beforeAll(async () => {
    const log = new Writable({
      write(chunk, _, done) {
        lines.push(...String(chunk).split('\n').filter(Boolean))
        done()
      },
    })
    const keys = await Promise.all(['one', 'next', 'foreign'].map((name) => newSigningKey(name, new Date())))
    ;[key, next, foreign] = keys
    server = await startTestApp(kind, { log })
    for (const [host, tenant] of [
      ['north.test', 'NORTH'],
      ['south.test', 'SOUTH'],
    ] as const) {
      const { status, body } = await addProvider({ tenant }, host)
      expect(status).toBe(201)
      loginAt.set(host, `/sign-on/${body.id}`)
    }
  })
  afterAll(() => server.close())

  const keyOf = (given: SigningKey | undefined): SigningKey => {
    if (!given) throw new Error('The keys are made before the tests.')
    return given
  }
  const addProvider = async (values: object, host: Host = 'north.test') => {
    const metadata = providerMetadata([keyOf(key), keyOf(next)], logoutService)
    const body = { ...aSamlProvider, tenant: 'NORTH', name: 'Campus', metadata, ...values }
    return (await server.as('admin', host)).send('POST', 'identityproviders', body)
  }
  const begin = async (browser: Client, path = loginAt.get('north.test')): Promise<Request> =>
    requestIn(String((await browser.send('GET', path ?? '')).headers.location))
  const post = (browser: Client, xml: string, relayState: string) =>
    browser.send(
      'POST',
      '/saml2/acs/',
      new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }).toString(),
      {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://idp.test',
        'sec-fetch-site': 'cross-site',
        // Browsers send no cookies of this kind with a post of another site.
        cookie: '',
      },
    )
  /** Posts the response and follows the redirects of the console. Returns the last address. */
  const arrive = async (browser: Client, xml: string, { relayState }: Request): Promise<string> => {
    const { headers } = await post(browser, xml, relayState)
    const location = String(headers.location)
    return location.startsWith('/saml2/acs') ? String((await browser.send('GET', location)).headers.location) : location
  }
  const honest = (request: Request, said: Said = {}) =>
    signed(responseOf(request, assertionFor(request, said), said), keyOf(key))
  const logIn = async (browser: Client, said: Said = {}, path?: string) => {
    const request = await begin(browser, path)
    return arrive(browser, honest(request, said), request)
  }
  const userOf = async (browser: Client) => (await browser.send('GET', 'sessionactive/true')).body.userdetails
  /** The reasons of refused sign-ons in the log since the last call. */
  const refusals = (): { failure: string; reason: string }[] =>
    lines
      .splice(0)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'sign-on refused')
  const failureIn = (location: string) => new URLSearchParams(location.split('?')[1]).get('sign_on')

  test('the metadata of the console have its addresses and its certificate', async () => {
    const { body, headers } = await server.browser().send('GET', '/saml2/metadata')
    expect(headers['content-type']).toContain('application/samlmetadata+xml')
    expect(body).toContain('entityID="http://north.test/saml2/metadata/"')
    expect(body).toContain('Location="http://north.test/saml2/acs/"')
    expect(body).toContain('WantAssertionsSigned="true"')
    expect(body.match(/X509Certificate>/g)).toHaveLength(2)
    const south = await server.browser('south.test').send('GET', '/saml2/metadata/')
    const certificateIn = (text: string) => /X509Certificate>([^<]*)</.exec(text)?.[1]
    expect(certificateIn(south.body)).not.toBe(certificateIn(body))
  })

  test('the key of the console is replaced in two steps, between which both certificates are published', async () => {
    const path = `identityproviders/${encodeURIComponent('NORTH: Campus')}/samlkeys`
    const admin = await server.as('admin')
    const certificates = async (): Promise<string[]> => {
      const { body } = await server.browser().send('GET', '/saml2/metadata')
      return [...String(body).matchAll(/<(?:ds:)?X509Certificate>([^<]*)</g)].map(([, text = '']) => text)
    }
    /** Which of these certificates verifies a new request. */
    const signedWith = async (known: readonly string[]) => {
      const location = String((await server.browser().send('GET', loginAt.get('north.test') ?? '')).headers.location)
      const query = location.slice(location.indexOf('?') + 1)
      const [text = '', signature = ''] = query.split('&Signature=')
      return known.findIndex((certificate) =>
        verify(
          'RSA-SHA256',
          Buffer.from(text),
          new X509Certificate(Buffer.from(certificate, 'base64')).publicKey,
          Buffer.from(decodeURIComponent(signature), 'base64'),
        ),
      )
    }
    const step = (name: string) => admin.send('POST', path, { step: name })
    const [first = ''] = await certificates()
    expect((await step('use')).body.fields).toEqual({ step: 'Add a new key first' })
    const added = await step('add')
    expect([added.status, added.body.map(({ signs }: { signs: boolean }) => signs)]).toEqual([200, [true, false]])
    expect((await step('add')).status).toBe(409)
    const both = await certificates()
    expect([both.length, both[0], await signedWith(both)]).toEqual([2, first, 0])
    expect(await logIn(server.browser(), { name: 'between', attributes: { displayName: ['Between'] } })).toBe(
      '/ui/login',
    )
    const used = await step('use')
    expect(used.body).toEqual([{ ...added.body[1], signs: true }])
    expect(await certificates()).toEqual([both[1]])
    expect(await signedWith(both)).toBe(1)
    expect(await logIn(server.browser(), { name: 'between', attributes: { displayName: ['Between'] } })).toBe(
      '/ui/login',
    )
    expect((await admin.send('GET', path)).body).toEqual(used.body)
    const db = await server.tenant('NORTH')
    const rows = await db
      .selectFrom('activity')
      .select(['action', 'actor'])
      .where('kind', '=', 'samlkey')
      .orderBy('number')
      .execute()
    expect(rows.map(({ action, actor }) => `${action} by ${actor}`)).toEqual(['add by admin', 'delete by admin'])
  })

  test('the first sign-in makes an active user with the groups of the rules and no other rights', async () => {
    const browser = server.browser()
    const attributes = {
      displayName: ['Ada Lovelace'],
      'urn:oid:0.9.2342.19200300.100.1.3': ['ada@example.org'],
      groups: ['operators', 'others'],
    }
    expect(await logIn(browser, { attributes })).toBe('/ui/login')
    expect(await userOf(browser)).toMatchObject({
      username: 'Ada_Lovelace',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.org',
      is_superuser: false,
      groups: { metrics: ['operations'], reports: [], aggregations: [], metricprofiles: [], thresholdsprofiles: [] },
    })
    const again = server.browser()
    await logIn(again, { attributes: { displayName: ['Another name'] } })
    expect((await userOf(again)).username).toBe('Ada_Lovelace')
  })

  test('a login is as recent as the one at the provider, which is asked to log the person in again', async () => {
    const browser = server.browser()
    const key = { name: 'script', read_only: false, expires: null, networks: [] }
    const addKey = () => browser.send('POST', 'ownkeys', key)
    const attributes = { displayName: ['Remembered'] }
    expect((await begin(browser)).xml).not.toContain('ForceAuthn')
    expect(await logIn(browser, { name: 'remembered', attributes, provedAt: minutes(-11) })).toBe('/ui/login')
    expect((await addKey()).body.code).toBe('reauthentication_required')
    const request = await begin(browser, `${loginAt.get('north.test')}?again=true`)
    expect(request.xml).toContain(' ForceAuthn="true"')
    await arrive(browser, honest(request, { name: 'remembered', attributes, provedAt: minutes(-11) }), request)
    expect((await addKey()).body.code).toBe('reauthentication_required')
    const obeyed = await begin(browser, `${loginAt.get('north.test')}?again=true`)
    await arrive(browser, honest(obeyed, { name: 'remembered', attributes, provedAt: minutes(1) }), obeyed)
    expect((await addKey()).status).toBe(201)
  })

  test.each(['', 'yesterday', '2029-01-01T00:00:00+02:00'])('a login at the time "%s" is refused', async (provedAt) => {
    refusals()
    expect(failureIn(await logIn(server.browser(), { provedAt }))).toBe('refused')
    expect(refusals()).toEqual([expect.objectContaining({ reason: `${provedAt} is not a time in UTC.` })])
  })

  test('a name or mail address of a user never gives their account', async () => {
    const browser = server.browser()
    const attributes = { uid: ['admin'], displayName: ['admin'], mail: ['admin@example.org'] }
    await logIn(browser, { name: 'somebody', attributes })
    expect(await userOf(browser)).toMatchObject({ username: 'admin_2', is_superuser: false })
  })

  test.each([
    ['one word', { displayName: ['Plato'] }, { username: 'Plato', first_name: 'Plato', last_name: '', email: '' }],
    ['no attributes', undefined, { username: 'user', first_name: '', email: '' }],
    [
      'long values',
      { displayName: [long], givenName: [long], sn: [long] },
      { username: long.slice(0, 30), first_name: long, last_name: long },
    ],
    ['odd characters', { displayName: ['Žofie &lt;Nováková&gt; 😀'] }, { username: 'Zofie_Novakova_' }],
  ])('a person with %s can sign in', async (name, attributes, expected) => {
    const browser = server.browser()
    expect(await logIn(browser, { name, ...(attributes && { attributes }) })).toBe('/ui/login')
    expect(await userOf(browser)).toMatchObject(expected)
  })

  test('both certificates of the metadata are accepted while the provider changes its key', async () => {
    const browser = server.browser()
    const request = await begin(browser)
    const xml = signed(responseOf(request, assertionFor(request)), keyOf(next))
    expect(await arrive(browser, xml, request)).toBe('/ui/login')
  })

  test('a response that is signed too is accepted', async () => {
    const browser = server.browser()
    const request = await begin(browser)
    const xml = signed(honest(request), keyOf(key), { element: 'Response' })
    expect(await arrive(browser, xml, request)).toBe('/ui/login')
  })

  test('a response is accepted once, and only in the browser that began', async () => {
    const [browser, other] = [server.browser(), server.browser()]
    const request = await begin(browser)
    await begin(other)
    refusals()
    const xml = honest(request)
    const { headers } = await post(server.browser(), xml, request.relayState)
    expect(failureIn(String((await other.send('GET', String(headers.location))).headers.location))).toBe('expired')
    expect((await browser.send('GET', String(headers.location))).headers.location).toBe('/ui/login')
    expect(failureIn(await arrive(browser, xml, request))).toBe('expired')
    expect(failureIn(String((await browser.send('GET', String(headers.location))).headers.location))).toBe('expired')
    expect(refusals()).toHaveLength(3)
  })

  test('an assertion is accepted once, also in a response to another request', async () => {
    const browser = server.browser()
    expect(await logIn(browser, { id: '_once' })).toBe('/ui/login')
    refusals()
    expect(failureIn(await logIn(browser, { id: '_once' }))).toBe('refused')
    expect(refusals()).toEqual([expect.objectContaining({ reason: 'The assertion was used before.' })])
  })

  const edited = (from: string | RegExp, to: string) => (request: Request) => honest(request).replace(from, to)
  const said = (values: Said) => (request: Request) => honest(request, values)

  const forgeries: [string, (request: Request) => string, RegExp][] = [
    ['is not signed', (request) => responseOf(request, assertionFor(request)), /signature/i],
    [
      'is signed, but not its assertion',
      (request) => signed(responseOf(request, assertionFor(request)), keyOf(key), { element: 'Response' }),
      /signature/i,
    ],
    [
      'is signed by another certificate',
      (request) => signed(responseOf(request, assertionFor(request)), keyOf(foreign)),
      /signature/i,
    ],
    [
      'is signed with SHA-1',
      (request) => signed(responseOf(request, assertionFor(request)), keyOf(key), { algorithms: sha1 }),
      /sha1 are not accepted/,
    ],
    ['was changed', edited('>ada<', '>admin<'), /signature/i],
    ['is expired', said({ until: minutes(-3) }), /expired|confirmation/i],
    ['is not yet valid', said({ from: minutes(3) }), /not yet valid/],
    ['is for another audience', said({ audience: 'https://another.test' }), /audience/],
    ['is for another recipient', said({ recipient: another }), /recipient https:\/\/another/],
    ['is for another destination', said({ destination: another }), /destination https:\/\/another/],
    ['is of another issuer', said({ issuer: 'https://evil.test' }), /https:\/\/evil\.test/],
    ['responds to another request', said({ inResponseTo: '_another' }), /does not respond to the request/],
    ['confirms another request', said({ confirmedRequest: '_another' }), /does not respond to the request/],
    ['needs a key of its holder', said({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }), /cannot be used/],
    [
      'names a person who can change',
      said({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
      /persistent/,
    ],
    ['has a comment in the name', edited('>ada<', '>ad<!-- -->a<'), /comment/],
    [
      'has a document type',
      (request) => `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${honest(request)}`,
      /document type/,
    ],
    ['has an external entity', edited('>ada<', '>&e;<'), /signature|not well-formed/i],
    ['is no XML', () => 'response', /not well-formed/],
    ['is no response', (request) => signed(assertionFor(request), keyOf(key)), /not a response/],
    // Signature wrapping: the signed assertion is there, but another one is where readers look.
    ['has a second assertion before', edited(/(<saml:Assertion)/, `${'$'}{evil}$1`), /one assertion/],
    ['has a second assertion after', edited('</samlp:Response>', `${'$'}{evil}</samlp:Response>`), /one assertion/],
    [
      'has the signed assertion inside another one',
      (request) => {
        const [before = '', inner = '', after = ''] = honest(request).split(/(<saml:Assertion.*<\/saml:Assertion>)/s)
        return before + evil(request).replace('</saml:Assertion>', `${inner}</saml:Assertion>`) + after
      },
      /one assertion/,
    ],
    [
      'has the signed assertion in extensions',
      (request) => {
        const [before = '', inner = '', after = ''] = honest(request).split(/(<saml:Assertion.*<\/saml:Assertion>)/s)
        return `${before}<samlp:Extensions>${inner}</samlp:Extensions>${evil(request)}${after}`
      },
      /one assertion/,
    ],
    [
      'has the signed assertion in the signature of another one',
      (request) => {
        const [before = '', inner = '', after = ''] = honest(request).split(/(<saml:Assertion.*<\/saml:Assertion>)/s)
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(inner)?.[0] ?? ''
        const holder = signature.replace(
          '</ds:Signature>',
          `<ds:Object>${inner.replace(signature, '')}</ds:Object></ds:Signature>`,
        )
        return before + evil(request).replace('<saml:Subject>', `${holder}<saml:Subject>`) + after
      },
      /one assertion/,
    ],
    [
      'has the signature of another element',
      (request) => {
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(honest(request))?.[0] ?? ''
        return responseOf(request, evil(request).replace('<saml:Subject>', `${signature}<saml:Subject>`))
      },
      /signature/i,
    ],
    [
      'has an ID twice',
      edited('<samlp:Status>', '<samlp:Extensions><a ID="_twice"/><a ID="_twice"/></samlp:Extensions><samlp:Status>'),
      /ID twice/,
    ],
    [
      'has an assertion of another namespace beside',
      edited('</samlp:Response>', '<x:Assertion xmlns:x="urn:x" ID="_x"/></samlp:Response>'),
      /assertion/,
    ],
    [
      'says that the login has failed',
      edited('status:Success', 'status:Responder'),
      /responded with urn:oasis:names:tc:SAML:2.0:status:Responder/,
    ],
  ]

  test.each(forgeries)('a response that %s is refused, with one line in the log', async (_, forge, reason) => {
    const browser = server.browser()
    const request = await begin(browser)
    refusals()
    const xml = forge(request).replace(`${'$'}{evil}`, evil(request))
    expect(failureIn(await arrive(browser, xml, request))).toBe('refused')
    expect(refusals()).toEqual([expect.objectContaining({ failure: 'refused', reason: expect.stringMatching(reason) })])
    expect((await browser.send('GET', 'sessionactive/true')).body).toEqual({ active: false })
  })

  test('a response that nobody has asked for is refused', async () => {
    const browser = server.browser()
    const request = await begin(browser)
    refusals()
    expect(failureIn(await arrive(browser, honest(request), { ...request, relayState: 'unknown' }))).toBe('expired')
    expect(refusals()).toHaveLength(1)
  })

  test('a response for one tenant is refused at another with the same provider', async () => {
    const [north, south] = [server.browser(), server.browser('south.test')]
    const request = await begin(north)
    const there = await begin(south, loginAt.get('south.test'))
    const xml = honest(request)
    expect(failureIn(await arrive(south, xml, request))).toBe('expired')
    expect(failureIn(await arrive(south, xml, there))).toBe('refused')
  })

  test('a sign-in that the provider has not completed says so', async () => {
    const browser = server.browser()
    const request = await begin(browser)
    const xml = responseOf(request, '').replace('status:Success', 'status:AuthnFailed')
    expect(failureIn(await arrive(browser, xml, request))).toBe('cancelled')
  })

  test('a configured attribute identifies the person', async () => {
    const { body } = await addProvider({ name: 'By number', subject_attribute: 'eduPersonUniqueId' })
    const [browser, again] = [server.browser(), server.browser()]
    const attributes = { eduPersonUniqueId: ['42'], displayName: ['Grace'] }
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    await logIn(browser, { name: 't1', format: transient, attributes }, `/sign-on/${body.id}`)
    await logIn(again, { name: 't2', format: transient, attributes }, `/sign-on/${body.id}`)
    expect((await userOf(browser)).username).toBe('Grace')
    expect((await userOf(again)).pk).toBe((await userOf(browser)).pk)
    refusals()
    const two = { ...attributes, eduPersonUniqueId: ['42', '43'] }
    expect(failureIn(await logIn(again, { attributes: two }, `/sign-on/${body.id}`))).toBe('refused')
    expect(refusals()).toHaveLength(1)
  })

  test('a test sign-in shows what arrived and changes nothing', async () => {
    const north = await server.tenant('NORTH')
    const count = async () => (await north.selectFrom('users').select('id').execute()).length
    const before = await count()
    const admin = await server.as('admin')
    const result = async (values: Said) => {
      const begun = await admin.send('POST', 'identityproviders/NORTH: Campus/test')
      const request = await begin(admin, pathOf(begun.body.location))
      const [, key = '', test = ''] =
        /identityproviders\/([^/]*)\/test\/([^/]*)$/.exec(await arrive(admin, honest(request, values), request)) ?? []
      return (await admin.send('GET', `identityproviders/${key}/tests/${test}`)).body
    }
    expect(await result({ name: 'new', attributes: { displayName: ['New'], groups: ['operators'] } })).toMatchObject({
      problem: '',
      attributes: expect.arrayContaining([
        { name: 'NameID', values: ['new'] },
        { name: 'groups', values: ['operators'] },
      ]),
      person: { subject: 'new', is_known: false, groups: [{ kind: 'metrics', group: 'operations', exists: true }] },
    })
    expect(await result({ audience: 'https://another.test' })).toMatchObject({
      problem: expect.stringContaining('audience'),
      attributes: [],
    })
    expect(await count()).toBe(before)
  })

  test.each([
    ['no XML', 'metadata', 'Must be XML'],
    ['another document', '<a/>', 'The metadata describe no identity provider of SAML 2.0.'],
    ['no certificate', providerMetadata([]), 'The metadata have no certificate for signatures.'],
    ['a document type', '<!DOCTYPE a><a/>', 'The XML contains a document type, a comment or a CDATA section.'],
    ['nothing', '', 'Required, or the address of the metadata'],
  ])('metadata with %s are refused at their field', async (_, metadata, message) => {
    const { status, body } = await addProvider({ name: 'Wrong', metadata })
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { metadata: message } })
  })

  test('metadata at an address that is not permitted are not read', async () => {
    const values = { name: 'Zone', metadata: '', metadata_address: 'https://10.0.0.1/metadata' }
    const { body } = await addProvider(values)
    refusals()
    const { headers } = await server.browser().send('GET', `/sign-on/${body.id}`)
    expect(failureIn(String(headers.location))).toBe('unavailable')
    expect(refusals()).toHaveLength(1)
  })

  test('the posted response sets no cookie, and is kept only for a request that has begun', async () => {
    const browser = server.browser()
    const request = await begin(browser)
    const { headers, status } = await post(browser, honest(request), request.relayState)
    expect({ status, cookie: headers['set-cookie'] }).toEqual({ status: 303, cookie: undefined })
  })

  const ls = 'http://north.test/saml2/ls/'
  let requests = 0
  const logoutRequestXml = (id = '') => {
    requests += 1
    return (
      '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0"' +
      ` ID="${id || `_l${requests}`}" IssueInstant="${minutes(0)}" Destination="${ls}">` +
      `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${entityId}</saml:Issuer>` +
      '<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">leaving</saml:NameID></samlp:LogoutRequest>'
    )
  }
  const signedRequest = (xml: string, by = key) => signedAddress(ls, { name: 'SAMLRequest', xml }, keyOf(by).privateKey)
  const isLoggedIn = async (browser: Client) => (await browser.send('GET', 'sessionactive/true')).body.active

  test('a signed logout of the provider ends the sessions of the person, once', async () => {
    const browser = server.browser()
    await logIn(browser, { name: 'leaving' })
    const address = pathOf(signedRequest(logoutRequestXml()))
    const { headers } = await server.browser().send('GET', address)
    expect(headers.location).toMatch(/^https:\/\/idp\.test\/logout\?SAMLResponse=.*&SigAlg=.*&Signature=/)
    expect(await isLoggedIn(browser)).toBe(false)
    await logIn(browser, { name: 'leaving' })
    refusals()
    expect(failureIn(String((await browser.send('GET', address)).headers.location))).toBe('logout_refused')
    expect(refusals()).toHaveLength(1)
    expect(await isLoggedIn(browser)).toBe(true)
  })

  test.each([
    ['is not signed', () => signedRequest(logoutRequestXml()).replace(/&SigAlg.*/, ''), /not signed/],
    [
      'has an empty signature',
      () => signedRequest(logoutRequestXml()).replace(/Signature=.*/, 'Signature='),
      /signature/,
    ],
    ['is signed by another key', () => signedRequest(logoutRequestXml(), foreign), /signature/],
    [
      'is signed with another algorithm',
      () => signedRequest(logoutRequestXml()).replace('xmldsig-more%23rsa-sha256', 'xmldsig%23rsa-sha1'),
      /not accepted/,
    ],
    ['was changed', () => signedRequest(logoutRequestXml()).replace('&SigAlg', '&RelayState=x&SigAlg'), /signature/],
    ['is for another destination', () => signedRequest(logoutRequestXml().replace('north', 'south')), /destination/],
    [
      'is of another provider',
      () => signedRequest(logoutRequestXml().replace(entityId, 'https://evil.test')),
      /evil\.test/,
    ],
    [
      'is old',
      () => signedRequest(logoutRequestXml().replace(/IssueInstant="[^"]*/, `IssueInstant="${minutes(-7)}`)),
      /time/,
    ],
    [
      'is of the future',
      () => signedRequest(logoutRequestXml().replace(/IssueInstant="[^"]*/, `IssueInstant="${minutes(3)}`)),
      /time/,
    ],
    ['has a comment', () => signedRequest(logoutRequestXml().replace('leaving', 'leav<!---->ing')), /comment/],
    ['is there twice', () => `${signedRequest(logoutRequestXml())}&SAMLRequest=x`, /twice/],
    ['is a response', () => signedRequest(logoutRequestXml()).replace('SAMLRequest=', 'SAMLResponse='), /signature/],
    ['is no message', () => `${ls}?SAMLRequest=x`, /decompressed/],
  ])('a logout that %s is refused, with one line in the log', async (_, forge, reason) => {
    const browser = server.browser()
    await logIn(browser, { name: 'leaving' })
    refusals()
    expect(failureIn(String((await browser.send('GET', pathOf(forge()))).headers.location))).toBe('logout_refused')
    expect(refusals()).toEqual([
      expect.objectContaining({ failure: 'logout_refused', reason: expect.stringMatching(reason) }),
    ])
    expect(await isLoggedIn(browser)).toBe(true)
  })

  test('a logout of a user with a password ends the session and needs no provider', async () => {
    const browser = server.browser()
    await browser.send('GET', 'istenantschema')
    await browser.send('POST', '/dj-rest-auth/login', { username: 'member', password })
    expect((await browser.send('POST', '/saml2/logout')).body).toEqual({ location: '' })
    expect(await isLoggedIn(browser)).toBe(false)
  })
})
