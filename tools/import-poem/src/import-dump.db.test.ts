import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxGroupName } from '@quatrain/contract/resources/group.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { secretsOf } from '@quatrain/server/request/sealing/secrets.ts'
import { secret } from '@quatrain/server/test/seed.ts'
import { startTestApp, type TestApp } from '@quatrain/server/test/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ofNordlab, ofSuperTenant, type Rows } from '#test/content.ts'
import { dumpOf } from '#test/dump.ts'
import { type Installation, install } from '#test/installation.ts'
import { fillWebApi } from '#test/web-api.ts'
import { type ImportOptions, importPoem } from './import-poem.ts'
import { readDumps } from './read-dump.ts'
import { readPostgreSql } from './read-postgresql.ts'
import type { SourceSchema } from './source.ts'

describe.each(databases)('moving in with dumps on $name', (kind) => {
  let fromDatabase: TestApp
  let fromDumps: TestApp
  let source: TestDatabase
  let installation: Installation
  let folder: string
  beforeAll(async () => {
    fromDatabase = await startTestApp(kind)
    fromDumps = await startTestApp(kind)
    source = await kind.open()
    const duo: Rows = { users_custuser: [] }
    const nordlab = ofNordlab(await fillWebApi(fromDatabase))
    installation = await install(source, { public: ofSuperTenant, nordlab, duo })
    folder = await mkdtemp(join(tmpdir(), 'quatrain-poem-'))
  })
  afterAll(async () => {
    for (const server of [fromDatabase, fromDumps]) await server?.close()
    await source?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  const importInto = (server: TestApp, schemas: readonly SourceSchema[], given: Partial<ImportOptions> = {}) =>
    importPoem({ tenancy: server.tenancy, name: 'operator', now: server.clock.now }, secretsOf(secret), schemas, {
      dryRun: false,
      zone: 'Europe/Zagreb',
      hostnames: new Map(),
      names: new Map(),
      webApi: { url: fromDatabase.directWebApiUrl, keys: new Map() },
      combinedFrom: new Map([['duo', ['NORDLAB']]]),
      ...given,
    })

  /** What was imported, by names: numbers of rows differ. */
  async function contentOf({ database }: TestApp) {
    const db = database.within(scope({ schema: 'console' }))
    const read = async (query: string) => {
      const { rows } = await sql.raw<{ row: string }>(`select row::text from (${query}) as row`).execute(db)
      return rows.map(({ row }) => row).toSorted()
    }
    const ofTenant = (table: string, columns: string) =>
      read(
        `select tenant.name as tenant, ${columns} from ${table} as own join tenants as tenant on tenant.id = own.tenant_id`,
      )
    return {
      tenants: await read('select name, schema_name, domain_url, combined from tenants'),
      users: await ofTenant(
        'users',
        'own.username, own.password_hash, own.email, own.is_superuser, own.is_active, own.date_joined, own.subject, own.displayname',
      ),
      members:
        await read(`select tenant.name as tenant, users.username, groups.kind, groups.name from group_members as own
        join tenants as tenant on tenant.id = own.tenant_id
        join users on users.id = own.user_id and users.tenant_id = own.tenant_id
        join groups on groups.id = own.group_id and groups.tenant_id = own.tenant_id`),
      groups: await ofTenant('groups', 'own.kind, own.name'),
      keys: await ofTenant('api_keys', 'own.name, own.used_by, own.revoked, own.token_lookup'),
      versions: await ofTenant(
        'versions',
        'own.kind, own.name, own.number, own.author, own.created_at, own.comment, own.document::text',
      ),
      probes: await read('select name, version, description, author, version_comment, created_at from probe_versions'),
      templates: await read(
        'select name, mtype, config::text, tags::text, author, created_at from metric_template_versions',
      ),
    }
  }

  test('gives a tenant the name that is given, and its keys', async () => {
    const others = await mkdtemp(join(folder, 'others-'))
    await writeFile(join(others, 'public.json'), JSON.stringify(await dumpOf(installation.query, 'public')))
    await writeFile(join(others, 'lab.json'), JSON.stringify(await dumpOf(installation.query, 'nordlab')))
    const [shared, lab] = await importInto(fromDumps, await readDumps(others), {
      dryRun: true,
      names: new Map([['lab', 'NORDLAB']]),
      combinedFrom: new Map(),
    })
    expect([shared, lab]).toMatchObject([{ tenant: 'all' }, { tenant: 'NORDLAB' }])
    expect(lab?.failure).toBeUndefined()
    const keys = shared?.ledger.listed().filter(({ table }) => table.includes('webapikey'))
    expect(keys?.map(({ row }) => row)).toEqual(['"WEB-API-GONE"'])
  })

  test('notes what is different here', async () => {
    const others = await mkdtemp(join(folder, 'noted-'))
    const shared = (await dumpOf(installation.query, 'public')).map((row) => {
      const { model, fields } = row
      if (model === 'super.package' && fields.version === '1.3.0')
        return { ...row, fields: { ...fields, repos: [['with blanks', 'Alma 10']] } }
      if (model !== 'super.metrictemplate' || fields.name !== 'org.nordic.passive') return row
      return { ...row, fields: { ...fields, probekey: ['http-probe', '1.4.0'] } }
    })
    await writeFile(join(others, 'public.json'), JSON.stringify(shared))
    // Longer than a name of a group can be.
    const refusedGroup = 'g'.repeat(maxGroupName + 1)
    const nordlab = (await dumpOf(installation.query, 'nordlab')).map((row) =>
      row.model === 'poem.userprofile' ? { ...row, fields: { ...row.fields, groupsofmetrics: [[refusedGroup]] } } : row,
    )
    const withGroup = [...nordlab, { model: 'poem.groupofmetrics', fields: { name: refusedGroup } }]
    const renamed = JSON.stringify(withGroup).replaceAll('"LIMITS"', '"NIGHT  LIMITS"')
    await writeFile(join(others, 'nordlab.json'), renamed)
    const options = { dryRun: true, combinedFrom: new Map() }
    const imported = await importInto(fromDumps, await readDumps(others), options)
    const notes = imported.flatMap(({ ledger }) => ledger.notes().map(({ row, why }) => `${row}: ${why}`))
    for (const [row, why] of [
      ['nordic-probes', 'It is not in with blanks (Alma 10), which was not imported.'],
      ['org.nordic.passive', 'It is passive, so its version of a probe was left out.'],
      ['NIGHT  LIMITS', 'The spaces in its name are single here.'],
    ])
      expect(notes.filter((note) => note.startsWith(`"${row}"`))).toContainEqual(expect.stringContaining(`: ${why}`))
    expect(notes).toContain(`row 1: Its group ${refusedGroup} was not imported.`)
  })

  test('gives what the database gives', async () => {
    for (const schema of ['public', 'nordlab', 'duo']) {
      await writeFile(join(folder, `${schema}.json`), JSON.stringify(await dumpOf(installation.query, schema)))
    }
    const dumps = await readDumps(folder)
    const hostnames = new Map(Object.entries({ nordlab: 'nordlab.test', duo: 'duo.test' }))
    const [ours, theirs] = [
      await importInto(fromDatabase, await readPostgreSql(installation.query)),
      await importInto(fromDumps, dumps, { hostnames }),
    ]
    expect([...ours, ...theirs].map(({ failure }) => failure)).toEqual(Array(6).fill(undefined))
    for (const { schema, ledger } of theirs) {
      const rows = dumps.find(({ name }) => name === schema)?.rows.length
      const settled = ledger
        .counts()
        .reduce((sum, { imported, present, mapped, listed }) => sum + imported + present + mapped + listed, 0)
      expect([schema, settled]).toEqual([schema, rows])
    }
    const content = await contentOf(fromDatabase)
    expect(content.versions.length).toBeGreaterThan(10)
    expect(await contentOf(fromDumps)).toEqual(content)
  })
})
