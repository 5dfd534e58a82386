import { verify } from '@node-rs/argon2'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientAddressOf } from '#request/addresses/client-address.ts'
import { hashPassword } from '#request/sessions/passwords.ts'
import { password } from '#test/seed.ts'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'

vi.mock('@node-rs/argon2', { spy: true })

const minute = 60

/** A database in which increments become visible late. */
const slowFailures = `
  create function slow_down() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return new; end $$;
  create trigger slow before insert on login_failures for each row execute function slow_down();
`

describe.each(databases)('signing in on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    await server.owner
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    // Attempts of other tests have expired.
    server.clock.pass(10 * minute)
    vi.mocked(verify).mockClear()
  })

  let addresses = 0
  /** A client with a new address. */
  function person(host: Host = 'north.test') {
    addresses += 1
    return server.browser(host, `10.${addresses >> 8}.${addresses & 255}.1`)
  }
  async function attempt(browser: ReturnType<typeof person>, username: string, given = 'wrong') {
    const { status, body } = await browser.send('POST', '/dj-rest-auth/login', { username, password: given })
    const { requestId: _, ...rest } = body
    return { status, ...rest }
  }
  async function visitor(host?: Host) {
    const browser = person(host)
    await browser.send('GET', 'istenantschema')
    return browser
  }
  const refused = {
    status: 401,
    code: 'not_authenticated',
    detail: 'Unable to log in with provided credentials.',
    source: 'internal-api',
  }
  const tooMany = {
    status: 429,
    code: 'too_many_attempts',
    detail: 'Too many attempts to log in. Try again in 5 minutes.',
    source: 'internal-api',
  }

  test.each([
    ['a wrong password', 'member', 'wrong'],
    ['an unknown user', 'nemo', password],
    ['a deactivated user', 'gone', password],
    ['a user who signs in elsewhere', 'elsewhere', password],
    ["another tenant's user", 'southerner', password],
  ])('%s gets the same refusal after the same work', async (_, username, given) => {
    const [north, south] = [await server.tenant('NORTH'), await server.tenant('SOUTH')]
    await north
      .insertInto('users')
      .values({ username: 'elsewhere', password_hash: null, last_login: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { password_hash } = await south
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'member')
      .executeTakeFirstOrThrow()
    await south
      .insertInto('users')
      .values({ username: 'southerner', password_hash, last_login: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const browser = await visitor()

    expect(await attempt(browser, username, given)).toEqual(refused)
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(1)
    expect(vi.mocked(verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await browser.send('GET', 'sessionactive/true')).body).toEqual({ active: false })
  })

  test('similar names are distinguished', async () => {
    for (const username of ['MEMBER', 'member\u0000', 'member%', "member' or '1'='1", 'mеmber']) {
      expect([400, 401]).toContain((await attempt(await visitor(), username, password)).status)
    }
  })

  test.each(['member', 'nemo'])(
    'after five failed attempts as %s, that address is blocked for five minutes',
    async (username) => {
      const browser = await visitor()
      for (let count = 0; count < 5; count += 1) expect(await attempt(browser, username)).toEqual(refused)
      expect(await attempt(browser, username)).toEqual(tooMany)
      expect(await attempt(browser, username, password)).toEqual(tooMany)
      expect(vi.mocked(verify)).toHaveBeenCalledTimes(5)
      expect((await attempt(browser, 'stranger', password)).status).toBe(200)

      server.clock.pass(5 * minute)
      expect((await attempt(browser, username, password)).status).toBe(username === 'member' ? 200 : 401)
    },
  )

  test('guessing does not lock out users at other addresses', async () => {
    const guesser = await visitor()
    for (let count = 0; count < 6; count += 1) await attempt(guesser, 'member')
    expect((await attempt(await visitor(), 'member', password)).status).toBe(200)
    expect(await attempt(guesser, 'member', password)).toEqual(tooMany)
  })

  test('names are compared with surrounding blanks removed', async () => {
    const browser = await visitor()
    for (const name of ['member', ' member', 'member ', '\tmember', 'member']) {
      expect(await attempt(browser, name)).toEqual(refused)
    }
    expect(await attempt(browser, ' member ', password)).toEqual(tooMany)
    // With other case it is another account, which does not exist: nothing can be guessed there.
    expect(await attempt(browser, 'MEMBER', password)).toEqual(refused)
  })

  test('a forged address is ignored', async () => {
    const browser = await visitor()
    const forged = (count: number) => ({ 'x-forwarded-for': `192.0.2.${count}`, forwarded: `for=192.0.2.${count}` })
    const guess = (count: number, given: string) =>
      browser.send('POST', '/dj-rest-auth/login', { username: 'member', password: given }, forged(count))
    for (let count = 0; count < 5; count += 1) expect((await guess(count, 'wrong')).status).toBe(401)
    expect((await guess(5, password)).status).toBe(429)
  })

  test('attempts while blocked do not extend the time', async () => {
    const browser = await visitor()
    for (let count = 0; count < 5; count += 1) await attempt(browser, 'member')
    server.clock.pass(4 * minute)
    for (let count = 0; count < 5; count += 1) expect(await attempt(browser, 'member')).toEqual(tooMany)
    server.clock.pass(minute)
    expect((await attempt(browser, 'member', password)).status).toBe(200)
  })

  /** Simulates this many recent failed attempts, each from another address. */
  async function failedBefore(username: string, addresses: readonly string[]) {
    const north = await server.tenant('NORTH')
    const values = addresses.map((address) => ({
      username,
      address,
      network: clientAddressOf(address).network,
      failed_at: server.clock.now(),
    }))
    await north.insertInto('login_failures').values(values).execute()
  }

  test.each([
    ['IPv4', (count: number) => `203.0.113.${count}`, '203.0.114.1'],
    ['IPv6', (count: number) => `2001:db8:0:1::${count}`, '2001:db8:0:2::1'],
  ])('after sixty failed attempts from one %s network, its new addresses are blocked', async (_, at, elsewhere) => {
    await failedBefore(
      'guess',
      Array.from({ length: 59 }, (_, count) => at(count)),
    )
    const [near, known, far] = [at(100), at(200), elsewhere].map((address) => server.browser('north.test', address))
    if (!near || !known || !far) throw new Error('There are three.')
    for (const browser of [near, known, far]) await browser.send('GET', 'istenantschema')
    expect((await attempt(known, 'stranger', password)).status).toBe(200)
    expect(await attempt(near, 'another guess')).toEqual(refused)
    expect(await attempt(near, 'member', password)).toEqual(tooMany)
    expect((await attempt(far, 'member', password)).status).toBe(200)
    // An IPv6 network counts as one address: a successful login there makes all of it known.
    expect((await attempt(known, 'stranger', password)).status).toBe(200)
  })

  test('after a hundred failed attempts as one account, only known addresses are accepted', async () => {
    const known = await visitor()
    expect((await attempt(known, 'member', password)).status).toBe(200)
    await failedBefore(
      'member',
      Array.from({ length: 100 }, (_, count) => `198.51.${count}.1`),
    )
    expect(await attempt(await visitor(), 'member', password)).toEqual(tooMany)
    expect(await attempt(known, 'member')).toEqual(refused)
    expect((await attempt(known, 'member', password)).status).toBe(200)
    server.clock.pass(5 * minute)
    expect((await attempt(await visitor(), 'member', password)).status).toBe(200)
  })

  test('parallel logins with the right password all succeed', async () => {
    const browser = await visitor()
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(browser, 'member', password)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  })

  test('concurrent attempts count like sequential ones', async () => {
    await sql.raw(slowFailures).execute(server.owner)
    const browser = await visitor()
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(browser, 'member')))
    await sql`drop trigger slow on login_failures`.execute(server.owner)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(5)
  })

  test.each(['first', 'second'])(
    'an existing account takes the same statements as a missing one: %s attempt',
    async (which) => {
      const costs = []
      for (const username of ['member', 'nemo', 'gone']) {
        const browser = await visitor()
        if (which === 'second') await attempt(browser, username)
        const seen = await server.statements(() => attempt(browser, username))
        costs.push(seen)
      }
      expect(costs[0]?.length).toBeGreaterThan(0)
      expect(costs[1]).toEqual(costs[0])
      expect(costs[2]).toEqual(costs[0])
    },
  )

  test('a storm of guesses is throttled, and locks out nobody else', async () => {
    const signedInBefore = await visitor()
    expect((await attempt(signedInBefore, 'admin', password)).status).toBe(200)
    vi.mocked(verify).mockClear()
    const networks = Array.from({ length: 12 }, (_, network) => `172.16.${network}`)
    const attackers = networks.map((network) => server.browser('north.test', `${network}.9`))
    // A neighbour of an attacker, somebody far away, and the attacked user at the usual place.
    const neighbour = server.browser('north.test', `${networks[0]}.77`)
    const far = await visitor()
    for (const browser of [...attackers, neighbour]) await browser.send('GET', 'istenantschema')
    const guesses = attackers.flatMap((attacker) => Array.from({ length: 10 }, () => attempt(attacker, 'admin')))
    const others = [
      attempt(neighbour, 'member', password),
      attempt(far, 'stranger', password),
      attempt(signedInBefore, 'admin', password),
    ]
    const answers = (await Promise.all(guesses)).map(({ status }) => status)
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200])
    // Five for each address.
    expect(answers.filter((status) => status === 401)).toHaveLength(60)
    expect(answers.filter((status) => status === 429)).toHaveLength(60)
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(60 + others.length)
    const { count } = await (await server.tenant('NORTH'))
      .selectFrom('login_failures')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('username', '=', 'admin')
      .where('failed_at', '=', server.clock.now())
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(60)
  })

  test('attempts are counted for each tenant separately', async () => {
    const address = '192.0.2.77'
    const [north, south] = [server.browser('north.test', address), server.browser('south.test', address)]
    for (const browser of [north, south]) await browser.send('GET', 'istenantschema')
    for (let count = 0; count < 6; count += 1) await attempt(north, 'member')
    expect(await attempt(north, 'member', password)).toEqual(tooMany)
    expect((await attempt(south, 'member', password)).status).toBe(200)
  })

  test('a successful login resets the count', async () => {
    const browser = await visitor()
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) expect(await attempt(browser, 'member')).toEqual(refused)
      expect((await attempt(browser, 'member', password)).status).toBe(200)
    }
  })

  test('invalid bodies are refused with their fields, before any work', async () => {
    const browser = await visitor()
    const send = async (body: object) => (await browser.send('POST', '/dj-rest-auth/login', body)).body.fields
    expect(await send({})).toEqual({ username: 'Required', password: 'Required' })
    expect(await send({ username: 'member', password: '' })).toEqual({ password: 'Required' })
    expect(await send({ username: ['member'], password: 7 })).toEqual({
      username: 'Must be text',
      password: 'Must be text',
    })
    expect(await send({ username: 'member', password, is_superuser: true })).toEqual({ is_superuser: 'Unknown field' })
    expect(await send({ username: 'member', password: 'x'.repeat(1025) })).toHaveProperty('password')
    expect(vi.mocked(verify)).not.toHaveBeenCalled()
  })
})
