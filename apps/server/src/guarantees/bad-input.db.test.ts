import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tablesOf } from '#test/database-catalogue.ts'
import { refusal } from '#test/refusal.ts'
import { password } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

const profile = { name: 'never', groupname: 'operations', description: '', services: [] }

describe.each(databases)('bad input on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
  })
  afterAll(() => server.close())

  const invalid = (fields: object) => ({
    code: 'invalid_input',
    source: 'internal-api',
    detail: expect.any(String),
    fields,
  })

  /** All stored data except the times of sessions. */
  async function stored(): Promise<unknown[]> {
    const all: unknown[] = []
    for (const { name } of await tablesOf(server.owner)) {
      if (name === 'sessions') continue
      const { rows } = await sql`select ${name} as "table", to_json(row) as row from ${sql.table(name)} as row`.execute(
        server.owner,
      )
      all.push(...rows)
    }
    return all
  }
  async function writesNothing(work: () => Promise<unknown>) {
    const [before, calls] = [await stored(), server.webApi.calls.length]
    await work()
    expect(await stored()).toEqual(before)
    expect(server.webApi.calls.slice(calls).filter((call) => !call.startsWith('GET'))).toEqual([])
  }

  const post = (body: unknown, headers = {}) => admin.send('POST', 'metricprofiles', body, headers)

  test.each(['{"name": ', '{name: 1}', '{"__proto__": {"isSuperuser": true}}', '{"constructor": {"prototype": 1}}'])(
    'the body %j cannot be parsed',
    async (body) => {
      const result = refusal(await post(body))
      expect(result).toMatchObject({ code: 'invalid_input', source: 'internal-api' })
      expect(result.detail).toMatch(/^JSON parse error - /)
    },
  )

  // An empty body counts as no body.
  test.each(['', '[]', '"text"', 'null', '7'])('the body %j is not an object', async (body) => {
    expect(refusal(await post(body))).toEqual(invalid({ body: 'Must be an object' }))
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'nonsense',
  ])('a body of type %s is refused, including those that a form of another site could send', async (type) => {
    const answer = await post(JSON.stringify(profile), { 'content-type': type })
    expect(refusal(answer)).toEqual(invalid({ body: 'The request body must be JSON' }))
  })

  test('a body larger than its endpoint allows is refused unread', async () => {
    const result = refusal(await post(`{"name": "${'x'.repeat(4 * 1024 * 1024)}"}`))
    expect(result).toEqual({
      code: 'too_large',
      detail: 'The request body is larger than 4 MB.',
      source: 'internal-api',
    })
  })

  test('each endpoint sets the maximum size of its body', async () => {
    const body = { username: 'x'.repeat(16 * 1024), password }
    expect(refusal(await admin.send('POST', '/dj-rest-auth/login', body))).toMatchObject({
      code: 'too_large',
      detail: 'The request body is larger than 16 kB.',
    })
  })

  test.each([
    ['[', 'The request body is nested in more than 32 levels.'],
    ['{"a":', 'The request body is nested in more than 32 levels.'],
    ['{},', 'The request body has more than 131072 values.'],
  ])('a body of %j repeated is refused before it is parsed', async (part, detail) => {
    const body = `{"services":[${part.repeat(200_000)}`
    expect(refusal(await post(body))).toEqual({ code: 'invalid_input', detail, source: 'internal-api' })
  })

  test('of many invalid fields the first fifty are named and the others counted', async () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `key${index}`)
    const result = refusal(await post({ ...profile, ...Object.fromEntries(keys.map((key) => [key, 1])) }))
    expect(Object.keys(result.fields ?? {})).toEqual(keys.slice(0, 50))
    expect(result.detail).toMatch(/^key0: Unknown field\. .* 9995 more\.$/)
  })

  test.each(['%', '%E0%A4%A', '%zz'])('an address with %s is refused', async (part) => {
    const answer = await admin.send('GET', `metricprofiles/${part}`)
    expect(refusal(answer)).toMatchObject({ code: 'invalid_input' })
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('a name in an address has a maximum length', async () => {
    expect(refusal(await admin.send('GET', `metricprofiles/${'x'.repeat(1025)}`))).toEqual(
      invalid({ key: 'Must be 1024 characters or fewer' }),
    )
    expect(refusal(await admin.send('GET', `metricprofiles/${'x'.repeat(9000)}`))).toMatchObject({
      code: 'invalid_input',
    })
  })

  test('NUL, which PostgreSQL cannot store, is refused anywhere', async () => {
    const nul = '\u0000'
    const box = server.box('box-NORTH')
    const refused = [
      await admin.send('GET', 'metricprofiles/a%00'),
      await admin.send('GET', 'tenantversion/metricprofile/a%00'),
      await box.send('GET', '/api/v2/metrics/a%00'),
      await post({ ...profile, name: `a${nul}` }),
      await post({ ...profile, description: `a${nul}` }),
      await post({ ...profile, services: [{ service: `a${nul}`, metric: 'disk' }] }),
      await admin.send('POST', 'metricprofiles?remark=a%00', profile),
      await server.browser().send('GET', 'sessionactive/true', undefined, { cookie: 'sessionid=a%00' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400, 200])
  })

  test.each(['name', 'description', 'groupname'])('an unpaired surrogate in %s is refused', async (field) => {
    await writesNothing(async () => {
      expect(Object.keys(refusal(await post({ ...profile, [field]: 'x\ud800' })).fields ?? {})).toEqual([field])
    })
  })

  test.each([
    ['POST', 'metricprofiles', profile],
    ['PUT', 'metricprofiles', { ...profile, apiid: '3f0a5c1e-8d1b-4a58-9d5b-0d2f6a0c9e11' }],
    ['DELETE', 'metricprofiles/3f0a5c1e-8d1b-4a58-9d5b-0d2f6a0c9e11', undefined],
    ['POST', '/dj-rest-auth/login', { username: 'admin', password }],
    ['POST', '/dj-rest-auth/logout', undefined],
  ])('%s %s applies or refuses every query parameter', async (method, path, body) => {
    await writesNothing(async () => {
      for (const query of ['dryrun=true', 'DRY_RUN=1', 'verbose=1', 'dry_run[]=1']) {
        const [name = ''] = query.split('=')
        expect(refusal(await admin.send(method, `${path}?${query}`, body))).toEqual(
          invalid({ [name]: 'Unknown field' }),
        )
      }
    })
    expect((await admin.send('GET', 'sessionactive/true')).body.active).toBe(true)
  })

  test.each(['maybe', '', '2', 'truefalse', 'true&dry_run=false', 'null'])(
    'the ambiguous ?dry_run=%s is refused',
    async (value) => {
      await writesNothing(async () => {
        const result = refusal(await admin.send('POST', `metricprofiles?dry_run=${value}`, profile))
        expect(Object.keys(result.fields ?? {})).toEqual(['dry_run'])
      })
    },
  )

  test.each(['true', '1', 'TRUE', 'yes', 'on', 'True'])('a write with ?dry_run=%s writes nothing', async (value) => {
    const { body, etag } = await admin.send('POST', 'metricprofiles', { ...profile, name: `kept ${value}` })
    const services = [{ service: 's', metric: 'disk' }]
    await writesNothing(async () => {
      for (const [method, path, given] of [
        ['POST', 'metricprofiles', { ...profile, services }],
        ['POST', 'metricprofiles', { ...profile, services, apiid: '3f0a5c1e-8d1b-4a58-9d5b-0d2f6a0c9e11' }],
        ['PUT', 'metricprofiles', { ...body, services }],
        ['DELETE', `metricprofiles/${body.apiid}`, undefined],
      ] as const) {
        const answer = await admin.send(method, `${path}?dry_run=${value}`, given, { 'if-match': etag ?? '' })
        expect(answer.status, method).toBe(200)
        expect(answer.body.changes.length, method).toBeGreaterThan(0)
      }
    })
  })
})
