import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@quatrain/platform/database/database.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyActivity } from '#kit/recording/verify-activity.ts'
import { aMonth, archivesOf, writeHistory } from '#test/archived-history.ts'
import { startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { findDueRows } from './archive-activity.ts'
import { readHistory } from './history-file.ts'
import { verifyArchives } from './verify-archives.ts'

describe.each(databases)('archives of the activity log on $name', (kind) => {
  let server: TestApp
  let archives: Awaited<ReturnType<typeof archivesOf>>
  beforeAll(async () => {
    server = await startTestApp(kind)
    archives = await archivesOf(server)
    await writeHistory(server)
    await archives.keep()
  })
  beforeEach(() => archives.reset())
  afterAll(async () => {
    await server.close()
    await archives.remove()
  })

  const verify = async () => ({
    chains: (await verifyActivity(server.tenancy.everyTenant)).map(({ tenant, rows, archived, firstBroken }) => {
      return { tenant, rows, archived, firstBroken }
    }),
    files: await verifyArchives({ everyTenant: server.tenancy.everyTenant, folder: archives.folder, anchors: [] }),
  })
  /** Every row of the log and every version, in the text of the database. */
  async function stored(): Promise<string[]> {
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', tenant_id, number, hash) as row from activity
      union all select concat_ws(' ', tenant_id, kind, object_id, number, document, author, comment) from versions order by row
    `.execute(server.tenancy.everyTenant)
    return rows.map(({ row }) => row)
  }
  async function inFiles(): Promise<string[]> {
    const rows: string[] = []
    for (const name of await readdir(archives.folder, { recursive: true })) {
      if (!name.endsWith('.zst')) continue
      await readHistory(join(archives.folder, name), {
        onRow: (row) => rows.push([row.tenant_id, row.number, row.hash].join(' ')),
        onVersion: (row) =>
          rows.push(
            [row.tenant_id, row.kind, row.object_id, row.number, row.document, row.author, row.comment].join(' '),
          ),
      })
    }
    return rows
  }
  const versionsOf = async (name: string) => {
    const { body } = await (await server.as('admin')).send('GET', `tenantversion/metricprofile/${name}/heads`)
    return [body.archived, ...body.versions.map(({ version }: { readonly version: string }) => version)]
  }

  test('have what was removed, month by month, and the chain goes on behind them', async () => {
    const before = await stored()
    const due = await findDueRows(server.database, archives.options())
    const { archived } = await archives.archive()
    expect(archived.map(({ name, month, firstNumber, versions }) => ({ name, month, firstNumber, versions }))).toEqual([
      { name: 'NORTH', month: '2030-01', firstNumber: 1, versions: 2 },
      { name: 'NORTH', month: '2030-02', firstNumber: expect.any(Number), versions: 2 },
      { name: 'SOUTH', month: '2030-01', firstNumber: 1, versions: 0 },
    ])
    const ofNorth = archived.filter(({ name }) => name === 'NORTH')
    const last = ofNorth.at(-1)?.lastNumber ?? 0
    expect(due).toMatchObject([
      { name: 'NORTH', rows: last, versions: 4, bytes: expect.any(Number), waitsFor: undefined },
      { name: 'SOUTH' },
    ])

    const after = await stored()
    const gone = await inFiles()
    expect(gone.filter((row) => after.includes(row))).toEqual([])
    expect(before.filter((row) => !after.includes(row)).toSorted()).toEqual(gone.toSorted())

    expect(await verify()).toMatchObject({
      chains: [
        { tenant: 'NORTH', archived: last, firstBroken: null },
        { tenant: 'SOUTH', archived: 2, firstBroken: null },
        { tenant: 'all', archived: 0, firstBroken: null },
      ].filter(({ tenant }) => tenant !== 'all'),
      files: { files: 3, problems: [], missed: [] },
    })
    // The last version that a remaining row refers to, and the newest one of each object.
    expect(await versionsOf('busy')).toEqual([4, '6', '5'])
    expect(await versionsOf('quiet')).toEqual([0, '1'])
    expect(await versionsOf('deleted')).toEqual([0, '2', '1'])
    const admin = await server.as('admin')
    const answer = (version: number) => admin.send('GET', `tenantversion/metricprofile/busy/versions/${version}`)
    expect(await answer(4)).toMatchObject({
      status: 410,
      body: { code: 'archived', detail: 'Version 4 was archived.' },
    })
    expect([await answer(5), await answer(7)]).toMatchObject([{ status: 200 }, { status: 404 }])
    const { body: now } = await admin.send('GET', 'metricprofiles/busy')
    const restore = (version: number) =>
      admin.send('PUT', `metricprofiles?restored_from=${version}`, { ...now, description: 'x' }, whatever)
    expect(await restore(4)).toMatchObject({ status: 400, body: { fields: { restored_from: expect.any(String) } } })
    expect(await restore(5)).toMatchObject({ status: 200 })
    expect(await versionsOf('busy')).toEqual([4, '7', '6', '5'])
    expect((await verify()).chains.map(({ firstBroken }) => firstBroken)).toEqual([null, null])
  })

  /** The same database, whose nth statement within transactions fails; without `nth`, it counts them. */
  function failing(nth: number) {
    let count = 0
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        count += 1
        if (count === nth) throw new Error('Killed.')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const database: Database = {
      ...server.database,
      inOneTransaction: (begin, work) =>
        server.database.inOneTransaction(begin, (inside) =>
          work({
            ...inside,
            within: <Tables>(scope: Parameters<Database['within']>[0]) =>
              inside.within<Tables>(scope).withPlugin(plugin),
          }),
        ),
    }
    return { database, count: () => count }
  }

  test('are complete or not made at all, wherever the process ends', async () => {
    const before = await stored()
    let [nth, isKilled] = [0, true]
    while (isKilled) {
      nth += 1
      const archived = await stored()
      const { database } = failing(nth)
      isKilled = await archives.archive({}, database).then(
        () => false,
        (error: Error) => error.message === 'Killed.',
      )
      const { chains, files } = await verify()
      expect(
        chains.map(({ firstBroken }) => firstBroken),
        `statement ${nth}`,
      ).toEqual([null, null])
      expect(files.problems, `statement ${nth}`).toEqual([])
      const now = await stored()
      if (nth < 20) expect(now).toEqual(archived)
    }
    expect(nth).toBeGreaterThan(20)
    // Nothing is lost, nothing is twice in files, and no other file is left.
    const [after, gone] = [await stored(), await inFiles()]
    expect(before.filter((row) => !after.includes(row)).toSorted()).toEqual(gone.toSorted())
    const names = await readdir(archives.folder, { recursive: true })
    expect(names.filter((name) => name.includes('tar'))).toHaveLength(3)
  })

  test('are recorded in the log, archived in their turn, and not made for the log of an idle tenant', async () => {
    await archives.archive()
    const numbers = async () => (await verify()).chains.map(({ rows }) => rows)
    const once = await numbers()
    expect((await archives.archive()).archived).toEqual([])
    for (const _ of [1, 2, 3]) {
      server.clock.pass(aMonth)
      await archives.archive()
    }
    // NORTH has two further months; SOUTH has nothing but its last row and the record of its archive.
    const { archived } = await archives.archive()
    expect(archived).toEqual([])
    const { chains, files } = await verify()
    expect(chains.at(-1)).toMatchObject({ tenant: 'SOUTH', rows: once.at(-1), firstBroken: null })
    expect(chains[0]).toMatchObject({ tenant: 'NORTH', firstBroken: null })
    expect(files.problems).toEqual([])
  })

  test('have at most so many rows each, and the log of a deleted tenant', async () => {
    const { everyTenant } = server.tenancy
    await sql`delete from tenants where name = 'NORTH'`.execute(everyTenant)
    server.tenancy.forget()
    const { archived } = await archives.archive({ maxRows: 3 })
    const ofNorth = archived.filter(({ name }) => name === '')
    expect(ofNorth.length).toBeGreaterThan(2)
    expect(Math.max(...ofNorth.map(({ firstNumber, lastNumber }) => lastNumber - firstNumber + 1))).toBe(3)
    const { chains, files } = await verify()
    expect(chains).toMatchObject([
      { tenant: 'SOUTH', firstBroken: null },
      { tenant: '', archived: ofNorth.at(-1)?.lastNumber, firstBroken: null },
    ])
    expect(files.problems).toEqual([])
  })
})
