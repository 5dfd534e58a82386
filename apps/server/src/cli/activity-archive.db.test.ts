import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scope } from '@quatrain/platform/database/scope.ts'
import { bothDatabases, databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import { archiveActivity, findDueRows } from '#features/activity-archives/archive-activity.ts'
import { verifyArchives } from '#features/activity-archives/verify-archives.ts'
import { readExportLag } from '#features/audit-export/audit-export.reads.ts'
import {
  holdReceiver,
  moveCursors,
  releaseReceiver,
  removeReceiver,
} from '#features/audit-export/receivers.repository.ts'
import { contextOfAll } from '#features/tenants/operator.ts'
import { addTenant } from '#features/tenants/tenants.service.ts'
import { keptSince } from '#kit/recording/activity-archives.ts'
import { verifyActivity } from '#kit/recording/verify-activity.ts'
import type { Tables } from '#request/tables/tables.ts'
import { consoleSchema, tenancyOf } from '#request/tenancy/tenancy.ts'
import { archivesOf, writeHistory } from '#test/archived-history.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('archives of the activity log on $name', (kind) => {
  let server: TestApp
  let archives: Awaited<ReturnType<typeof archivesOf>>
  beforeAll(async () => {
    server = await startTestApp(kind)
    archives = await archivesOf(server)
    await writeHistory(server)
  })
  afterAll(async () => {
    await server.close()
    await archives.remove()
  })

  test('do not have rows that a receiver of the export has not received', async () => {
    const { everyTenant } = server.tenancy
    const hold = { receiver: 'archive', holder: randomUUID() }
    expect((await archives.archive({ receivers: ['syslog'] })).archived).toEqual([])
    await holdReceiver(everyTenant, hold)
    await moveCursors(everyTenant, hold, new Map([[2, 2]]))
    const { archived, waiting } = await archives.archive()
    expect(archived.map(({ firstNumber, lastNumber }) => [firstNumber, lastNumber])).toEqual([[1, 2]])
    expect(waiting).toEqual(['NORTH after 2 for archive', 'SOUTH after 0 for archive'])
    expect(await findDueRows(server.database, archives.options())).toMatchObject([
      { name: 'NORTH', rows: 0, waitsFor: 'archive' },
      { name: 'SOUTH', rows: 0, waitsFor: 'archive' },
    ])
    // What is archived does not count as unsent.
    const lag = await readExportLag(everyTenant, 'another', server.clock.now())
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from activity`.execute(everyTenant)
    expect(lag.rows).toBe(rows[0]?.count)

    expect(await removeReceiver(everyTenant, 'archive')).toBe(false)
    await releaseReceiver(everyTenant, hold)
    expect(await removeReceiver(everyTenant, 'archive')).toBe(true)
    // A receiver of chosen tenants keeps the rows of these only.
    const chosen = { receiver: 'north', holder: randomUUID(), isOfChosen: true }
    await holdReceiver(everyTenant, chosen)
    await moveCursors(everyTenant, chosen, new Map([[2, 3]]))
    const second = await archives.archive()
    expect(second.archived.map(({ name, lastNumber }) => [name, lastNumber])).toEqual([
      ['NORTH', 3],
      ['SOUTH', 2],
    ])
    expect(second.waiting).toEqual(['NORTH after 3 for north'])
    await releaseReceiver(everyTenant, chosen)
    await removeReceiver(everyTenant, 'north')
    expect((await archives.archive()).archived.length).toBeGreaterThan(0)
    const files = await verifyArchives({ everyTenant, folder: archives.folder, anchors: [] })
    expect(files.problems).toEqual([])
  })
})

const [embedded] = bothDatabases

/** The only session of the embedded database can become a login without privileges, which row security binds. */
test('are made by an owner of the tables that is no superuser', async () => {
  const database = await embedded?.open()
  if (!database) throw new Error('There is no embedded database.')
  const owner = database.within<Tables>(scope({ schema: consoleSchema }))
  await sql
    .raw(
      `create role archiving_owner createrole noinherit; grant create on database postgres to archiving_owner;
       set session authorization archiving_owner`,
    )
    .execute(owner)
  await migrateConsole(database)
  const now = () => new Date('2030-03-10T08:00:00Z')
  const { everyTenant } = tenancyOf(database, now)
  await addTenant({ tenancy: tenancyOf(database, now), now, name: 'root' }, { name: 'all', hostname: 'super.test' })
  for (const day of ['2030-01-01', '2030-01-02', '2030-03-01']) {
    await sql`
      insert into activity (tenant_id, at, request_id, actor, address, action, kind, object_id, object_name)
      values (7, ${day}, '', '', '', 'sign-in', 'user', 1, '')`.execute(everyTenant)
  }
  const folder = await mkdtemp(join(tmpdir(), 'quatrain-owner-'))
  const archived: number[] = []
  await archiveActivity(
    database,
    {
      folder,
      now,
      before: keptSince(1, now()),
      receivers: [],
      contextIn: (inside) => contextOfAll({ name: 'root', now }, inside),
    },
    { archived: (_, { lastNumber }) => archived.push(lastNumber), waiting: () => {} },
  )
  expect(archived).toEqual([2])
  const chains = await verifyActivity(everyTenant)
  expect(chains.find(({ tenantId }) => tenantId === 7)).toMatchObject({ rows: 4, archived: 2, firstBroken: null })
  // Nobody else can: the rows stay.
  const serving = database.within<Tables>(scope({ schema: consoleSchema, role: 'quatrain_spanning' }))
  await expect(sql`delete from activity`.execute(serving)).rejects.toThrow(/permission denied/)
  await expect(sql`insert into activity_archives select * from activity_archives`.execute(serving)).rejects.toThrow(
    /permission denied/,
  )
  await database.close()
  await rm(folder, { recursive: true })
})
