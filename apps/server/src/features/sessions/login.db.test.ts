import { verify } from '@node-rs/argon2'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { password } from '#test/seed.ts'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'

vi.mock('@node-rs/argon2', { spy: true })

const minute = 60

/** A database in which what is counted becomes visible late. */
const slowFailures = `
  create function slow_down() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return new; end $$;
  create trigger slow before insert on login_failures for each row execute function slow_down();
`

describe.each(databases)('signing in on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  beforeEach(() => {
    // Attempts of other tests do not count any more.
    server.clock.pass(10 * minute)
    vi.mocked(verify).mockClear()
  })

  let addresses = 0
  /** Somebody who is somewhere else than everybody before. */
  function person(host: Host = 'north.test') {
    addresses += 1
    return server.browser(host, `10.0.${addresses >> 8}.${addresses & 255}`)
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
  ])('%s gets the one refusal, for the same work', async (_, username, given) => {
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

  test('a name is not taken for another that looks like it', async () => {
    for (const username of ['MEMBER', 'member\u0000', 'member%', "member' or '1'='1", 'mеmber']) {
      expect([400, 401]).toContain((await attempt(await visitor(), username, password)).status)
    }
  })

  test.each(['member', 'nemo'])(
    'after five failed attempts as %s nobody is let try again for five minutes',
    async (username) => {
      for (let count = 0; count < 5; count += 1) expect(await attempt(await visitor(), username)).toEqual(refused)
      expect(await attempt(await visitor(), username)).toEqual(tooMany)
      expect(await attempt(await visitor(), username, password)).toEqual(tooMany)
      expect(vi.mocked(verify)).toHaveBeenCalledTimes(5)
      expect((await attempt(await visitor(), 'stranger', password)).status).toBe(200)

      server.clock.pass(5 * minute)
      expect((await attempt(await visitor(), username, password)).status).toBe(username === 'member' ? 200 : 401)
    },
  )

  test('who keeps trying while refused does not wait longer', async () => {
    for (let count = 0; count < 5; count += 1) await attempt(await visitor(), 'member')
    server.clock.pass(4 * minute)
    for (let count = 0; count < 5; count += 1) expect(await attempt(await visitor(), 'member')).toEqual(tooMany)
    server.clock.pass(minute)
    expect((await attempt(await visitor(), 'member', password)).status).toBe(200)
  })

  test('after thirty failed attempts from one address nobody there is let try again', async () => {
    const [browser, elsewhere] = [await visitor(), await visitor()]
    for (let count = 0; count < 30; count += 1) expect((await attempt(browser, `guess ${count}`)).status).toBe(401)
    expect(await attempt(browser, 'another guess')).toEqual(tooMany)
    expect(await attempt(browser, 'member', password)).toEqual(tooMany)
    expect((await attempt(elsewhere, 'member', password)).status).toBe(200)
  })

  test('attempts at once count like attempts one after the other', async () => {
    await sql.raw(slowFailures).execute(server.owner)
    const browsers = await Promise.all(Array.from({ length: 20 }, () => visitor()))
    const answers = await Promise.all(browsers.map((browser) => attempt(browser, 'member')))
    await sql`drop trigger slow on login_failures`.execute(server.owner)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(5)
  })

  test('attempts of one tenant do not count in another', async () => {
    for (let count = 0; count < 6; count += 1) await attempt(await visitor(), 'member')
    expect((await attempt(await visitor('south.test'), 'member', password)).status).toBe(200)
  })

  test('signing in forgives what was mistyped before', async () => {
    const browser = await visitor()
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) expect(await attempt(browser, 'member')).toEqual(refused)
      expect((await attempt(browser, 'member', password)).status).toBe(200)
    }
  })

  test('what is not a name and a password is refused by its fields, before any work', async () => {
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
