import { databases } from '@quatrain/platform/testing/databases.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientSecretOf, clientSecrets } from '#features/sign-on/client-secret.ts'
import { findAll } from '#features/sign-on/identity-providers.repository.ts'
import { addTenantKey, rotateTokenSecret } from '#features/tenants/tokens.service.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { secret as former, password } from '#test/seed.ts'
import { anIdentityProvider } from '#test/stored-samples.ts'
import { browserAt, type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { buildApp } from '../app.ts'

const present = 'another secret, of more characters'
const keyCount = 10

describe.each(databases)('replacing the secret on $name', (kind) => {
  let server: TestApp
  let apps: FastifyInstance[]
  beforeEach(async () => {
    server = await startTestApp(kind)
    apps = []
  })
  afterEach(async () => {
    for (const app of apps) await app.close()
    await server.close()
  })

  /** Another process on the same database. */
  async function beside(secret: string, previousSecret?: string): Promise<FastifyInstance> {
    const app = await buildApp({
      database: server.database,
      secret,
      previousSecret,
      logger: false,
      tls: false,
      now: server.clock.now,
      webApi: { url: server.webApi.url, timeout: 60_000 },
      sessions: { idle: 3_600_000, absolute: 3_600_000 },
      housekeeping: { every: 3600, intentsOlderThan: 60 },
    })
    apps.push(app)
    await app.ready()
    return app
  }

  async function signIn(way: { app: FastifyInstance }): Promise<Client> {
    const browser = browserAt(Object.assign(way, { host: 'north.test' as const }))
    await browser.send('GET', 'istenantschema')
    const credentials = { username: 'admin', password }
    expect((await browser.send('POST', '/dj-rest-auth/login/', credentials)).status).toBe(200)
    return browser
  }

  const askedAt = (app: FastifyInstance, url: string, key: string) =>
    app.inject({ url, headers: { host: 'north.test', 'x-api-key': key } })
  const opens = async (app: FastifyInstance, token: string) =>
    (await askedAt(app, '/api/v2/default_ports', token)).statusCode === 200
  const operator = () => ({ tenancy: server.tenancy, name: 'operator', now: server.clock.now })
  const rotated = (previous?: string) => rotateTokenSecret(operator(), secretsOf(present, previous))

  async function stored() {
    const { rows: keys } = await sql`select * from api_keys order by tenant_id, id`.execute(server.owner)
    const { rows: activity } = await sql`select * from activity order by tenant_id, number`.execute(server.owner)
    return { keys, activity }
  }

  test('processes take it one after the other, and each accepts the tokens of the others', async () => {
    const [one, other] = [await beside(former, present), await beside(present, former)]
    for (const [here, there] of [
      [one, other],
      [other, one],
    ] as const) {
      const way = { app: here }
      const browser = await signIn(way)
      const name = here === one ? 'added-by-one' : 'added-by-other'
      const added = await browser.send('POST', 'apikeys', { name, used_by: 'poem' })
      expect(added.status).toBe(201)
      const { token: publicToken } = (
        await here.inject({
          url: '/api/v2/internal/public_apikey',
          headers: { host: 'north.test' },
        })
      ).json()

      way.app = there
      expect(await opens(there, added.body.token)).toBe(true)
      expect((await browser.send('POST', `apikeys/${name}/reveal`)).body).toEqual({ token: added.body.token })
      const again = { name: 'again', used_by: 'poem', token: added.body.token }
      expect((await browser.send('POST', 'apikeys', again)).body).toMatchObject({ fields: { token: 'Already exists' } })
      expect((await browser.send('GET', '/api/v2/webapi/metric_profiles')).status).toBe(200)
      expect((await askedAt(there, '/api/v2/webapi/metric_profiles', publicToken)).statusCode).toBe(200)
    }
  })

  test('after the rotation the new secret is sufficient, and the former one decrypts nothing', async () => {
    expect(await rotated(former)).toEqual({ resealed: keyCount, tenants: 3, unchanged: 0 })
    const [before, after] = [server.app, await beside(present)]
    expect([await opens(before, 'box-NORTH'), await opens(after, 'box-NORTH')]).toEqual([false, true])
    const browser = await signIn({ app: after })
    expect((await browser.send('POST', 'apikeys/NORTH/reveal')).body).toEqual({ token: 'box-NORTH' })
    expect((await browser.send('GET', '/api/v2/webapi/metric_profiles')).status).toBe(200)
    const { status, body } = await (await signIn({ app: before })).send('POST', 'apikeys/NORTH/reveal')
    expect([status, body.code]).toEqual([500, 'internal'])
  })

  test('is idempotent, and each changed key has a row in its activity log', async () => {
    const before = await stored()
    await rotated(former)
    const after = await stored()
    const changed = after.activity.slice(before.activity.length)
    expect(changed).toHaveLength(keyCount)
    const { rows } = await sql`
      select distinct activity.action, activity.actor, key.name = activity.object_name as named
      from activity join api_keys as key on key.tenant_id = activity.tenant_id and key.id = activity.object_id
      where activity.kind = 'apikey'`.execute(server.owner)
    expect(rows).toEqual([{ action: 'reseal', actor: 'operator', named: true }])
    for (const [index, key] of after.keys.entries()) {
      const { token_lookup, token_sealed, ...rest } = Object(key)
      expect(before.keys[index]).toMatchObject(rest)
      expect(JSON.stringify(before.keys)).not.toContain(token_lookup)
      expect(JSON.stringify(before.keys)).not.toContain(token_sealed)
    }
    const none = { resealed: 0, tenants: 0, unchanged: keyCount }
    expect([await rotated(former), await rotated()]).toEqual([none, none])
    expect(await stored()).toEqual(after)
  })

  test('gives each tenant its own client secret, although identity providers of two tenants have one id', async () => {
    const id = 700
    const owners = await Promise.all(['NORTH', 'SOUTH'].map(async (name) => (await server.context(name)).tenant))
    for (const { id: tenantId, name } of owners) {
      const sealed = clientSecrets.seal(secretsOf(former), { tenantId, id }, `secret of ${name}`)
      await sql`
        insert into identity_providers (tenant_id, id, name, enabled, content, client_secret_sealed) overriding system value
        values (${tenantId}, ${id}, 'p', true, ${JSON.stringify(anIdentityProvider)}, ${sealed})`.execute(server.owner)
    }
    expect(await rotated(former)).toMatchObject({ resealed: keyCount + 2 })
    const providers = await findAll(server.tenancy.everyTenant)
    expect(providers.map((each) => clientSecretOf(secretsOf(present), each))).toEqual([
      'secret of NORTH',
      'secret of SOUTH',
    ])
  })

  test.each([
    ['a token that neither secret opens', former],
    ['no former secret, where it is needed', undefined],
  ])('is refused with %s: the message names the keys, and nothing is written', async (_, previous) => {
    await sql`
      update api_keys set token_sealed = (select token_sealed from api_keys where name = 'SOUTH') where name = 'NORTH'
    `.execute(server.owner)
    const before = await stored()
    await expect(rotated(previous)).rejects.toThrow(/^Nothing was changed: .* NORTH \(poem\) of NORTH[,.]/)
    expect(await stored()).toEqual(before)
  })

  test('is refused if a tenant has two keys with the same token, each encrypted with one of the secrets', async () => {
    for (const [secret, name] of [
      [former, 'one'],
      [present, 'other'],
    ] as const) {
      await addTenantKey(operator(), secretsOf(secret), 'NORTH', { name, kind: 'poem', token: 'the same' })
    }
    const before = await stored()
    await expect(rotated(former)).rejects.toThrow(
      'Nothing was changed: keys of one tenant have the same token: one (poem) of NORTH, other (poem) of NORTH.',
    )
    expect(await stored()).toEqual(before)
  })

  test('takes the same number of statements for many keys as for few', async () => {
    const few = await server.statements(() => rotated(former))
    for (let number = 0; number < 20; number += 1) {
      await addTenantKey(operator(), secretsOf(former), 'NORTH', { name: `box-${number}`, kind: 'poem' })
    }
    const many = await server.statements(() => rotated(former))
    expect(many.length).toBe(few.length)
    expect(few.length).toBeLessThanOrEqual(12)
  })
})
