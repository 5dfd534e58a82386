import { copyFile, cp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Anchor } from '#kit/recording/activity-anchors.ts'
import { verifyActivity } from '#kit/recording/verify-activity.ts'
import { aMonth, archivesOf, writeHistory } from '#test/archived-history.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { verifyArchives } from './verify-archives.ts'

const north = 2

describe.each(databases)('the verification of archives on $name', (kind) => {
  let server: TestApp
  let archives: Awaited<ReturnType<typeof archivesOf>>
  let [first, second]: string[] = []
  let lastOfFirst: number
  let lastOfSecond: number
  beforeAll(async () => {
    server = await startTestApp(kind)
    archives = await archivesOf(server)
    await writeHistory(server)
    await archives.keep()
  })
  beforeEach(async () => {
    await archives.reset()
    const { archived } = await archives.archive()
    const ofNorth = archived.filter(({ tenantId }) => tenantId === north)
    ;[first, second] = ofNorth.map(({ file }) => join(archives.folder, file))
    ;[lastOfFirst = 0, lastOfSecond = 0] = ofNorth.map(({ lastNumber }) => lastNumber)
    expect(await found()).toEqual({ chain: null, problems: [], missed: 0 })
  })
  afterAll(async () => {
    await server.close()
    await archives.remove()
  })

  const run = (statements: string) => sql.raw(statements).execute(server.owner)
  const ofNorth = `where tenant_id = ${north}`
  const unprotected = (statements: string) =>
    `alter table activity disable trigger user; ${statements}; alter table activity enable trigger user`

  /** What both verifications find in NORTH. */
  async function found(given: readonly Anchor[] = []) {
    const { everyTenant } = server.tenancy
    const chains = await verifyActivity(everyTenant)
    const files = await verifyArchives({ everyTenant, folder: archives.folder, anchors: given })
    const chain = chains.find(({ tenantId }) => tenantId === north)
    return { chain: chain ? chain.firstBroken : 'gone', problems: files.problems, missed: files.missed.length }
  }

  const file = (which: 'first' | 'second') => (which === 'first' ? first : second) ?? ''
  const changes: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
    ['a removed file', () => rm(file('first')), /is missing/],
    ['a removed last file', () => rm(file('second')), /is missing/],
    [
      'a truncated file',
      async () => truncate(file('first'), Math.floor((await stat(file('first'))).size / 2)),
      /is damaged or incomplete/,
    ],
    [
      'a changed byte',
      async () => {
        const bytes = await readFile(file('first'))
        const middle = Math.floor(bytes.length / 2)
        bytes[middle] = (bytes[middle] ?? 0) ^ 1
        await writeFile(file('first'), bytes)
      },
      /damaged|not the file/,
    ],
    ['exchanged files', () => copyFile(file('second'), file('first')), /is not the file that was written/],
    [
      'bytes behind the end',
      async () => writeFile(file('second'), Buffer.concat([await readFile(file('second')), Buffer.from('x')])),
      /damaged|not the file/,
    ],
  ]
  test.each(changes)('finds %s', async (_, change, problem) => {
    await change()
    const { chain, problems } = await found()
    expect(chain).toBe(null)
    expect(problems).toEqual([expect.stringMatching(problem)])
  })

  test('finds a file of other rows with its own checksum in the table of archives', async () => {
    const changed = await rewritten(`update versions set comment = 'x' ${ofNorth} and number = 1`)
    await writeFile(file('first'), changed.content)
    await run(`update activity_archives set sha256 = '${changed.sha256}', bytes = ${changed.bytes}
      ${ofNorth} and last_number = ${lastOfFirst}`)
    expect(await found()).toEqual({ chain: 1, problems: [], missed: 0 })
  })

  /** The first file as it would be after this statement; the database and the folder are as before afterwards. */
  async function rewritten(statement: string) {
    const kept = join(archives.folder, '..', `${basename(archives.folder)}-kept`)
    await cp(archives.folder, kept, { recursive: true })
    const tables = ['activity', 'versions', 'activity_archives']
    await run(tables.map((table) => `create table present_${table} as select * from ${table}`).join('; '))
    await archives.reset()
    await run(statement)
    const { archived } = await archives.archive()
    const { sha256 = '', bytes = 0 } = archived.find(({ tenantId }) => tenantId === north) ?? {}
    const content = await readFile(file('first'))
    await run(
      unprotected(
        tables
          .map(
            (table) =>
              `delete from ${table}; insert into ${table} select * from present_${table}; drop table present_${table}`,
          )
          .join('; '),
      ),
    )
    await cp(kept, archives.folder, { recursive: true })
    await rm(kept, { recursive: true })
    return { content, sha256, bytes }
  }

  test.each([
    ['a deleted first row', () => `delete from activity ${ofNorth} and number = ${lastOfSecond + 1}`, 2],
    ['a changed row', () => `update activity set actor = 'x' ${ofNorth} and number = ${lastOfSecond + 2}`, 2],
    ['a deleted version', () => `delete from versions ${ofNorth} and number = 5`, 1],
    ['a forgotten archive', () => `delete from activity_archives ${ofNorth} and last_number = ${lastOfSecond}`, 1],
    ['a gap between archives', () => `delete from activity_archives ${ofNorth} and last_number = ${lastOfFirst}`, -1],
    [
      'rows that came back',
      () => `insert into activity select * from kept_activity ${ofNorth} and number = ${lastOfSecond}`,
      0,
    ],
  ])('finds %s behind archives', async (_, statements, after) => {
    await run(unprotected(statements()))
    const { chain } = await found()
    const wrong = after === -1 ? 1 : after === 1 ? expect.any(Number) : lastOfSecond + after
    expect(chain).toEqual(wrong)
  })

  test('finds a removal that pretends to be an archive', async () => {
    const next = `${ofNorth} and number > ${lastOfSecond} and number <= ${lastOfSecond + 2}`
    await run(
      unprotected(`
      insert into activity_archives select tenant_id, ${lastOfSecond + 1}, ${lastOfSecond + 2},
        (select last_hash from activity_archives ${ofNorth} and last_number = ${lastOfSecond}),
        (select hash from activity ${ofNorth} and number = ${lastOfSecond + 2}), at, at, 0, '2/2030-03-1-2.tar.zst', 1, 'f',
        number, at, '[]'
      from activity ${ofNorth} order by number desc limit 1;
      delete from activity ${next}`),
    )
    const { chain, problems } = await found()
    expect(chain).toBe(lastOfSecond + 1)
    expect(problems).toEqual([expect.stringMatching(/2030-03-1-2\.tar\.zst is missing/)])
  })

  test('finds that all rows behind the archives were removed', async () => {
    await run(unprotected(`delete from activity ${ofNorth}`))
    expect((await found()).chain).toBe(1)
  })

  test('checks the anchors of archived rows in the files', async () => {
    const { rows } = await sql<Pick<Anchor, 'number' | 'hash'>>`
      select number, hash from kept_activity where tenant_id = ${north} and number <= ${lastOfSecond}`.execute(
      server.owner,
    )
    const anchors = rows.map((row) => ({ ...row, tenantId: north, at: '', signature: '' }))
    expect(anchors).toHaveLength(lastOfSecond)
    expect(await found(anchors)).toMatchObject({ missed: 0 })
    expect(await found(anchors.map((anchor) => ({ ...anchor, hash: 'x' })))).toMatchObject({ missed: lastOfSecond })
  })

  test('finds a changed row of the table of archives whose record is archived', async () => {
    server.clock.pass(2 * aMonth)
    const admin = await server.as('admin')
    expect((await admin.send('GET', 'sessionactive/true')).status).toBe(200)
    await archives.archive()
    expect(await found()).toEqual({ chain: null, problems: [], missed: 0 })
    await run(`update activity_archives set versions = 99 ${ofNorth} and last_number = ${lastOfFirst}`)
    const { chain, problems } = await found()
    expect(chain).toBe(null)
    expect(problems).toEqual([expect.stringMatching(/^No row of the activity log records the archive 2.2030-01/)])
  })
})
