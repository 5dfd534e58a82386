import { Writable } from 'node:stream'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const day = 86_400

describe.each(databases)('limits and rotation of API keys on $name', (kind) => {
  const lines: { msg: string; apiKey?: string; reason?: string }[] = []
  const log = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind, { log })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    lines.length = 0
    // Adding a key needs a recent login.
    admin = await server.as('admin')
  })

  let made = 0
  async function given(values: object = {}) {
    made += 1
    const answer = await admin.send('POST', 'apikeys', { name: `limited-${made}`, used_by: 'poem', ...values })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return { ...answer.body, etag: answer.etag ?? '' }
  }
  const inSeconds = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000).toISOString()
  const call = (token: string, path = '/api/v2/metrics', headers = {}) =>
    server.box(token).send('GET', path, undefined, headers)
  const statusOf = async (token: string, path?: string) => (await call(token, path)).status
  const reasons = () => lines.flatMap(({ reason }) => reason ?? [])
  const change = (key: { id: number; name: string }, values: object, headers: Record<string, string> = whatever) => {
    const same = { id: key.id, name: key.name, used_by: 'poem', revoked: false }
    return admin.send('PUT', 'apikeys', { ...same, ...values }, headers)
  }
  const rotate = (body: object, headers: Record<string, string> = whatever, query = '') =>
    admin.send('POST', `apikeys/rotate${query}`, body, headers)
  const versionsOf = async (name: string): Promise<{ comment: string; fields: object }[]> =>
    (await admin.send('GET', `tenantversion/apikey/${name}`)).body
  const addressed = (token: string, address: string) =>
    server.app.inject({
      url: '/api/v2/metrics',
      remoteAddress: address,
      headers: { host: 'north.test', 'x-api-key': token },
    })

  test('a key without limits is used from everywhere for everything, as before', async () => {
    const key = await given()
    expect(key).toMatchObject({ expires: null, networks: [], scopes: [], rotated: null, previous_until: null })
    for (const path of ['metrics', 'metrictemplates', 'default_ports', 'probes', 'metricoverrides'])
      expect(await statusOf(key.token, `/api/v2/${path}`)).toBe(200)
    expect((await addressed(key.token, '2001:db8::7')).statusCode).toBe(200)
    expect(reasons()).toEqual([])
  })

  test('an expired key is refused like an unknown one, also where the answer is cached', async () => {
    const key = await given({ expires: inSeconds(600) })
    const { status, etag = '' } = await call(key.token)
    expect(status).toBe(200)
    expect((await call(key.token, '/api/v2/metrics', { 'if-none-match': etag })).status).toBe(304)
    const unknown = await call('unknown')
    server.clock.pass(600)
    const { requestId: _, ...refused } = (await call(key.token, '/api/v2/metrics', { 'if-none-match': etag })).body
    const { requestId: __, ...wrong } = unknown.body
    expect([unknown.status, refused]).toEqual([403, wrong])
    expect(lines.filter(({ msg }) => msg === 'API key refused')).toMatchObject([
      { reason: 'unknown', address: '127.0.0.1', level: 30 },
      { reason: 'expired', apiKey: key.name },
    ])
    expect(JSON.stringify(lines)).not.toContain(key.token)
    expect((await change(key, { expires: inSeconds(day) })).status).toBe(200)
    expect(await statusOf(key.token)).toBe(200)
  })

  test('a key is used from its ranges of addresses only', async () => {
    const { token, name } = await given({ networks: ['192.0.2.0/24', '2001:db8::/32'] })
    const statusFrom = async (address: string) => (await addressed(token, address)).statusCode
    expect(await Promise.all(['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::9'].map(statusFrom))).toEqual([200, 200, 200])
    expect(await Promise.all(['192.0.3.9', '2001:db9::9', '127.0.0.1'].map(statusFrom))).toEqual([403, 403, 403])
    expect(lines.filter(({ apiKey }) => apiKey === name)).toHaveLength(3)
    expect(new Set(reasons())).toEqual(new Set(['used from another address']))
  })

  test('a key is used for its scopes only, of which every endpoint of machines has one', async () => {
    const { token } = await given({ scopes: ['metrics', 'default_ports'] })
    const endpoints = declaredEndpoints(server.app).filter(({ caller }) => caller === 'api-key')
    const statuses = new Map<string, number>()
    for (const { method, path, scope } of endpoints) {
      const url = path.replace(':tag', 'internal').replace(':os', 'almalinux9')
      const { status } = await server.box(token).send(method, url, method === 'POST' ? {} : undefined)
      statuses.set(`${method} ${path} (${scope})`, status)
    }
    const permitted = [...statuses].filter(([, status]) => status !== 403).map(([name]) => name)
    expect(permitted.toSorted()).toEqual([
      ...['GET /api/v2/default_ports (default_ports)', 'GET /api/v2/metrics (metrics)'],
      'GET /api/v2/metrics/:tag (metrics)',
    ])
    expect(statuses.size).toBeGreaterThan(10)
    expect(new Set(reasons())).toContain('not for submit_probes')
  })

  test('limits take no statement more than a key without them', async () => {
    const [free, limited] = [
      await given(),
      await given({ expires: inSeconds(day), networks: ['127.0.0.0/8'], scopes: ['metrics'] }),
    ]
    for (const { token } of [free, limited]) await call(token)
    const count = async (token: string) => (await server.statements(() => call(token))).length
    expect(await count(limited.token)).toBe(await count(free.token))
  })

  test('limits are changed with a version; what is left out stays', async () => {
    const key = await given({ scopes: ['metrics'] })
    const expires = inSeconds(40 * day)
    const changed = await change(key, { expires, networks: ['192.0.2.7'] }, { 'if-match': key.etag })
    expect(changed.body).toMatchObject({ expires, networks: ['192.0.2.7'], scopes: ['metrics'] })
    expect((await change(key, {}, { 'if-match': key.etag })).status).toBe(412)
    expect((await change(key, {}, { 'if-match': changed.etag ?? '' })).etag).toBe(changed.etag)
    await change(key, { scopes: [] })
    expect((await admin.send('GET', `apikeys/${key.name}`)).body).toMatchObject({ expires, scopes: [] })
    expect((await versionsOf(key.name)).map(({ comment }) => comment)).toEqual([
      'Deleted scope "metrics".',
      'Added address range "192.0.2.7". Added expires.',
      'Initial version.',
    ])
    await change(key, { revoked: true })
    expect((await change(key, { revoked: true, scopes: ['metrics'] })).body.fields).toEqual({
      revoked: 'A revoked API key cannot be changed',
    })
  })

  const noRange = (text: string) =>
    `${text} is not an address or a range of addresses, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32`
  test.each([
    [{ expires: '2020-01-01T00:00:00Z' }, { expires: 'Must be in the future' }],
    [{ expires: 'tomorrow' }, { expires: expect.any(String) }],
    [{ networks: ['192.0.2.0/33'] }, { 'networks.0': noRange('192.0.2.0/33') }],
    [{ networks: ['::1', 'localhost'] }, { 'networks.1': noRange('localhost') }],
    [{ networks: ['::1', '::1'] }, { 'networks.1': 'Duplicated' }],
    [
      { networks: Array.from({ length: 51 }, (_, at) => `192.0.2.${at}`) },
      { networks: 'There can be at most 50 ranges' },
    ],
    [{ scopes: ['everything'] }, { 'scopes.0': expect.any(String) }],
  ])('%j is refused', async (values, fields) => {
    const added = await admin.send('POST', 'apikeys', { name: 'never', used_by: 'poem', ...values })
    expect(added).toMatchObject({ status: 400, body: { fields } })
    const changed = await change(await given(), values)
    expect(changed).toMatchObject({ status: 400, body: { fields } })
  })

  test('a replaced token is accepted until the chosen time, and the new one at once', async () => {
    const key = await given()
    const until = inSeconds(600)
    const preview = await rotate({ id: key.id, previous_until: until }, whatever, '?dry_run=true')
    expect(preview.body.changes).toMatchObject([{ kind: 'apikey', name: key.name, action: 'change' }])
    const { status, body, etag } = await rotate({ id: key.id, previous_until: until }, { 'if-match': key.etag })
    expect([status, body.previous_until, body.rotated]).toEqual([200, until, inSeconds(0)])
    expect(body.token).toMatch(/^[A-Za-z0-9]{32}$/)
    expect([await statusOf(key.token), await statusOf(body.token)]).toEqual([200, 200])
    const recent = await server.as('admin')
    expect((await recent.send('POST', `apikeys/${key.name}/reveal`)).body).toEqual({ token: body.token })
    expect((await admin.send('GET', `apikeys/${key.name}`)).etag).toBe(etag)
    const taken = await admin.send('POST', 'apikeys', { name: 'taken', used_by: 'poem', token: key.token })
    expect(taken.body.fields).toEqual({ token: 'Already exists' })
    expect((await rotate({ id: key.id, previous_until: null }, { 'if-match': key.etag })).status).toBe(412)
    server.clock.pass(600)
    expect([await statusOf(key.token), await statusOf(body.token)]).toEqual([403, 200])
    expect(reasons()).toEqual(['token was replaced'])
    const [version] = await versionsOf(key.name)
    expect(version).toMatchObject({ comment: 'Added previous_until and rotated.', fields: { previous_until: until } })
    expect(JSON.stringify(await versionsOf(key.name))).not.toContain(body.token)
  })

  test('without an overlap the replaced token ends at once, also one of an earlier rotation', async () => {
    const key = await given()
    const second = (await rotate({ id: key.id, previous_until: inSeconds(day) })).body
    const third = (await rotate({ id: key.id, token: 'chosen by hand', previous_until: null })).body
    expect(third.token).toBe('chosen by hand')
    const statuses = await Promise.all([key.token, second.token, third.token].map((token) => statusOf(token)))
    expect(statuses).toEqual([403, 403, 200])
  })

  test('a rotation is refused with a time that has passed or is far, and of a revoked key or one for the Web API', async () => {
    const key = await given()
    const problemOf = async (body: object) => (await rotate(body)).body.fields
    const past = { previous_until: 'Must be in the future' }
    expect(await problemOf({ id: key.id, previous_until: inSeconds(0) })).toEqual(past)
    const far = await problemOf({ id: key.id, previous_until: inSeconds(91 * day) })
    expect(far).toEqual({ previous_until: 'Must be within 90 days' })
    expect((await rotate({ id: key.id, previous_until: null }, {})).status).toBe(428)
    await change(key, { revoked: true })
    expect(await problemOf({ id: key.id, previous_until: null })).toEqual({ id: 'A revoked API key cannot be changed' })
    const root = await server.as('admin', 'super.test')
    const { body: keys } = await root.send('GET', 'apikeys')
    const { id } = keys.find(({ name }: { name: string }) => name === 'WEB-API-NORTH')
    const named = { id, tenant: 'NORTH' }
    expect((await rotate({ ...named, previous_until: null })).status).toBe(403)
    const { body: unnamed } = await root.send('POST', 'apikeys/rotate', { id, previous_until: null }, whatever)
    expect(unnamed.fields).toEqual({ tenant: 'Keys of several tenants have this id: name the tenant' })
    const overlap = await root.send('POST', 'apikeys/rotate', { ...named, previous_until: inSeconds(day) }, whatever)
    expect(overlap.body.fields).toEqual({ previous_until: 'The console uses one token for the Web API' })
    const limits = { ...named, name: 'WEB-API-NORTH', used_by: 'webapi', revoked: false, networks: ['::1'] }
    const limited = await root.send('PUT', 'apikeys', limits, whatever)
    expect(limited.body.fields).toEqual({ networks: 'A key for the Web API cannot be restricted' })
  })

  test('an expired key for the Web API is not used, and the failure names it', async () => {
    const root = await server.as('admin', 'super.test')
    const { body: keys } = await root.send('GET', 'apikeys')
    const { id, name } = keys.find(({ name }: { name: string }) => name === 'WEB-API-NORTH')
    const same = { id, tenant: 'NORTH', name, used_by: 'webapi', revoked: false }
    const add = (name: string) =>
      admin.send('POST', 'metricprofiles', { name, groupname: 'operations', description: '', services: [] })
    expect((await root.send('PUT', 'apikeys', { ...same, expires: inSeconds(60) }, whatever)).status).toBe(200)
    expect((await add('before')).status).toBe(201)
    server.clock.pass(60)
    const refused = await add('after')
    expect([refused.status, refused.body.detail]).toEqual([403, 'The key WEB-API-NORTH for the Web API has expired.'])
    expect((await root.send('PUT', 'apikeys', { ...same, expires: null }, whatever)).status).toBe(200)
  })

  test('the home page counts keys that expire within 14 days, or have expired, for superusers', async () => {
    const counted = async (client: Client) => (await client.send('GET', 'home')).body.expiringKeys
    const before = await counted(admin)
    await given({ expires: inSeconds(15 * day) })
    expect(await counted(admin)).toBe(before)
    const { name, id } = await given({ expires: inSeconds(14 * day) })
    expect(await counted(admin)).toBe(before + 1)
    await change({ id, name }, { revoked: true })
    expect(await counted(admin)).toBe(before)
    expect(await counted(await server.as('member'))).toBeUndefined()
  })
})
