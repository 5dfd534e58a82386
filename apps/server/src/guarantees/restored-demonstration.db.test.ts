import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArchive, rowsOf } from '@quatrain/platform/backup/archive-reader.ts'
import { createBackup as writeBackup } from '@quatrain/platform/backup/create-backup.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { migrate } from '@quatrain/platform/database/migrate.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { nextRelease } from '@quatrain/platform/testing/next-release.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { consoleStore } from '#database/console-store.ts'
import { consoleMigrations, migrateConsole } from '#database/open-database.ts'
import { demoSecret } from '#demo/credentials.ts'
import { loadDemo } from '#demo/load.ts'
import { migrate as migrateWebApi } from '#demo/web-api.ts'
import { deleteTenantAs } from '#features/tenants/delete-tenant.service.ts'
import { verifyActivity } from '#kit/recording/verify-activity.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { consoleSchema, tenancyOf } from '#request/tenancy/tenancy.ts'
import { createBackup, restoreBackup, type Stores } from '../cli/backup/backup.ts'
import { exportTenant, importTenant } from '../cli/backup/tenant.ts'
import { webApiOn } from '../cli/backup/web-api.ts'

const secrets = secretsOf(demoSecret)
const now = () => new Date('2030-01-01T09:00:00Z')
const who = { name: 'root', now }
const consoleOn = (database: Database) => ({ store: consoleStore, database })
/** Both stores are in one database, as in the demonstration. */
const storesOn = (database: Database): Stores => [consoleOn(database), webApiOn(database)]
const ownerOf = (database: Database) => database.within<unknown>(scope({ schema: consoleSchema }))

