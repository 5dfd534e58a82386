import { Writable } from 'node:stream'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const day = 86_400

describe.each(databases)('keys of users on $name', (kind) => {
  const lines: { msg: string; userKey?: string; username?: string; reason?: string }[] = []
  const log = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind, { log })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    lines.length = 0
  })

  const reasons = () => lines.flatMap(({ msg, reason }) => (msg === 'Key of a user refused' ? [reason] : []))
  const inSeconds = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000).toISOString()
  const plain = { read_only: false, expires: null, networks: [] }
  const isActive = { 'if-match': '*' }

  let made = 0
  async function given(username = 'member', values: object = {}, host: Host = 'north.test') {
    made += 1
    const client = await server.as(username, host)
    const { status, body } = await client.send('POST', 'ownkeys', { ...plain, name: `script-${made}`, ...values })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  /** What a script sends: the key, and neither cookies nor CSRF tokens. */
  const script = (token: string, host?: Host): Client => server.box(token, host)
  const statusOf = async (token: string, host?: Host) => (await script(token, host).send('GET', 'ostags')).status
  const profile = (name: string, groupname = 'operations') => ({ name, groupname, description: '', services: [] })
  const addUser = async (username: string, values: object = {}) => {
    const admin = await server.as('admin')
    const person = { username, first_name: '', last_name: '', email: 'a@b.test', is_superuser: false, is_active: true }
    const { status, body } = await admin.send('POST', 'users', {
      ...person,
      password: 'correct horse battery',
      ...values,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return { ...person, ...values, pk: body.pk }
  }
  const changeUser = async (person: object) =>
    (await (await server.as('admin')).send('PUT', 'users', person, isActive)).status

  test('a script calls the internal API as the user, without cookies; the token is shown once and stored nowhere', async () => {
    const { token, ...key } = await given()
    expect(token).toMatch(/^quk_[\w-]{43}$/)
    const { status, body, headers } = await script(token).send('POST', 'metricprofiles', profile('BY_SCRIPT'))
    expect([status, body.name]).toEqual([201, 'BY_SCRIPT'])
    expect(headers['set-cookie']).toBeUndefined()
    const session = await script(token).send('GET', 'sessionactive/true')
    expect(session.body.userdetails).toMatchObject({ username: 'member', is_superuser: false })
    const { body: own } = await (await server.as('member')).send('GET', 'ownkeys')
    expect(own.find(({ id }: { id: number }) => id === key.id)).toEqual({
      ...key,
      last_used_at: inSeconds(0),
      last_used_by: '127.0.0.1',
    })
    const stored = JSON.stringify(await server.owner.selectFrom('user_keys').selectAll().execute())
    expect([stored.includes(token), JSON.stringify(lines).includes(token)]).toEqual([false, false])
  })

  test('versions and activity rows name the key and its user', async () => {
    const { token, name } = await given()
    await script(token).send('POST', 'metricprofiles', profile('NAMED'))
    const by = `key ${name} of member`
    const { body: versions } = await (await server.as('member')).send('GET', 'tenantversion/metricprofile/NAMED')
    expect(versions[0].user).toBe(by)
    const db = await server.tenant('NORTH')
    const rows = await db.selectFrom('activity').select(['actor', 'action', 'kind', 'object_name']).execute()
    expect(rows).toContainEqual({ actor: by, action: 'add', kind: 'metricprofile', object_name: 'NAMED' })
    expect(rows).toContainEqual({
      actor: 'member',
      action: 'add',
      kind: 'userkey',
      object_name: `${name} of member`,
    })
  })

  test('a key has the rights that its user has at that moment', async () => {
    const person = await addUser('changing')
    const { token } = await given('changing')
    const add = async (name: string) => (await script(token).send('POST', 'metricprofiles', profile(name))).status
    const remove = async () => (await script(token).send('DELETE', 'yumrepos/none', undefined, whatever)).status
    expect(await add('RIGHTS_1')).toBe(403)
    expect(await changeUser({ ...person, groupsofmetricprofiles: ['operations'] })).toBe(200)
    expect(await add('RIGHTS_2')).toBe(201)
    expect((await script(token).send('GET', 'metricconfiguration')).status).toBe(403)
    expect(await changeUser({ ...person, is_superuser: true })).toBe(200)
    expect((await script(token).send('GET', 'metricconfiguration')).status).toBe(200)
    expect(await changeUser({ ...person, groupsofmetricprofiles: [] })).toBe(200)
    expect([await add('RIGHTS_3'), await remove()]).toEqual([403, 404])
  })

  test('a key ends for good when its user is deactivated, and when the user is deleted', async () => {
    const person = await addUser('leaving')
    const [first, second] = [await given('leaving'), await given('leaving')]
    expect(await statusOf(first.token)).toBe(200)
    expect(await changeUser({ ...person, is_active: false })).toBe(200)
    expect([await statusOf(first.token), await statusOf(second.token)]).toEqual([401, 401])
    expect(await changeUser({ ...person, is_active: true })).toBe(200)
    expect(await statusOf(first.token)).toBe(401)
    const again = await (async () => {
      const browser = server.browser('north.test')
      await browser.send('GET', 'istenantschema')
      await browser.send('POST', '/dj-rest-auth/login', { username: 'leaving', password: 'correct horse battery' })
      return (await browser.send('POST', 'ownkeys', { ...plain, name: 'again' })).body.token
    })()
    expect(await statusOf(again)).toBe(200)
    const removed = await (await server.as('admin')).send('DELETE', 'users/leaving', undefined, isActive)
    expect([removed.status, await statusOf(again)]).toEqual([204, 401])
    const db = await server.tenant('NORTH')
    const ended = db.selectFrom('activity').select('object_name').where('kind', '=', 'userkey')
    const names = (await ended.where('action', '=', 'delete').execute()).map(({ object_name }) => object_name)
    expect(names).toEqual(expect.arrayContaining([`${first.name} of leaving`, `${second.name} of leaving`]))
  })

  test('a key of another tenant is unknown, and nobody else sees or ends a key', async () => {
    const { token, id } = await given('admin', {}, 'south.test')
    expect([await statusOf(token), await statusOf(token, 'south.test')]).toEqual([401, 200])
    expect(reasons()).toEqual(['unknown'])
    for (const [username, path] of [
      ['admin', `userkeys/${id}`],
      ['admin', `ownkeys/${id}`],
    ] as const) {
      const { status } = await (await server.as(username)).send('DELETE', path)
      expect(status, path).toBe(404)
    }
    const own = await given('member')
    const stranger = await server.as('stranger')
    expect((await stranger.send('DELETE', `ownkeys/${own.id}`)).status).toBe(404)
    expect((await stranger.send('POST', `ownkeys/${own.id}/rotate`, { previous_until: null })).status).toBe(404)
    expect((await stranger.send('GET', 'ownkeys')).body).toEqual([])
    expect(await statusOf(own.token)).toBe(200)
  })

  test('superusers see the keys of the users of their tenant, without tokens, and revoke them', async () => {
    const { token, ...key } = await given('member')
    const admin = await server.as('admin')
    const { body: keys } = await admin.send('GET', 'userkeys')
    expect(keys).toContainEqual({ ...key, username: 'member' })
    expect(JSON.stringify(keys)).not.toContain(token)
    const south = await (await server.as('admin', 'south.test')).send('GET', 'userkeys')
    expect(south.body.map(({ username }: { username: string }) => username)).not.toContain('member')
    expect((await admin.send('DELETE', `userkeys/${key.id}`)).status).toBe(204)
    expect(await statusOf(token)).toBe(401)
  })

  test('a read-only key reads everything that its user may read, and changes nothing', async () => {
    const { token } = await given('admin', { read_only: true })
    expect((await script(token).send('GET', 'metricprofiles')).status).toBe(200)
    const refused = await script(token).send('POST', 'metricprofiles', profile('READ_ONLY'))
    expect([refused.status, refused.body.detail]).toEqual([403, 'This key can only read.'])
  })

  test('a key is refused after its expiry, and from other addresses', async () => {
    const short = await given('member', { expires: inSeconds(60) })
    const ranged = await given('member', { networks: ['192.0.2.0/24', '2001:db8::/32'] })
    const statusFrom = async (remoteAddress: string) => {
      const headers = { host: 'north.test', 'x-api-key': ranged.token }
      return (await server.app.inject({ url: '/api/v2/internal/ostags', remoteAddress, headers })).statusCode
    }
    expect([await statusFrom('192.0.2.7'), await statusFrom('::ffff:192.0.2.7')]).toEqual([200, 200])
    expect([await statusFrom('192.0.3.7'), await statusOf(short.token)]).toEqual([401, 200])
    server.clock.pass(60)
    expect(await statusOf(short.token)).toBe(401)
    expect(reasons()).toEqual(['used from another address', 'expired'])
  })

  test('a replaced token is accepted until the chosen time; a second rotation ends it', async () => {
    const { id, token: first } = await given()
    const member = await server.as('member')
    const rotate = (previous_until: string | null) => member.send('POST', `ownkeys/${id}/rotate`, { previous_until })
    const { token: second, ...rotated } = (await rotate(inSeconds(day))).body
    expect(rotated).toMatchObject({ rotated: inSeconds(0), previous_until: inSeconds(day) })
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    const { token: third } = (await rotate(inSeconds(60))).body
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200])
    server.clock.pass(60)
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200])
    expect(reasons()).toEqual(['unknown', 'token was replaced'])
    const { token: fourth } = (await rotate(null)).body
    expect([await statusOf(third), await statusOf(fourth)]).toEqual([401, 200])
    const tooLong = await rotate(inSeconds(91 * day))
    expect(tooLong.body.fields).toEqual({ previous_until: 'Must be within 90 days' })
    expect((await rotate(inSeconds(-1))).body.fields).toEqual({ previous_until: 'Must be in the future' })
  })

  test.each([
    [{ name: '' }, { name: 'Required' }],
    [{ expires: '2020-01-01T00:00:00Z' }, { expires: 'Must be in the future' }],
    [{ networks: ['::1', '::1'] }, { 'networks.1': 'Duplicated' }],
    [{ name: 'x'.repeat(51) }, { name: 'Must be 50 characters or fewer' }],
  ])('%j is refused', async (values, fields) => {
    const member = await server.as('member')
    const { status, body } = await member.send('POST', 'ownkeys', { ...plain, name: 'never', ...values })
    expect([status, body.fields]).toEqual([400, fields])
  })

  test('a user has no two keys with one name, and at most 50; other users have theirs', async () => {
    await addUser('collector')
    const client = await server.as('collector')
    const add = (name: string) => client.send('POST', 'ownkeys', { ...plain, name })
    await given('member', { name: 'shared' })
    expect((await add('shared')).status).toBe(201)
    const twice = await add('shared')
    expect([twice.status, twice.body.fields]).toEqual([409, { name: 'Already exists' }])
    for (let at = 1; at < 50; at += 1) expect((await add(`key ${at}`)).status).toBe(201)
    const last = await add('one too many')
    expect([last.status, last.body.detail]).toEqual([409, 'You have 50 keys. Revoke one before you add another.'])
  })

  test('wrong keys are refused everywhere, also next to a session, and throttled', async () => {
    const wrong = { 'x-api-key': `quk_${'x'.repeat(43)}` }
    const member = await server.as('member')
    for (const path of ['ostags', 'istenantschema', 'sessionactive/true', '/api/v2/webapi/metric_profiles'])
      expect((await member.send('GET', path, undefined, wrong)).status, path).toBe(401)
    const { token } = await given()
    const guess = () =>
      server.app.inject({
        url: '/api/v2/internal/ostags',
        remoteAddress: '198.51.100.9',
        headers: { host: 'north.test', ...wrong },
      })
    const statuses: number[] = []
    for (let at = 0; at < 102; at += 1) statuses.push((await guess()).statusCode)
    expect(new Set(statuses.slice(0, 100))).toEqual(new Set([401]))
    expect(statuses.slice(100)).toEqual([429, 429])
    expect(await statusOf(token)).toBe(200)
  })

  test('a key does not open the machine API', async () => {
    const { token } = await given('admin')
    expect((await script(token).send('GET', '/api/v2/metrics')).status).toBe(403)
  })

  test('a request takes one statement for the key; its last use is stored once a minute', async () => {
    const { token } = await given()
    await statusOf(token)
    const first = await server.statements(() => statusOf(token))
    const about = first.filter((statement) => statement.includes('user_keys'))
    expect(about).toHaveLength(1)
    server.clock.pass(60)
    const later = await server.statements(() => statusOf(token))
    expect(later.filter((statement) => statement.includes('user_keys'))).toHaveLength(2)
  })
})
