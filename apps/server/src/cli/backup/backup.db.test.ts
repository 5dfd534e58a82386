import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { eventually } from '@quatrain/platform/testing/eventually.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleStore } from '#database/console-store.ts'
import { lastVerified } from '#database/verified-backups.ts'
import { verifyActivity } from '#kit/recording/verify-activity.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { consoleSchema } from '#request/tenancy/tenancy.ts'
import { declaredEndpoints } from '#test/declared.ts'
import { nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addOwnKey } from '#test/own-key.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { password, secret, webApiToken } from '#test/seed.ts'
import { type Answer, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { createBackup, restoreBackup, type Stores, verifyBackup } from './backup.ts'
import { webApiOn } from './web-api.ts'

const secrets = secretsOf(secret)
const now = () => new Date('2030-01-01T09:00:00Z')
const storesOn = (database: TestDatabase, webApi: TestDatabase): Stores => [
  { store: consoleStore, database },
  webApiOn(webApi),
]

/** Responses about sessions and logins, which a backup does not have, and about the installation itself. */
const ofThisSession =
  /sessions|sessionactive|\/dj-rest-auth|\/sign-on|\/oidc|\/saml2|\/tests\/|metadata|\/status$|verifiedchanges/

describe.each(databases)('a backup of $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  let folder: string
  const file = (name: string) => join(folder, name)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quatrain-backup-'))
    server = await startTestApp(kind)
    sampled = await addSampled(server)
    await addOwnKey(await server.as('admin'))
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  const create = (name: string) =>
    createBackup(file(name), storesOn(server.database, server.webApiDatabase), secrets, now)

  async function restored(name: string): Promise<readonly [TestDatabase, TestDatabase]> {
    const [database, webApi] = [await kind.open(), await kind.open()]
    await restoreBackup(file(name), storesOn(database, webApi), secrets, { name: 'root', now })
    return [database, webApi]
  }

  async function startOn(opened: readonly TestDatabase[]): Promise<TestApp> {
    const left = [...opened]
    return startTestApp({ name: kind.name, open: async () => left.shift() ?? kind.open() })
  }

  interface Read {
    readonly name: string
    readonly isOfBox: boolean
    send(etag?: string): Promise<Answer>
  }

  /** Every endpoint that reads, as an administrator or a box calls it. */
  async function everyRead(app: TestApp): Promise<Read[]> {
    const reads: Read[] = []
    for (const host of ['north.test', 'super.test'] as const satisfies Host[]) {
      const samples = samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.idsAt.get(host))
      const person = await app.as('admin', host)
      const box = app.box(host === 'north.test' ? 'box-NORTH' : 'box-all', host)
      for (const endpoint of declaredEndpoints(app.app)) {
        if (endpoint.method !== 'GET' || ofThisSession.test(endpoint.path)) continue
        const { path, headers } = sampleFor(samples, endpoint)
        const isOfBox = endpoint.caller === 'api-key'
        const client = isOfBox ? box : person
        reads.push({
          name: `${host} ${nameOf(endpoint)}`,
          isOfBox,
          send: (etag) =>
            client.send('GET', path, undefined, { ...headers, ...(etag !== undefined && { 'if-none-match': etag }) }),
        })
      }
    }
    return reads
  }
  async function everyAnswer(app: TestApp): Promise<Map<string, Answer>> {
    const answers = new Map<string, Answer>()
    for (const { name, send } of await everyRead(app)) answers.set(name, await send())
    return answers
  }

  /** Texts of errors have the number of their request. */
  const bodies = (answers: Map<string, Answer>) =>
    Object.fromEntries(
      [...answers].map(([name, { status, body }]) => [name, status === 200 ? JSON.stringify(body) : status]),
    )

  test('restores every answer, in an installation without sessions and with new entity tags', async () => {
    const browser = server.browser()
    await browser.send('GET', '/api/v2/internal/istenantschema')
    const login = await browser.send('POST', '/dj-rest-auth/login/', { username: 'admin', password })
    const cookie = [login.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ')
    // The first answers to boxes change when their keys were last used.
    for (const { isOfBox, send } of await everyRead(server)) if (isOfBox) await send()
    const before = await everyAnswer(server)
    const { manifest, chains } = await create('whole.tar.zst')
    expect(manifest.rows.console?.metrics).toBeGreaterThan(0)
    expect(manifest.rows.webapi?.metric_profiles).toBeGreaterThan(0)
    expect(manifest.rows.console).not.toHaveProperty('sessions')

    const opened = await restored('whole.tar.zst')
    const copy = await startOn(opened)
    const after = await everyAnswer(copy)
    expect(bodies(after)).toEqual(bodies(before))

    // Both installations count the same changes from here on.
    const change = async (app: TestApp, text: string) => {
      const north = await app.as('admin')
      const { body } = await north.send('GET', 'metricprofiles/CORE')
      const profile = { ...body, description: text }
      expect((await north.send('PUT', 'metricprofiles', profile, whatever)).status).toBe(200)
      const superAdmin = await app.as('admin', 'super.test')
      expect((await superAdmin.send('POST', 'metrictags', { name: text }, whatever)).status).toBe(201)
    }
    await change(server, 'here')
    const held = await everyAnswer(server)
    await change(copy, 'elsewhere')
    let [told, tagged] = [0, 0]
    for (const { name, send } of await everyRead(copy)) {
      const { status, etag } = await send(held.get(name)?.etag)
      if (etag !== undefined) tagged += 1
      if (status !== 304) continue
      told += 1
      expect(JSON.stringify((await send()).body), name).toBe(JSON.stringify(held.get(name)?.body))
    }
    expect(told).toBeLessThan(tagged - 20)
    const direct = (app: TestApp, headers = {}) =>
      fetch(`${app.directWebApiUrl}/api/v2/metric_profiles/${sampled.profileOf('north.test').apiid}`, {
        headers: { 'x-api-key': webApiToken('NORTH'), ...headers },
      })
    const tag = (await direct(server)).headers.get('etag') ?? ''
    expect((await direct(server, { 'if-none-match': tag })).status).toBe(304)
    const answer = await direct(copy, { 'if-none-match': tag })
    expect(answer.status).toBe(200)
    const own = answer.headers.get('etag') ?? ''
    expect((await direct(copy, { 'if-none-match': own })).status).toBe(304)

    const ask = (app: TestApp) =>
      app.app.inject({ url: '/api/v2/internal/metricprofiles', headers: { host: 'north.test', cookie } })
    expect((await ask(server)).statusCode).toBe(200)
    expect((await ask(copy)).statusCode).toBe(401)

    const verified = await verifyActivity(copy.tenancy.everyTenant)
    expect(verified.map(({ firstBroken }) => firstBroken)).toEqual(verified.map(() => null))
    expect(verified.length).toBe(chains.length)
    const event = copy.owner.selectFrom('activity_with_documents').select(['actor', 'object_name', 'after'])
    expect(await event.where(sql`action`, '=', 'restore-backup').execute()).toEqual([
      { actor: 'root', object_name: 'all', after: expect.objectContaining({ file: 'whole.tar.zst' }) },
    ])
    // Both go on from where they were.
    const admin = await copy.as('admin')
    const profile = { name: 'after', groupname: 'operations', description: '', services: [] }
    expect(await admin.send('POST', 'metricprofiles', profile)).toMatchObject({ status: 201 })
    await copy.close()
  })

  test('has every row of every table, except those of sessions', async () => {
    const { manifest } = await create('counted.tar.zst')
    for (const [database, schema, name] of [
      [server.database, consoleSchema, 'console'],
      [server.webApiDatabase, 'webapi', 'webapi'],
    ] as const) {
      const owner = database.within<unknown>(scope({ schema }))
      const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class where relnamespace = to_regnamespace(${schema}) and relkind = 'r'`.execute(
        owner,
      )
      for (const { name: table } of tables) {
        if (table.startsWith('kysely') || [...consoleStore.transient, 'restores'].includes(table)) continue
        const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.id(table)}`.execute(
          owner,
        )
        expect([table, manifest.rows[name]?.[table]]).toEqual([table, rows[0]?.count])
      }
    }
    expect(await lastVerified(server.database)).toEqual({ createdAt: now(), file: 'counted.tar.zst' })
    const archive = await readFile(file('counted.tar.zst'))
    expect(archive.includes(secret)).toBe(false)
  })

  test('is of one moment while people save in both stores', async () => {
    const admin = await server.as('admin')
    let [isOver, saved] = [false, 0]
    const save = async (name: string) => {
      while (!isOver) {
        const profile = { name: `${name} ${saved}`, groupname: 'operations', description: '', services: [] }
        const { status, body } = await admin.send('POST', 'metricprofiles', profile)
        expect(status).toBe(201)
        saved += 1
        const changed = { ...profile, apiid: body.apiid, description: `${saved}` }
        expect((await admin.send('PUT', 'metricprofiles', changed, whatever)).status).toBe(200)
      }
    }
    const saving = Promise.all(['a', 'b', 'c'].map(save))
    // A second backup meets the same writes.
    const names = (isFullRun ? ['first', 'second'] : ['first']).map((name) => `${name}.tar.zst`)
    for (const [index, name] of names.entries()) {
      await eventually(() => expect(saved).toBeGreaterThan(3 * (index + 1)))
      await create(name)
    }
    isOver = true
    await saving
    for (const name of names) {
      const copy = await startOn(await restored(name))
      await copy.recoverWrites()
      const { body } = await (await copy.as('admin')).send('GET', 'differences')
      expect(JSON.stringify(body)).not.toMatch(/[abc] \d+/)
      await copy.close()
    }
  })

  // The embedded database has one session, so nothing can be saved meanwhile.
  test.runIf(kind.name !== 'PGlite')('lets no write to both stores begin between its two snapshots', async () => {
    const admin = await server.as('admin')
    const profile = { name: 'between', groupname: 'operations', description: '', services: [] }
    let saving: Promise<Answer> | undefined
    let isSaved = false
    const untilItWaits = async () => {
      while (!isSaved) {
        const { rows } = await sql`
          select from pg_locks where not granted and relation = 'console.intents'::regclass`.execute(server.owner)
        if (rows.length > 0) return
      }
    }
    const webApi: TestDatabase = {
      ...server.webApiDatabase,
      async inOneTransaction(begin, work) {
        saving = admin.send('POST', 'metricprofiles', profile).finally(() => {
          isSaved = true
        })
        await untilItWaits()
        return server.webApiDatabase.inOneTransaction(begin, work)
      },
    }
    await createBackup(file('between.tar.zst'), storesOn(server.database, webApi), secrets, now)
    expect(await saving).toMatchObject({ status: 201 })
    const copy = await startOn(await restored('between.tar.zst'))
    const restoredAdmin = await copy.as('admin')
    for (const path of ['metricprofiles', 'differences']) {
      const { status, body } = await restoredAdmin.send('GET', path)
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain('between')
    }
    await copy.close()
  })

  test('that is damaged, cut or of another secret is refused, and nothing is written', async () => {
    await create('good.tar.zst')
    const good = await readFile(file('good.tar.zst'))
    const flipped = Buffer.from(good)
    const middle = Math.floor(flipped.length / 2)
    flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle)
    await writeFile(file('flipped.tar.zst'), flipped)
    await writeFile(file('cut.tar.zst'), good)
    await truncate(file('cut.tar.zst'), good.length - 100)
    await writeFile(file('text.tar.zst'), 'no archive')
    const [database, webApi] = [await kind.open(), await kind.open()]
    const stores = storesOn(database, webApi)
    const restore = (name: string, used = secrets) => restoreBackup(file(name), stores, used, { name: 'root', now })
    for (const name of ['flipped', 'cut', 'text']) {
      const problem = new RegExp(`^The archive \\S+${name}\\.tar\\.zst is damaged[^\\n]*\\.$`)
      await expect(verifyBackup(file(`${name}.tar.zst`), undefined, now)).rejects.toThrow(problem)
      await expect(restore(`${name}.tar.zst`)).rejects.toThrow(problem)
    }
    await expect(restore('good.tar.zst', secretsOf(`another ${secret}`))).rejects.toThrow(
      /^The backup was made with another/,
    )
    await expect(restore('none.tar.zst')).rejects.toThrow(/^There is no file/)
    const { rows } = await sql`select nspname from pg_namespace where nspname in ('console', 'webapi')`.execute(
      database.within(scope({ schema: 'pg_catalog' })),
    )
    expect(rows).toEqual([])

    const rotated = secretsOf(`another ${secret}`, secret)
    await restore('good.tar.zst', rotated)
    await expect(restore('good.tar.zst')).rejects.toThrow(/^The database of the console is in use: it has tenants\./)
    await expect(create('good.tar.zst')).rejects.toThrow(/exists already/)
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
    await database.close()
    await webApi.close()
  })
})
