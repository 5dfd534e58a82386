import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@quatrain/platform/database/database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { consoleStore } from '#database/console-store.ts'
import { storeTokens } from '#features/api-keys/api-keys.repository.ts'
import { deleteTenantAs } from '#features/tenants/delete-tenant.service.ts'
import { tenantFilesIn } from '#features/tenants/leave-tenant-file.ts'
import { verifyActivity } from '#kit/recording/verify-activity.ts'
import { storedToken } from '#request/keys/key-tokens.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { tablesOf } from '#test/database-catalogue.ts'
import { declaredEndpoints } from '#test/declared.ts'
import { nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { password, readingToken, secret, webApiToken } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { provisionTenant } from '#test/web-api-store.ts'
import { restoreBackup, type Stores } from './backup.ts'
import { exportTenant, importTenant } from './tenant.ts'
import { webApiOn } from './web-api.ts'

const secrets = secretsOf(secret)
const now = () => new Date('2030-01-01T09:00:00Z')
const who = { name: 'root', now }
const as = { as: 'NORDLAB', hostname: 'nordlab.test', ...who }

/** Responses about sessions and logins, the one that has a token, and the count of the log, which has a row about the import. */
const ofThisSession =
  /sessions|sessionactive|\/dj-rest-auth|\/sign-on|\/oidc|\/saml2|\/tests\/|metadata|public_apikey|passkeys|own_?keys|verifiedchanges/

/** Without what depends on the name and the number of the tenant, and on the client secret, which is not in the file. */
const unnamed = (text: string) =>
  text
    .replaceAll('NORDLAB', 'NORTH')
    .replaceAll('nordlab', 'north')
    .replaceAll(/"preview":"[0-9a-f]{64}"/g, '"preview":""')
    .replaceAll('"has_client_secret":true', '"has_client_secret":false')

describe.each(databases)('the file of a tenant on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  let folder: string
  const file = (name: string) => join(folder, `${name}.tar.zst`)
  const stores = (database: Database = server.database, webApi: Database = server.webApiDatabase): Stores => [
    { store: consoleStore, database },
    webApiOn(webApi),
  ]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quatrain-tenant-'))
    server = await startTestApp(kind)
    sampled = await addSampled(server)
    await exportTenant(file('north'), stores(), 'NORTH', now)
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  const owner = () => server.database.within<unknown>(scope({ schema: 'console' }))
  const counted = async (table: string, tenant: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.id(table)} join tenants on tenants.id = tenant_id
      where tenants.name = ${tenant}`.execute(server.tenancy.everyTenant)
    return rows[0]?.count
  }
  const hasTenant = async (name: string) => {
    const remote = await sql`select from webapi.tenants where name = ${name}`.execute(
      server.webApiDatabase.within(scope({ schema: 'webapi' })),
    )
    const local = await sql`select from tenants where name = ${name}`.execute(owner())
    return [local.rows.length === 1, remote.rows.length === 1]
  }
  const remove = async (name: string) => {
    if ((await hasTenant(name))[0]) await deleteTenantAs({ ...who, tenancy: server.tenancy }, name)
    await sql`delete from webapi.tenants where name = ${name}`.execute(
      server.webApiDatabase.within(scope({ schema: 'webapi' })),
    )
  }

  afterEach(() => remove('NORDLAB'))

  /** What an administrator does after an import. */
  async function makeUsable(): Promise<void> {
    const { everyTenant } = server.tenancy
    await sql`
      update users set password_hash = former.password_hash
      from users as former join tenants as north on north.id = former.tenant_id and north.name = 'NORTH'
      where former.username = users.username and users.tenant_id = (select id from tenants where name = 'NORDLAB')`.execute(
      everyTenant,
    )
    const keys = await everyTenant
      .selectFrom('api_keys')
      .innerJoin('tenants', 'tenants.id', 'tenant_id')
      .select(['api_keys.id', 'tenant_id as tenantId', 'api_keys.name', 'used_by'])
      .where('tenants.name', '=', 'NORDLAB')
      .execute()
    const tokenOf = (name: string) => ({ 'WEB-API-NORDLAB': webApiToken, 'WEB-API-NORDLAB-RO': readingToken })[name]
    await storeTokens(
      everyTenant,
      keys.map((key) => ({
        ...key,
        tenant: 'NORDLAB',
        ...storedToken(secrets, key, tokenOf(key.name)?.('NORDLAB') ?? `box-${key.name}-NORDLAB`),
      })),
    )
    await provisionTenant(server.webApiDatabase, {
      name: 'NORDLAB',
      keys: [
        { name: 'console', role: 'editor', token: webApiToken('NORDLAB') },
        { name: 'reader', role: 'viewer', token: readingToken('NORDLAB') },
      ],
    })
  }

  async function everyAnswer(tenant: string, client: Client, box: Client): Promise<Map<string, string>> {
    const samples = samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.idsAt.get('north.test'))
    const answers = new Map<string, string>()
    for (const endpoint of declaredEndpoints(server.app)) {
      if (endpoint.method !== 'GET' || ofThisSession.test(endpoint.path)) continue
      const { path, headers } = sampleFor(samples, endpoint)
      const given = path.replaceAll('NORTH', tenant)
      const { status, body } = await (endpoint.caller === 'api-key' ? box : client).send(
        'GET',
        given,
        undefined,
        headers,
      )
      answers.set(nameOf(endpoint), status === 200 ? JSON.stringify(body) : String(status))
    }
    return answers
  }

  test('imported under another name gives every answer of every endpoint', async () => {
    expect(await importTenant(file('north'), stores(), secrets, { ...as, dryRun: true })).toMatchObject({
      domain: 'nordlab.test',
      problems: [],
    })
    expect(await hasTenant('NORDLAB')).toEqual([false, false])
    expect(await importTenant(file('north'), stores(), secrets, as)).toMatchObject({ problems: [] })
    for (const table of ['metrics', 'versions', 'activity', 'users', 'group_members', 'metric_counts']) {
      expect([table, await counted(table, 'NORDLAB')]).toEqual([table, await counted(table, 'NORTH')])
    }
    server.tenancy.forget()
    server.clock.pass(3_600)
    const anonymous = server.browser('nordlab.test')
    await anonymous.send('GET', '/api/v2/internal/istenantschema')
    const signIn = { username: 'admin', password }
    expect((await anonymous.send('POST', '/dj-rest-auth/login/', signIn)).status).toBe(401)
    expect((await server.box('box-NORTH', 'nordlab.test').send('GET', '/api/v2/metrics')).status).toBe(403)

    await makeUsable()
    const [north, lab] = [server.browser('north.test'), server.browser('nordlab.test')]
    for (const browser of [north, lab]) {
      await browser.send('GET', '/api/v2/internal/istenantschema')
      expect((await browser.send('POST', '/dj-rest-auth/login/', signIn)).status).toBe(200)
    }
    const northBox = server.box('box-NORTH', 'north.test')
    const labBox = server.box('box-NORTH-NORDLAB', 'nordlab.test')
    // The first answers change when keys were last used.
    const ask = async () => [await everyAnswer('NORTH', north, northBox), await everyAnswer('NORDLAB', lab, labBox)]
    await ask()
    const [before, after] = (await ask()).map((answers) =>
      Object.fromEntries([...answers].map(([name, text]) => [name, unnamed(text)])),
    )
    expect(after).toEqual(before)
    expect(Object.values(before ?? {}).filter((text) => text.length > 3).length).toBeGreaterThan(100)
    const chains = await verifyActivity(server.tenancy.everyTenant)
    expect(chains.map(({ firstBroken }) => firstBroken)).toEqual(chains.map(() => null))
    expect(chains.find(({ tenant }) => tenant === 'NORDLAB')?.imported).toBe(23)
    const profile = { name: 'after', groupname: 'operations', description: '', services: [] }
    expect(await lab.send('POST', 'metricprofiles', profile)).toMatchObject({ status: 201 })
  })

  test('has the rows of every table with rows of tenants, except of those that it names', async () => {
    const manifest = await importTenant(file('north'), stores(), secrets, { ...as, dryRun: true }).then(
      ({ manifest }) => manifest,
    )
    const leftOut = [...Object.keys(consoleStore.leftOutOfTenant.tables), ...consoleStore.transient]
    for (const { name, columns } of await tablesOf(server.owner)) {
      if (!columns.some(({ name }) => name === 'tenant_id')) continue
      expect([name, name in (manifest.rows.console ?? {})]).toEqual([name, !leftOut.includes(name)])
      // Logins are recorded since.
      if (leftOut.includes(name) || name === 'activity') continue
      expect([name, manifest.rows.console?.[name]]).toEqual([name, await counted(name, 'NORTH')])
      const secretColumns = columns.filter(({ name }) => /hash|sealed|lookup|password|secret/.test(name))
      const hidden = consoleStore.leftOutOfTenant.columns[name] ?? []
      const shown = secretColumns
        .filter((column) => !hidden.includes(column.name))
        .map((column) => `${name}.${column.name}`)
      // Hashes of the chain of the activity log.
      expect(/^activity/.test(name) ? [] : shown).toEqual([])
    }
    const content = await readFile(file('north'))
    expect(content.includes(secret)).toBe(false)
  })

  test('is refused with everything that is missing, and nothing is written', async () => {
    const [database, webApi] = [await kind.open(), await kind.open()]
    const empty = await startTestApp({ name: kind.name, open: async (prepare) => kind.open(prepare) })
    await sql`update metric_template_versions set description = 'other' where name = 'disk'`.execute(empty.owner)
    await sql`update packages set version = version || '.1'`.execute(empty.owner)
    const there: Stores = [{ store: consoleStore, database: empty.database }, webApiOn(empty.webApiDatabase)]
    const { problems } = await importTenant(file('north'), there, secrets, who)
    expect(problems).toContain('There is a tenant NORTH already.')
    expect(problems.join('\n')).toMatch(
      /^The catalogue has no metric template web\.http for \S+ \(\S+\) of the package /m,
    )
    await empty.close()
    await expect(restoreBackup(file('north'), stores(database, webApi), secrets, who)).rejects.toThrow(
      'The file has one tenant only; use tenant import.',
    )
    await database.close()
    await webApi.close()
    const taken = await importTenant(file('north'), stores(), secrets, { ...as, as: 'SOUTH' })
    expect(taken.problems).toEqual(['There is a tenant SOUTH already.'])
    await provisionTenant(server.webApiDatabase, { name: 'KEPT', keys: [] })
    const kept = await importTenant(file('north'), stores(), secrets, { ...as, as: 'KEPT' })
    expect(kept.problems).toEqual(['The Web API has a tenant KEPT already.'])
    expect(await hasTenant('KEPT')).toEqual([false, true])
  })

  test('leaves what an interrupted import stored in the Web API to the next import, which replaces it', async () => {
    const interrupted: Database = {
      ...server.database,
      inOneTransaction: (begin, work) =>
        server.database.inOneTransaction(begin, async (inside) => {
          await work(inside)
          throw new Error('The process was killed.')
        }),
    }
    await expect(importTenant(file('north'), stores(interrupted), secrets, as)).rejects.toThrow('was killed')
    expect(await hasTenant('NORDLAB')).toEqual([false, true])
    expect(await importTenant(file('north'), stores(), secrets, as)).toMatchObject({ problems: [] })
    expect(await hasTenant('NORDLAB')).toEqual([true, true])
  })

  test('is left behind by a tenant that is deleted; if it cannot be written, nothing is deleted', async () => {
    await importTenant(file('north'), stores(), secrets, as)
    const operator = { ...who, tenancy: server.tenancy }
    await writeFile(join(folder, 'taken'), '')
    const failing = deleteTenantAs(operator, 'NORDLAB', { files: tenantFilesIn(join(folder, 'taken'), now) })
    await expect(failing).rejects.toThrow(/^The tenant was not deleted, because its file \S+ could not be written\.$/)
    expect(await hasTenant('NORDLAB')).toEqual([true, true])

    await sql`
      with added as (insert into roll_outs (at, request_id, actor, address, device) values (now(), '', '', '', '') returning id)
      insert into roll_out_jobs (tenant_id, roll_out_id, due) select tenants.id, added.id, 'infinity' from tenants, added
      where name = 'NORDLAB'`.execute(server.tenancy.everyTenant)
    const left = join(folder, 'left')
    const ways = {
      waiting: /^Roll-out \d+ waits in the tenant NORDLAB\. Wait until it is done, or run it there\.$/,
      paused: /^Roll-out \d+ is paused in the tenant NORDLAB\. Run it there first\.$/,
      reverted: /^Roll-out \d+ is reverted in the tenant NORDLAB\. Run it there first\.$/,
      refused:
        /^Roll-out \d+ was refused in the tenant NORDLAB\. Remove the reason that its page shows, and run it there\.$/,
    }
    for (const [state, way] of Object.entries(ways)) {
      await sql`update roll_out_jobs set state = ${state}`.execute(server.tenancy.everyTenant)
      const deleting = deleteTenantAs(operator, 'NORDLAB', { files: tenantFilesIn(left, now) })
      await expect(deleting).rejects.toThrow(way)
    }
    await sql`update roll_out_jobs set state = 'done'`.execute(server.tenancy.everyTenant)
    const files = tenantFilesIn(left, now)
    const { info: announced } = await deleteTenantAs(operator, 'NORDLAB', { files, dryRun: true })
    expect(announced).toBe(`A file of its data will be in ${left} on the server; it can be imported again.`)
    const { info } = await deleteTenantAs(operator, 'NORDLAB', { files })
    expect(info).toContain(` is in the file ${left}/NORDLAB-2030-01-01T090000.000Z.tar.zst on the server`)
    expect(await hasTenant('NORDLAB')).toEqual([false, true])
    const [name = ''] = await readdir(left)
    expect(name).toBe('NORDLAB-2030-01-01T090000.000Z.tar.zst')
    expect(await importTenant(join(left, name), stores(), secrets, who)).toMatchObject({ problems: [] })
    expect(await counted('metrics', 'NORDLAB')).toBe(await counted('metrics', 'NORTH'))
  })
})