async function hasSchemas(database: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname in ('console', 'webapi')`.execute(ownerOf(database))
  return rows.length > 0
}

/** Owns nothing that exists, and may only create roles and schemas. Only an embedded database can become it. */
async function giveToPlainOwner(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ownerOf(database))
  await sql
    .raw(
      `create role plain_owner createrole; grant create on database ${rows[0]?.name} to plain_owner;
       set session authorization plain_owner`,
    )
    .execute(ownerOf(database))
}

describe.each(databases)('the rehearsal of a restore on $name', ({ name, open }) => {
  let folder: string
  let demo: TestDatabase
  const file = (name: string) => join(folder, `${name}.tar.zst`)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quatrain-rehearsal-'))
    demo = await open()
    await migrateConsole(demo)
    await migrateWebApi(demo)
    await loadDemo(demo)
  })
  afterAll(async () => {
    await demo.close()
    await rm(folder, { recursive: true })
  })

  test('a backup of the restored demonstration has the same rows, also if the owner is no superuser', async () => {
    const { manifest, chains } = await createBackup(file('demo'), storesOn(demo), secrets, now)
    expect(chains.map(({ firstBroken }) => firstBroken)).toEqual(chains.map(() => null))
    const copy = await open()
    if (name === 'PGlite') await giveToPlainOwner(copy)
    await restoreBackup(file('demo'), storesOn(copy), secrets, who)
    expect(
      (await verifyActivity(tenancyOf(copy, now).everyTenant)).every(({ firstBroken }) => firstBroken === null),
    ).toBe(true)
    const again = await createBackup(file('copy'), storesOn(copy), secrets, now)
    // The restore itself is logged, and clients get all lists anew. Tags of the topology have no key and so no order.
    const changed = /^(console\/(activity|database_epoch)|webapi\/topology_\w+_tags)\//
    const same = (parts: typeof manifest.parts) => parts.filter(({ name }) => !changed.test(name))
    expect(same(again.manifest.parts)).toEqual(same(manifest.parts))
    expect(same(manifest.parts).length).toBeGreaterThan(30)
    expect(again.manifest.rows.webapi).toEqual(manifest.rows.webapi)
    expect(again.manifest.sequences).toEqual(manifest.sequences)
    const { rows } = await sql`
      select from pg_trigger join pg_class on pg_class.oid = tgrelid where tgenabled = 'D' or
        (relnamespace = 'console'::regnamespace and relname = 'metrics' and not relforcerowsecurity)`.execute(
      ownerOf(copy),
    )
    expect(rows).toEqual([])
    await copy.close()
  })

  test('if the last commit fails, the store that was committed before is emptied again', async () => {
    const [database, webApi] = [await open(), await open()]
    const failing: Database = {
      ...database,
      inOneTransaction: (begin, work) =>
        database.inOneTransaction(begin, async (inside) => {
          await work(inside)
          throw new Error('The connection was lost.')
        }),
    }
    const restore = restoreBackup(file('demo'), [consoleOn(failing), webApiOn(webApi)], secrets, who)
    await expect(restore).rejects.toThrow('The connection was lost.')
    expect([await hasSchemas(database), await hasSchemas(webApi)]).toEqual([false, false])
    await database.close()
    await webApi.close()
  })

  test('the next release migrates a backup of this one; one of another build is refused', async () => {
    const { folder: migrations, remove } = await nextRelease(consoleMigrations, {
      '9999_of_the_next_release': `alter table tenants add column title text not null default '';
        update tenants set title = upper(name)`,
    })
    onTestFinished(remove)
    const nextOn = (database: Database) => ({ store: { ...consoleStore, migrations }, database })
    const titles = async (database: Database) =>
      (await sql`select title from tenants order by title`.execute(ownerOf(database))).rows
    const old = await open()
    await migrateConsole(old)
    await sql`insert into tenants (name, schema_name, domain_url) values ('all', 'public', 'a.test'), ('Old', 'old', 'o.test')`.execute(
      ownerOf(old),
    )
    const origin = { build: '0.0.1', installation: '', secrets: [], createdAt: now().toISOString() }
    await writeBackup(file('old'), [consoleOn(old)], origin)
    const copy = await open()
    // A server was started on the empty database already.
    await migrate(copy, consoleSchema, migrations)
    await restoreBackup(file('old'), [nextOn(copy)], secrets, who)
    expect(await titles(copy)).toEqual([{ title: 'ALL' }, { title: 'OLD' }])
    expect(await migrate(copy, consoleSchema, migrations)).toEqual([])

    await writeBackup(file('next'), [nextOn(copy)], origin)
    const empty = await open()
    await expect(restoreBackup(file('next'), [consoleOn(empty)], secrets, who)).rejects.toThrow(
      /^The archive was made by a newer build: this one does not know the migration 9999_of_the_next_release of the store console\.$/,
    )
    await sql`update kysely_migration set name = '0001_first_try' where name = '0001_baseline'`.execute(ownerOf(old))
    await writeBackup(file('first'), [consoleOn(old)], origin)
    await expect(restoreBackup(file('first'), [consoleOn(empty)], secrets, who)).rejects.toThrow(
      /^The archive was made by a build before the first release: this one does not know the tables of the store console\.$/,
    )
    expect(await hasSchemas(empty)).toBe(false)
    for (const database of [old, copy, empty]) await database.close()
  })

  test('each tenant that is exported, deleted and imported is exported with the same rows, byte for byte', async () => {
    const tenancy = tenancyOf(demo, now)
    const remove = async (name: string) => {
      await deleteTenantAs({ ...who, tenancy }, name)
      await sql`delete from tenants where name = ${name}`.execute(demo.within(scope({ schema: 'webapi' })))
    }
    const all = (await tenancy.tenants()).filter(({ deployment }) => deployment !== 'super')
    expect(all.length).toBeGreaterThan(1)
    // A tenant that feeds another one cannot be deleted, so those that are fed come first, and go.
    for (const { name, combinedFrom } of all.toSorted((a, b) => b.combinedFrom.length - a.combinedFrom.length)) {
      const before = await exportTenant(file(`${name}-before`), storesOn(demo), name, now)
      await remove(name)
      const imported = await importTenant(file(`${name}-before`), storesOn(demo), secrets, who)
      expect(imported.problems).toEqual([])
      const after = await exportTenant(file(`${name}-after`), storesOn(demo), name, now)
      expect(after.manifest.rows).toEqual(before.manifest.rows)
      expect(await contentOf(`${name}-after`)).toEqual(await contentOf(`${name}-before`))
      if (combinedFrom.length > 0) await remove(name)
    }
  })

  /** The rows of each table, without what an import makes anew. Some tables have no key, so no order either. */
  async function contentOf(name: string): Promise<Record<string, string[]>> {
    const content: Record<string, string[]> = {}
    await readArchive(file(name), (part, text, { stores }) => {
      const [store, table] = part.name.split('/')
      const tables = stores.find(({ name }) => name === store)?.tables
      const columns = tables?.find(({ name }) => name === table)?.columns ?? []
      const isKept = columns.map((column) => !madeAnew.test(`${table}.${column}`))
      const rows = rowsOf(text).map((row) => JSON.stringify(row.filter((_, index) => isKept[index])))
      // A large table has several parts.
      const key = `${store}/${table}`
      content[key] = [...(content[key] ?? []), ...rows].sort()
    })
    expect(Object.keys(content).length).toBeGreaterThan(20)
    return content
  }
})

/** The number of the tenant, and the hash chain that contains it. */
const madeAnew = /\.tenant_id$|^activity\.(previous_)?hash$/
