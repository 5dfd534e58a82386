import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

interface Cookie {
  readonly value: string
  readonly attributes: readonly string[]
}

const login = '/dj-rest-auth/login'
const logout = '/dj-rest-auth/logout'
const credentials = { username: 'member', password }

describe.each(databases)('cookies and the CSRF check on $name', (kind) => {
  let plain: TestApp
  let tls: TestApp
  beforeAll(async () => {
    plain = await startTestApp(kind)
    tls = await startTestApp(kind, { tls: true })
  })
  afterAll(async () => {
    await plain.close()
    await tls.close()
  })

  /** A request with exactly these headers, and its cookies. */
  async function request(server: TestApp, path: string, headers: Record<string, string> = {}, body?: object) {
    const answer = await server.app.inject({
      method: body ? 'POST' : 'GET',
      url: path,
      headers: { host: 'north.test', ...headers },
      ...(body && { payload: body }),
    })
    const lines = [answer.headers['set-cookie'] ?? []].flat()
    const cookies = new Map<string, Cookie>(
      lines.map((line) => {
        const [pair = '', ...attributes] = line.split('; ')
        const [name = '', value = ''] = pair.split('=')
        return [name, { value, attributes }]
      }),
    )
    return { status: answer.statusCode, body: answer.json(), cookies }
  }
  const header = (...jars: ReadonlyMap<string, Cookie>[]) =>
    jars.flatMap((jar) => [...jar].map(([name, { value }]) => `${name}=${value}`)).join('; ')
  const tokenIn = (jar: ReadonlyMap<string, Cookie>) => decodeURIComponent(jar.get('csrftoken')?.value ?? '')
  const firstAnswer = async (server: TestApp) => (await request(server, '/api/v2/internal/istenantschema')).cookies
  /** Signs in and returns all cookies of the browser. */
  async function signIn(server: TestApp) {
    const first = await firstAnswer(server)
    const answer = await request(server, login, { cookie: header(first), 'x-csrftoken': tokenIn(first) }, credentials)
    expect(answer.status).toBe(200)
    return answer.cookies
  }

  test("without TLS, cookies are restricted to this host and the console's own pages", async () => {
    const cookies = await signIn(plain)
    expect([...cookies.keys()].sort()).toEqual(['csrfsecret', 'csrftoken', 'sessionid'])
    expect(cookies.get('sessionid')?.attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax'])
    expect(cookies.get('csrfsecret')?.attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax'])
    expect(cookies.get('csrftoken')?.attributes.toSorted()).toEqual(['Path=/', 'SameSite=Lax'])
  })

  test('with TLS, cookies travel only through it, and no neighbour can set them', async () => {
    const cookies = await signIn(tls)
    expect([...cookies.keys()].sort()).toEqual(['__Host-csrfsecret', '__Host-sessionid', 'csrftoken'])
    const secret = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']
    expect(cookies.get('__Host-sessionid')?.attributes.toSorted()).toEqual(secret)
    expect(cookies.get('__Host-csrfsecret')?.attributes.toSorted()).toEqual(secret)
    expect(cookies.get('csrftoken')?.attributes.toSorted()).toEqual(['Path=/', 'SameSite=Lax', 'Secure'])
    const state = await request(tls, '/api/v2/internal/sessionactive/true', { cookie: header(cookies) })
    expect(state.body.active).toBe(true)
  })

  test('with TLS, a session cookie without the prefix is none', async () => {
    const token = (await signIn(tls)).get('__Host-sessionid')?.value
    const { body } = await request(tls, '/api/v2/internal/sessionactive/true', { cookie: `sessionid=${token}` })
    expect(body).toEqual({ active: false })
  })

  test('the first response sets the CSRF token, whatever its status; machines get none', async () => {
    for (const path of ['/api/v2/internal/config_options', '/api/v2/internal/usergroups', '/nowhere']) {
      expect([...(await request(plain, path)).cookies.keys()]).toEqual(['csrfsecret', 'csrftoken'])
    }
    const cookie = header(await firstAnswer(plain))
    expect((await request(plain, '/api/v2/internal/config_options', { cookie })).cookies.size).toBe(0)
    expect((await request(plain, '/api/v2/metrics', { 'x-api-key': 'box-NORTH' })).cookies.size).toBe(0)
  })

  test('the token changes after signing in and after signing out', async () => {
    const first = await firstAnswer(plain)
    const inside = await signIn(plain)
    const out = await request(plain, logout, { cookie: header(inside), 'x-csrftoken': tokenIn(inside) }, {})
    expect(out.status).toBe(200)
    expect(new Set([tokenIn(first), tokenIn(inside), tokenIn(out.cookies)]).size).toBe(3)
    expect(out.cookies.get('sessionid')).toMatchObject({
      value: '',
      attributes: expect.arrayContaining(['Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'Path=/']),
    })
  })

  describe('a write is refused', () => {
    async function refused(headers: Record<string, string>, body: object = credentials, path = login) {
      const answer = await request(plain, path, headers, body)
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('not_allowed')
      expect(answer.cookies.has('sessionid')).toBe(false)
      return answer.body.detail
    }
    const missing = 'CSRF Failed: CSRF token missing or incorrect.'

    test('without a CSRF cookie', async () => {
      expect(await refused({})).toBe('CSRF Failed: CSRF cookie not set.')
      expect(await refused({ 'x-csrftoken': 'anything' })).toBe('CSRF Failed: CSRF cookie not set.')
    })

    test('if it repeats no token, or another one', async () => {
      const jar = await firstAnswer(plain)
      const cookie = header(jar)
      expect(await refused({ cookie })).toBe(missing)
      expect(await refused({ cookie, 'x-csrftoken': '' })).toBe(missing)
      expect(await refused({ cookie, 'x-csrftoken': `${tokenIn(jar)}x` })).toBe(missing)
      expect(await refused({ cookie, 'x-csrftoken': tokenIn(await firstAnswer(plain)) })).toBe(missing)
    })

    test('if cookie and header agree, but the token was not issued, or was issued to another browser', async () => {
      const jar = await firstAnswer(plain)
      const secret = { cookie: `csrfsecret=${jar.get('csrfsecret')?.value}` }
      const with_ = (token: string) => ({ cookie: `${secret.cookie}; csrftoken=${token}`, 'x-csrftoken': token })
      expect(await refused(with_('made-up'))).toBe(missing)
      expect(await refused(with_(tokenIn(await firstAnswer(plain))))).toBe(missing)
    })

    test('with a session, if the token was issued before it or to another session', async () => {
      const [first, mine, other] = [await firstAnswer(plain), await signIn(plain), await signIn(plain)]
      const cookie = header(mine)
      for (const token of [tokenIn(first), tokenIn(other)]) {
        expect(await refused({ cookie, 'x-csrftoken': token }, {}, logout)).toBe(missing)
      }
      expect((await request(plain, '/api/v2/internal/sessionactive/true', { cookie })).body.active).toBe(true)
    })

    test.each([
      'https://evil.test',
      'http://north.test.evil.test',
      'http://south.test',
      'http://north.test:81',
      'null',
    ])('if it comes from a page of %s', async (origin) => {
      const jar = await firstAnswer(plain)
      const headers = { cookie: header(jar), 'x-csrftoken': tokenIn(jar), origin }
      expect(await refused(headers)).toBe('CSRF Failed: the request comes from another site.')
    })
  })

  test("a write from the console's own pages is accepted, whatever the case and port", async () => {
    const jar = await firstAnswer(plain)
    const headers = { cookie: header(jar), 'x-csrftoken': tokenIn(jar) }
    expect((await request(plain, logout, { ...headers, origin: 'http://north.test' }, {})).status).toBe(200)
    const onPort = { ...headers, host: 'North.test:8080', origin: 'http://north.test:8080' }
    expect((await request(plain, logout, onPort, {})).status).toBe(200)
  })

  describe('signing in needs no token', () => {
    const own = { origin: 'http://north.test' }

    test.each([[own], [{ 'sec-fetch-site': 'same-origin' }], [{ ...own, 'sec-fetch-site': 'same-origin' }]])(
      "if the browser says that the request comes from the console's own pages: %j",
      async (headers) => {
        expect((await request(plain, login, headers, credentials)).status).toBe(200)
        // A signed-in user can sign in again.
        const cookie = header(await signIn(plain))
        expect((await request(plain, login, { ...headers, cookie }, credentials)).status).toBe(200)
      },
    )

    test.each([
      [{ 'sec-fetch-site': 'cross-site' }],
      [{ 'sec-fetch-site': 'same-site' }],
      [{ ...own, 'sec-fetch-site': 'cross-site' }],
      [{ origin: 'http://south.test', 'sec-fetch-site': 'same-origin' }],
    ])('but is refused from elsewhere, even with a token: %j', async (headers) => {
      const jar = await firstAnswer(plain)
      const withToken = { ...headers, cookie: header(jar), 'x-csrftoken': tokenIn(jar) }
      for (const given of [headers, withToken]) {
        const { status, body } = await request(plain, login, given, credentials)
        expect({ status, detail: body.detail }).toEqual({
          status: 403,
          detail: 'CSRF Failed: the request comes from another site.',
        })
      }
    })

    test('while every other write needs one', async () => {
      const cookie = header(await signIn(plain))
      const { status, body } = await request(plain, logout, { ...own, 'sec-fetch-site': 'same-origin', cookie }, {})
      expect({ status, detail: body.detail }).toEqual({
        status: 403,
        detail: 'CSRF Failed: CSRF token missing or incorrect.',
      })
    })
  })

  describe('a cookie that a sibling host has set', () => {
    const planted = 'csrftoken=planted'

    test.each(['plain', 'tls'] as const)('locks nobody out: %s', async (how) => {
      const server = how === 'tls' ? tls : plain
      const jar = await signIn(server)
      const token = tokenIn(jar)
      for (const cookie of [`${planted}; ${header(jar)}`, `${header(jar)}; ${planted}`]) {
        // Clients that read the right cookie, and clients that read the other one and whose browser sends the origin.
        expect((await request(server, login, { cookie, 'x-csrftoken': token }, credentials)).status).toBe(200)
        const misled = { cookie, 'x-csrftoken': 'planted', origin: 'http://north.test' }
        expect((await request(server, '/api/v2/internal/nowhere', misled)).cookies.size).toBe(0)
        expect((await request(server, logout, misled, {})).status).toBe(200)
      }
    })

    test('gives the sibling host no access', async () => {
      const cookie = `${planted}; ${header(await signIn(plain))}`
      for (const origin of [undefined, 'http://south.test']) {
        const headers = { cookie, 'x-csrftoken': 'planted', ...(origin && { origin }) }
        expect((await request(plain, logout, headers, {})).status).toBe(403)
      }
    })

    test("does not replace the console's own: without it, a new one is set", async () => {
      const secret = `csrfsecret=${(await firstAnswer(plain)).get('csrfsecret')?.value}`
      const { cookies } = await request(plain, '/api/v2/internal/config_options', { cookie: `${secret}; ${planted}` })
      expect([...cookies.keys()]).toEqual(['csrfsecret', 'csrftoken'])
    })

    test('with a secret of its own, without TLS, does not either', async () => {
      const jar = await firstAnswer(plain)
      const headers = { cookie: `csrfsecret=planted; ${planted}; ${header(jar)}`, 'x-csrftoken': tokenIn(jar) }
      expect((await request(plain, login, headers, credentials)).status).toBe(200)
    })
  })

  test('no modified token passes the check', async () => {
    const jar = await signIn(plain)
    const answer = await request(
      plain,
      '/api/v2/internal/metricprofiles',
      { cookie: header(jar) },
      { name: 'forged', groupname: 'operations', description: '', services: [] },
    )
    expect(answer.status).toBe(403)
    const { body } = await request(plain, '/api/v2/internal/public_metricprofiles')
    expect(body).toEqual([])
  })
})
