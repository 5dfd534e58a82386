import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleStore } from '#database/console-store.ts'
import { verifyArchives } from '#features/activity-archives/verify-archives.ts'
import { verifyActivity } from '#kit/recording/verify-activity.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { consoleSchema, tenancyOf } from '#request/tenancy/tenancy.ts'
import { archivesOf, writeHistory } from '#test/archived-history.ts'
import { secret } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { createBackup, restoreBackup, type Stores } from './backup.ts'
import { exportTenant, importTenant } from './tenant.ts'

const secrets = secretsOf(secret)
const ownerScope = scope({ schema: consoleSchema })
const tables = ['activity', 'activity_archives', 'versions']

describe.each(databases)('with archives of the activity log on $name', (kind) => {
  let server: TestApp
  let archives: Awaited<ReturnType<typeof archivesOf>>
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quatrain-archived-'))
    server = await startTestApp(kind)
    archives = await archivesOf(server)
    await writeHistory(server)
    expect((await archives.archive()).archived.length).toBeGreaterThan(2)
  })
  afterAll(async () => {
    await server.close()
    await archives.remove()
    await rm(folder, { recursive: true })
  })

  const storesOn = (database: TestDatabase): Stores => [{ store: consoleStore, database }]
  const who = () => ({ name: 'root', now: server.clock.now })
  const rowsIn = (database: TestDatabase) =>
    Promise.all(
      tables.map(async (table) => {
        const { everyTenant } = tenancyOf(database, server.clock.now)
        const { rows } = await sql<{ row: string }>`
          select row_to_json(each)::text as row from ${sql.table(table)} as each order by row`.execute(everyTenant)
        return rows.map(({ row }) => row)
      }),
    )
  const statesOf = async (database: TestDatabase) => {
    const { everyTenant } = tenancyOf(database, server.clock.now)
    const { problems } = await verifyArchives({ everyTenant, folder: archives.folder, anchors: [] })
    const chains = await verifyActivity(everyTenant)
    return { problems, broken: chains.filter(({ firstBroken }) => firstBroken !== null) }
  }

  test('a backup has what is left, and its restore belongs to the same files', async () => {
    const file = join(folder, 'whole.tar.zst')
    const { chains } = await createBackup(file, storesOn(server.database), secrets, server.clock.now)
    expect(chains.filter(({ firstBroken }) => firstBroken !== null)).toEqual([])
    const database = await kind.open()
    await restoreBackup(file, storesOn(database), secrets, who())
    const [before, after] = [await rowsIn(server.database), await rowsIn(database)]
    const added = after.map((rows, index) => rows.filter((row) => !before[index]?.includes(row)))
    expect(added).toEqual([[expect.stringContaining('restore-backup')], [], []])
    expect(before.map((rows, index) => rows.filter((row) => !after[index]?.includes(row)))).toEqual([[], [], []])
    expect(await statesOf(database)).toEqual({ problems: [], broken: [] })
    await database.close()
  })

  test('a backup of a log from which rows were removed without an archive is invalid', async () => {
    const copy = await kind.open()
    const file = join(folder, 'forged.tar.zst')
    await restoreBackup(join(folder, 'whole.tar.zst'), storesOn(copy), secrets, who())
    const owner = copy.within<unknown>(ownerScope)
    const first = sql`(select min(number) from activity where tenant_id = 2)`
    await sql`delete from activity where tenant_id = 2 and number = ${first}`.execute(owner)
    const { rows } = await sql<{ number: string }>`select ${first}::text as number`.execute(owner)
    const { chains } = await createBackup(file, storesOn(copy), secrets, server.clock.now)
    expect(chains.filter(({ firstBroken }) => firstBroken !== null)).toMatchObject([
      { tenantId: '2', firstBroken: rows[0]?.number },
    ])
    await copy.close()
  })

  test('an archive is neither restored nor imported', async () => {
    const [name = ''] = (await readdir(archives.folder, { recursive: true })).filter((name) => name.endsWith('.zst'))
    const [file, stores] = [join(archives.folder, name), storesOn(server.database)]
    const problem = /^The file is an archive of the activity log/
    await expect(restoreBackup(file, stores, secrets, who())).rejects.toThrow(problem)
    await expect(importTenant(file, stores, secrets, who())).rejects.toThrow(problem)
  })

  test('the file of a tenant has what is left, which begins a chain of its own', async () => {
    const file = join(folder, 'north.tar.zst')
    const { chains, manifest } = await exportTenant(file, storesOn(server.database), 'NORTH', server.clock.now)
    expect(chains).toMatchObject([{ firstBroken: null }])
    expect(manifest.rows.console?.activity_archives).toBe(2)
    const imported = await importTenant(file, storesOn(server.database), secrets, { ...who(), as: 'NORDLAB' })
    expect(imported.problems).toEqual([])
    expect(await statesOf(server.database)).toEqual({ problems: [], broken: [] })
    const chain = (await verifyActivity(server.tenancy.everyTenant)).find(({ tenant }) => tenant === 'NORDLAB')
    expect(chain).toMatchObject({ archived: 0, imported: manifest.rows.console?.activity })
  })
})
