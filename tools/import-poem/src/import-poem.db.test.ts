import { hash } from 'node:crypto'
import { readOtherDatabase } from '@quatrain/platform/database/other-database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { verifyActivity } from '@quatrain/server/kit/recording/verify-activity.ts'
import { secretsOf } from '@quatrain/server/request/sealing/secrets.ts'
import { secret } from '@quatrain/server/test/seed.ts'
import { startTestApp, type TestApp } from '@quatrain/server/test/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ofNordlab, ofSuperTenant, type Rows } from '#test/content.ts'
import { type Installation, install } from '#test/installation.ts'
import { fillWebApi } from '#test/web-api.ts'
import { type ImportedSchema, importPoem } from './import-poem.ts'
import { readPostgreSql } from './read-postgresql.ts'
import { reportLines } from './report.ts'

describe.each(databases)('moving in from another system on $name', (kind) => {
  let server: TestApp
  let source: TestDatabase
  let installation: Installation
  let imported: ImportedSchema[]
  const operator = () => ({ tenancy: server.tenancy, name: 'operator', now: server.clock.now })
  const options = () => ({
    dryRun: false,
    zone: 'Europe/Zagreb',
    webApi: { url: server.directWebApiUrl, keys: new Map<string, string>() },
    hostnames: new Map<string, string>(),
    names: new Map<string, string>(),
    combinedFrom: new Map([['duo', ['NORDLAB']]]),
  })
  /** From the address of a PostgreSQL server, as the command does. */
  const read = () => (source.url ? readOtherDatabase(source.url, readPostgreSql) : readPostgreSql(installation.query))
  const run = async (given: Partial<ReturnType<typeof options>> = {}) =>
    importPoem(operator(), secretsOf(secret), await read(), { ...options(), ...given })

  beforeAll(async () => {
    server = await startTestApp(kind)
    source = await kind.open()
    const apiids = await fillWebApi(server)
    const duo: Rows = { users_custuser: [] }
    const nordlab = ofNordlab(apiids)
    installation = await install(source, { public: ofSuperTenant, nordlab, duo })
  })
  afterAll(async () => {
    await server.close()
    await source.close()
  })

  /** One file for both databases: snapshots that a run takes for one of the two only are refused as obsolete. */
  const expectStored = (name: string, content: unknown) =>
    expect(`${JSON.stringify(content, undefined, 2)}\n`).toMatchFileSnapshot(`__snapshots__/${name}.json`)

  /** The tables of the console with those that their rows come from. */
  const storedIn: Readonly<Record<string, readonly string[]>> = {
    os_tags: ['super_ostag'],
    yum_repos: ['super_yumrepo'],
    packages: ['super_package'],
    probes: ['super_probe'],
    probe_versions: ['super_probehistory'],
    metric_templates: ['super_metrictemplate'],
    metric_template_versions: ['super_metrictemplatehistory'],
    metric_tags: ['super_metrictags'],
    default_ports: ['super_defaultport'],
    users: ['users_custuser'],
    api_keys: ['poem_my_api_key', 'super_webapikey'],
    metrics: ['poem_metric'],
    metric_overrides: ['poem_metricconfiguration'],
    metric_profiles: ['poem_metricprofiles'],
    aggregation_profiles: ['poem_aggregation'],
    thresholds_profiles: ['poem_thresholdsprofiles'],
    reports: ['poem_reports'],
    probe_candidates: ['poem_probecandidate'],
  }
  let rowsBefore: Readonly<Record<string, number>> = {}
  const rowsOf = (tables: Awaited<ReturnType<typeof everything>>) =>
    Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows]))

  const everything = async () => {
    const tables = await server.owner.introspection.getTables()
    const counted = tables.filter(({ schema, isView }) => schema === 'console' && !isView)
    const rows = await Promise.all(
      counted.map(async ({ name }) => {
        const { rows } = await sql<{ text: string }>`select row::text as text from ${sql.table(name)} as row`.execute(
          server.owner,
        )
        return [
          name,
          {
            rows: rows.length,
            content: hash(
              'sha256',
              rows
                .map(({ text }) => text)
                .toSorted()
                .join('\n'),
            ),
          },
        ] as const
      }),
    )
    return Object.fromEntries(rows)
  }

  test('a dry run counts the same and writes nothing', async () => {
    const before = await everything()
    const tried = await run({ dryRun: true })
    expect(tried.map(({ failure }) => failure)).toEqual([undefined, undefined, undefined])
    expect(await everything()).toEqual(before)
    imported = await run()
    rowsBefore = rowsOf(before)
    expect(imported.map(({ ledger }) => ledger.counts())).toEqual(tried.map(({ ledger }) => ledger.counts()))
  })

  test('what the report counts as imported is in the database', async () => {
    const after = rowsOf(await everything())
    const counts = imported.flatMap(({ ledger }) => ledger.counts())
    const counted = Object.entries(storedIn).map(([table, sources]) => {
      const ofTable = counts.filter((count) => sources.includes(count.table))
      return [table, ofTable.reduce((sum, count) => sum + count.imported, 0)]
    })
    const added = Object.keys(storedIn).map((table) => [table, (after[table] ?? 0) - (rowsBefore[table] ?? 0)])
    expect(Object.fromEntries(added)).toEqual(Object.fromEntries(counted))
    const { rows: shells } = await sql`
      select name from probes where current_version_id is null
      union all select name from metric_templates where current_version_id is null`.execute(server.owner)
    expect(shells).toEqual([])
  })

  test('every row of every table is imported, mapped or listed', async () => {
    for (const { schema, ledger, failure } of imported) {
      expect(failure).toBeUndefined()
      const counts = ledger.counts()
      expect(new Map(counts.map(({ table, rows }) => [table, rows]))).toEqual(await installation.counts(schema))
      for (const { rows, imported, present, mapped, listed } of counts) {
        expect(imported + present + mapped + listed).toBe(rows)
      }
      expect(ledger.listed()).toHaveLength(counts.reduce((sum, { listed }) => sum + listed, 0))
      const unknown = ledger.listed().filter(({ why }) => why.includes('does not know'))
      expect(unknown.map(({ table }) => table)).toEqual(schema === 'nordlab' ? ['poem_mystery'] : [])
    }
  })

  test('the report names what was not imported, and why', async () => {
    const lines = (entries: readonly { table: string; row: string; why: string }[] = []) =>
      entries.map(({ table, row, why }) => `${table} ${row}: ${why}`)
    const [superTenant, nordlab] = imported.map(({ ledger }) => ledger)
    await expectStored('report', {
      'listed of NORDLAB': lines(nordlab?.listed()),
      'notes of NORDLAB': lines(nordlab?.notes()),
      'listed of the super-tenant': lines(superTenant?.listed()),
    })
    expect(JSON.stringify(imported.map(({ ledger }) => ledger.listed()))).not.toMatch(
      /-token|nordlab-web-api|sha512|pbkdf2/,
    )
  })

  test('users log in with their passwords, which are stored anew', async () => {
    const browser = server.browser('nordlab.test')
    await browser.send('GET', 'istenantschema')
    const login = (given: string) => browser.send('POST', '/dj-rest-auth/login', { username: 'ops1', password: given })
    expect(await login('another password')).toMatchObject({ status: 401 })
    const db = await server.tenant('NORDLAB')
    const hash = async () =>
      (await db.selectFrom('users').select('password_hash').where('username', '=', 'ops1').executeTakeFirst())
        ?.password_hash
    expect(await hash()).toMatch(/^pbkdf2_sha256\$/)
    expect(await login('a password of before')).toMatchObject({ status: 200 })
    expect(await hash()).toMatch(/^\$argon2id\$/)
    expect(await login('a password of before')).toMatchObject({ status: 200 })
    const { body } = await browser.send('GET', 'sessionactive/true')
    expect(body.userdetails).toMatchObject({ username: 'ops1', groups: { metrics: ['NORDLAB'] } })
  })

  test('boxes go on with their keys, and read the metrics', async () => {
    const answer = await server.box('nordlab-box-token', 'nordlab.test').send('GET', '/api/v2/metrics')
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).toContain('90 seconds')
    expect(await server.box('with-a-blank-in-its-name', 'nordlab.test').send('GET', '/api/v2/metrics')).toMatchObject({
      status: 200,
    })
    expect(await server.box('nordlab-box-token').send('GET', '/api/v2/metrics')).toMatchObject({ status: 403 })
  })

  test('objects have their histories, authors and times', async () => {
    const db = await server.tenant('NORDLAB')
    const versions = await db
      .selectFrom('versions')
      .select(['kind', 'name', 'number', 'author', 'created_at', 'comment'])
      .where('kind', 'in', ['metric', 'metricprofile', 'aggregationprofile', 'thresholdsprofile', 'report'])
      .orderBy('kind')
      .orderBy('name')
      .orderBy('number')
      .execute()
    await expectStored(
      'versions',
      versions.map(({ created_at, ...version }) => ({ ...version, at: created_at.toISOString() })),
    )
    const probes = await server.owner
      .selectFrom('probe_versions')
      .select(['version', 'description', 'author', 'version_comment', 'created_at'])
      .where('name', '=', 'http-probe')
      .orderBy('id')
      .execute()
    expect(probes).toMatchObject([
      {
        version: '1.3.0',
        author: 'root',
        version_comment: 'Initial version.',
        created_at: new Date('2024-01-02T09:00:00Z'),
      },
      { version: '1.4.0', description: 'HTTP, as it is now' },
    ])
    expect(await verifyActivity(server.tenancy.everyTenant)).toMatchObject({})
  })

  test('profiles and reports are those of the Web API', async () => {
    const { body } = await (await loggedIn()).send('GET', 'reports/Critical')
    expect(body).toMatchObject({
      name: 'Critical',
      groupname: 'NORDLAB',
      description: 'Of the Web API',
      metric_profile: 'REMOTE',
    })
    const db = await server.tenant('NORDLAB')
    const pairs = await db
      .selectFrom('metric_profile_instances')
      .select(['service', 'metric'])
      .orderBy('service')
      .execute()
    expect(pairs).toEqual([
      { service: 'A B', metric: 'org.nordic.passive' },
      { service: 'WEB', metric: 'org.nordic.http' },
      { service: 'WEB', metric: 'org.nordic.http' },
    ])
  })

  async function loggedIn() {
    const browser = server.browser('nordlab.test')
    await browser.send('GET', 'istenantschema')
    await browser.send('POST', '/dj-rest-auth/login', { username: 'Ops1', password: 'another password' })
    return browser
  }

  test('a second run changes nothing, and finds everything there', async () => {
    const before = await everything()
    const again = await run()
    expect(await everything()).toEqual(before)
    const counted = (results: ImportedSchema[]) =>
      results.map(({ ledger }) =>
        ledger
          .counts()
          .map(({ table, imported, present, mapped, listed }) => [table, imported + present, mapped, listed]),
      )
    expect(counted(again)).toEqual(counted(imported))
    expect(again.flatMap(({ ledger }) => ledger.counts().filter(({ imported }) => imported > 0))).toEqual([])
  })

  test('an option for what was not read is an error', async () => {
    const unknown = new Map([['nordlap', 'x']])
    await expect(run({ hostnames: unknown })).rejects.toThrow(
      '--hostname names nordlap. These were read: public, nordlab',
    )
    await expect(run({ names: unknown })).rejects.toThrow('--tenant names nordlap')
    await expect(run({ combinedFrom: new Map([['nordlap', ['x']]]) })).rejects.toThrow('--combined-from names nordlap')
    const webApi = { url: server.directWebApiUrl, keys: unknown }
    await expect(run({ webApi })).rejects.toThrow('--web-api-key names nordlap. These were read: all, NORDLAB')
  })

  test('a tenant whose key for the Web API is revoked or missing there is not imported from old histories', async () => {
    const owner = source.within(scope({ schema: 'public' }))
    const set = (values: string) =>
      sql.raw(`update super_webapikey set ${values} where token = 'nordlab-web-api'`).execute(owner)
    const failureWith = async (keys = new Map<string, string>()) => {
      const results = await run({ dryRun: true, webApi: { url: server.directWebApiUrl, keys } })
      return results.find(({ schema }) => schema === 'nordlab')?.failure
    }
    await set('revoked = true')
    expect(String(await failureWith())).toContain('WEB-API-NORDLAB, is revoked there')
    await set("revoked = false, name = 'OTHER'")
    // The other one of its name is revoked.
    await sql.raw("update super_webapikey set name = 'OLD' where token = 'nordlab-web-api-old'").execute(owner)
    expect(String(await failureWith())).toContain(
      'WEB-API-NORDLAB, is missing there, so its profiles and reports cannot be read. Give one that is valid with ' +
        '--web-api-key NORDLAB=<key>.',
    )
    expect(await failureWith(new Map([['NORDLAB', 'nordlab-web-api']]))).toBeUndefined()
    await set("name = 'WEB-API-NORDLAB'")
    await sql
      .raw("update super_webapikey set name = 'WEB-API-NORDLAB' where token = 'nordlab-web-api-old'")
      .execute(owner)
  })

  test('a tenant that fails stays as it was, and the others are imported', async () => {
    const owner = source.within(scope({ schema: 'public' }))
    await sql
      .raw(
        `begin; insert into tenants_tenant (id, schema_name, name) values (8, 'lonely', 'not a name!'), (9, 'public', 'all') on conflict do nothing;
         create schema lonely; create table lonely.poem_metric (id integer primary key, name text);
         insert into nordlab.poem_groupofreports (id, name) values (5, 'added'); commit`,
      )
      .execute(owner)
    const before = await everything()
    const results = await run()
    expect(results.map(({ schema, failure }) => [schema, failure === undefined])).toEqual([
      ['public', true],
      ['nordlab', true],
      ['lonely', false],
      // Fed by others, so the last one.
      ['duo', true],
    ])
    const lines = reportLines(results)
      .split('\n')
      .filter((line) => line.includes('"lonely"'))
    expect(lines).toEqual([expect.stringContaining('"outcome":"not imported","why":')])
    const after = await everything()
    expect(after.tenants).toEqual(before.tenants)
    expect(after.groups?.rows).toBe((before.groups?.rows ?? 0) + 1)
  })
})
