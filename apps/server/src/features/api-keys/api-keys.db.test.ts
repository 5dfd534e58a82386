import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { administratorToken, readingToken, webApiToken } from '#test/seed.ts'
import { type Client, firstTag, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const noLimits = { expires: null, networks: [], scopes: [], rotated: null, previous_until: null }

const everyToken = ['box-NORTH', 'box-SOUTH', 'box-all', 'revoked-NORTH', administratorToken].concat(
  ['NORTH', 'SOUTH'].flatMap((tenant) => [webApiToken(tenant), readingToken(tenant)]),
)

describe.each(databases)('API keys on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let superAdmin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    superAdmin = await server.as('admin', 'super.test')
  })
  afterAll(() => server.close())

  let made = 0
  /** Adds a key as the tenant's superuser. */
  async function given(values: object = {}) {
    made += 1
    const { status, body, etag } = await admin.send('POST', 'apikeys', {
      name: `box-${made}`,
      used_by: 'poem',
      ...values,
    })
    expect([status, etag]).toEqual([201, expect.stringMatching(/-1"$/)])
    return { ...body, address: `apikeys/${body.key}` }
  }
  const bodyOf = ({ id, name, used_by }: { id: number; name: string; used_by: string }, revoked: boolean) => ({
    id,
    name,
    used_by,
    revoked,
  })
  const ifMatch = (etag: string) => ({ 'if-match': etag })
  const opens = async (token: string, host: Host = 'north.test') =>
    (await server.box(token, host).send('GET', '/api/v2/default_ports')).status === 200
  const namesOf = async (who: Client) =>
    (await who.send('GET', 'apikeys')).body.map(({ name }: { name: string }) => name)
  const activityOf = async (tenant: string, name: string) =>
    (await server.tenant(tenant))
      .selectFrom('activity_with_documents')
      .select(['action', 'actor', 'before', 'after'])
      .where('kind', '=', 'apikey')
      .where('object_name', '=', name)
      .orderBy('number')
      .execute()

  test('a new key works at once; its token is returned once, and in no other response', async () => {
    const key = await given()
    expect(key).toMatchObject({
      used_by: 'poem',
      revoked: false,
      tenant: 'NORTH',
      last_used_at: null,
      last_used_by: '',
    })
    expect(key.token).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(await opens(key.token)).toBe(true)
    expect(await opens(key.token, 'south.test')).toBe(false)
    const { body, etag } = await admin.send('GET', key.address)
    const { token: _, address: __, ...record } = key
    expect(body).toEqual({ ...record, last_used_at: server.clock.now().toISOString(), last_used_by: '127.0.0.1' })
    expect(etag).toMatch(/-1"$/)
    const { body: versions } = await admin.send('GET', `tenantversion/apikey/${key.name}`)
    expect(versions).toMatchObject([
      {
        version: '1',
        user: 'admin',
        comment: 'Initial version.',
        fields: { name: key.name, used_by: 'poem', revoked: false, ...noLimits },
      },
    ])
    for (const answer of [body, versions, (await admin.send('GET', 'apikeys')).body]) {
      expect(JSON.stringify(answer)).not.toContain(key.token)
    }
    expect(JSON.stringify(await activityOf('NORTH', key.name))).not.toContain(key.token)
  })

  test('a given token is kept, and an empty one is generated', async () => {
    expect((await given({ token: ' my.own token ' })).token).toBe('my.own token')
    expect(await opens('my.own token')).toBe(true)
    expect((await given({ token: ' ' })).token).toMatch(/^[A-Za-z0-9]{32}$/)
    const taken = await admin.send('POST', 'apikeys', { name: 'other', used_by: 'poem', token: 'my.own token' })
    expect(refusal(taken)).toMatchObject({
      code: 'already_exists',
      detail: 'API key with this token already exists',
      fields: { token: 'Already exists' },
    })
  })

  const poemName =
    'Name can contain alphanumeric characters, dash and underscore, must always begin with a letter, but not with WEB-API-'
  test.each([
    [{ name: '' }, { name: 'Name field is required' }],
    [{ name: '1st' }, { name: poemName }],
    [{ name: 'a b' }, { name: poemName }],
    [{ name: 'WEB-API-NORTH' }, { name: poemName }],
    [{ name: 'a'.repeat(51) }, { name: 'Must be 50 characters or fewer' }],
    [{ name: 'history' }, { name: 'This name is reserved' }],
    [{ token: 'é' }, { token: 'Token can contain only ASCII letters, digits and punctuation' }],
    [{ token: 'a'.repeat(101) }, { token: 'Must be 100 characters or fewer' }],
    [{ used_by: 'other' }, { used_by: expect.any(String) }],
    [{ colour: 'red' }, { colour: 'Unknown field' }],
  ])('%j cannot be added', async (change, fields) => {
    const before = await namesOf(admin)
    const result = refusal(await admin.send('POST', 'apikeys', { name: 'never', used_by: 'poem', ...change }))
    expect(result).toMatchObject({ code: 'invalid_input', fields })
    expect(await namesOf(admin)).toEqual(before)
  })

  test('a dry run of an add returns what it would add, and adds nothing', async () => {
    const { status, body } = await admin.send('POST', 'apikeys?dry_run=true', { name: 'tried', used_by: 'poem' })
    expect(status).toBe(200)
    expect(body.changes).toEqual([
      {
        tenant: 'NORTH',
        kind: 'apikey',
        name: 'tried',
        action: 'add',
        before: null,
        after: { name: 'tried', used_by: 'poem', revoked: false, ...noLimits },
      },
    ])
    expect(await namesOf(admin)).not.toContain('tried')
  })

  test('a revoked key is permanently invalid; its name is free again', async () => {
    const key = await given()
    expect((await admin.send('PUT', 'apikeys', bodyOf(key, true))).status).toBe(428)
    expect((await admin.send('PUT', 'apikeys', bodyOf(key, true), ifMatch('"7"'))).status).toBe(412)
    expect(await opens(key.token)).toBe(true)
    const { status, body, etag } = await admin.send('PUT', 'apikeys', bodyOf(key, true), ifMatch(firstTag(key)))
    expect([status, body.revoked, etag]).toEqual([200, true, expect.stringMatching(/-2"$/)])
    expect(await opens(key.token)).toBe(false)
    expect(refusal(await admin.send('PUT', 'apikeys', bodyOf(key, false), ifMatch(etag ?? '')))).toMatchObject({
      code: 'invalid_input',
      fields: { revoked: 'Revoking an API key cannot be undone' },
    })
    const taken = await given()
    expect(refusal(await admin.send('POST', 'apikeys', { name: taken.name, used_by: 'poem' }))).toMatchObject({
      code: 'already_exists',
      detail: 'API key with this name already exists',
      fields: { name: 'Already exists' },
    })

    const again = await given({ name: key.name })
    expect(again.key).toBe(key.name)
    expect((await admin.send('GET', key.address)).body.id).toBe(again.id)
    const old = await admin.send('GET', `apikeys/${key.name}~${key.id}`)
    expect(old.body).toMatchObject({ id: key.id, revoked: true, key: `${key.name}~${key.id}` })
    const gone = await admin.send('DELETE', `apikeys/poem_${old.body.key}`, undefined, ifMatch(old.etag ?? ''))
    expect(gone.status).toBe(204)
    expect(await opens(again.token)).toBe(true)
  })

  test('no other field of a key can be changed, and a save without changes makes no version', async () => {
    const key = await given()
    const renamed = { ...bodyOf(key, true), name: 'renamed' }
    expect(refusal(await admin.send('PUT', 'apikeys', renamed, ifMatch('*'))).fields).toEqual({
      name: 'An API key cannot be renamed',
    })
    expect((await admin.send('PUT', 'apikeys', bodyOf(key, false), ifMatch(firstTag(key)))).etag).toMatch(/-1"$/)
    expect((await admin.send('GET', `tenantversion/apikey/${key.name}`)).body).toHaveLength(1)
    const unknown = refusal(await admin.send('PUT', 'apikeys', { ...bodyOf(key, true), id: 9999 }, ifMatch('*')))
    expect(unknown).toMatchObject({ code: 'not_found', detail: 'API key not found' })
  })

  test('a deleted key exists only in its history', async () => {
    const key = await given()
    const named = `apikeys/poem_${key.key}`
    expect((await admin.send('DELETE', named)).status).toBe(428)
    expect((await admin.send('DELETE', named, undefined, ifMatch(firstTag(key)))).status).toBe(204)
    expect(await opens(key.token)).toBe(false)
    expect(refusal(await admin.send('GET', key.address))).toMatchObject({
      code: 'not_found',
      detail: 'API key not found',
    })
    expect((await admin.send('GET', `tenantversion/apikey/${key.name}`)).body).toHaveLength(1)
    expect((await activityOf('NORTH', key.name)).map(({ action }) => action)).toEqual(['add', 'delete'])
  })

  test.each([
    ['box', 400, 'Missing API key name prefix'],
    ['other_box', 400, 'Missing API key name prefix'],
    ['poem_', 400, 'API key name must be defined'],
    ['poem_never', 404, 'API key not found'],
    ['poem_WEB-API-NORTH', 404, 'API key not found'],
    ['webapi_WEB-API-NORTH', 403, 'You do not have permission to delete web API keys'],
  ])('a delete of %s is refused with %i', async (name, status, detail) => {
    const { body, ...answer } = await admin.send('DELETE', `apikeys/${name}`, undefined, ifMatch('*'))
    expect([answer.status, body.detail]).toEqual([status, detail])
  })

  test('the token can be revealed; each time adds a row to the activity log, and no version', async () => {
    const key = await given()
    for (const _ of [1, 2]) {
      const { status, body } = await admin.send('POST', `${key.address}/reveal`)
      expect([status, body]).toEqual([200, { token: key.token }])
    }
    const rows = await activityOf('NORTH', key.name)
    expect(rows.slice(1)).toEqual([1, 2].map(() => ({ action: 'reveal', actor: 'admin', before: null, after: null })))
    expect((await admin.send('GET', `tenantversion/apikey/${key.name}`)).body).toHaveLength(1)
    expect((await admin.send('POST', 'apikeys/never/reveal')).status).toBe(404)
    const forged = { 'x-csrftoken': 'nonsense' }
    expect((await admin.send('POST', `${key.address}/reveal`, undefined, forged)).status).toBe(403)
    expect(await activityOf('NORTH', key.name)).toHaveLength(3)
  })

  test.each(['member', 'nobody'])('%s has no access to keys, nor to their history', async (who) => {
    const key = await given()
    const client = await server.as(who)
    for (const [method, path, body] of [
      ['GET', 'apikeys'],
      ['GET', key.address],
      ['GET', `tenantversion/apikey/${key.name}`],
      ['POST', `${key.address}/reveal`],
      ['POST', 'apikeys', { name: 'never', used_by: 'poem' }],
      ['PUT', 'apikeys', bodyOf(key, true)],
      ['DELETE', `apikeys/poem_${key.key}`],
    ] as const) {
      const answer = await client.send(method, path, body, ifMatch('*'))
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([403, 'not_allowed'])
    }
    expect((await (await server.as()).send('GET', 'apikeys')).status).toBe(401)
    expect(await opens(key.token)).toBe(true)
  })

  test('no response but a reveal contains a token', async () => {
    for (const who of [admin, superAdmin, await server.as('admin', 'south.test')]) {
      const { body: keys } = await who.send('GET', 'apikeys')
      const answers = [keys]
      for (const { key } of keys) answers.push((await who.send('GET', `apikeys/${key}`)).body)
      expect(everyToken.filter((token) => JSON.stringify(answers).includes(`"${token}"`))).toEqual([])
    }
  })

  test('the second of two concurrent revocations is told that the key was changed', async () => {
    const key = await given()
    const revoke = () => admin.send('PUT', 'apikeys', bodyOf(key, true), ifMatch(firstTag(key)))
    const answers = await Promise.all([revoke(), revoke()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect((await admin.send('GET', `tenantversion/apikey/${key.name}`)).body).toHaveLength(2)
  })

  test('each key with a reused name has its own history, at the address in the list', async () => {
    const name = 'used-again'
    for (const add of ['first', 'second', 'third']) {
      const key = await given({ name, token: `token-of-the-${add}` })
      if (add === 'third') break
      expect((await admin.send('PUT', 'apikeys', bodyOf(key, true), ifMatch(firstTag(key)))).status).toBe(200)
    }
    const historiesOf = async () => {
      const { body } = await admin.send('GET', 'apikeys')
      const keys: { name: string; key: string; revoked: boolean }[] = body
      const named = keys.filter((key) => key.name === name)
      return Promise.all(
        named.map(async ({ key, revoked }) => {
          const { status, body } = await admin.send('GET', `tenantversion/apikey/${key}`)
          const versions: { fields: { revoked: boolean } }[] = status === 200 ? body : []
          return { revoked, status, history: versions.map(({ fields }) => fields.revoked) }
        }),
      )
    }
    const [live, revoked] = [
      { revoked: false, status: 200, history: [false] },
      { revoked: true, status: 200, history: [true, false] },
    ]
    expect(await historiesOf()).toEqual([live, revoked, revoked])
    // Now a revoked key has the name in its address, and the last object with that name is a deleted one.
    expect((await admin.send('DELETE', `apikeys/poem_${name}`, undefined, ifMatch('*'))).status).toBe(204)
    expect(await historiesOf()).toEqual([revoked, revoked])
  })

  test('a list takes the same number of statements for any number of keys', async () => {
    const list = () => server.statements(() => admin.send('GET', 'apikeys'))
    await list()
    const few = await list()
    for (let count = 0; count < 5; count += 1) await given()
    expect((await list()).length).toBe(few.length)
  })
})
