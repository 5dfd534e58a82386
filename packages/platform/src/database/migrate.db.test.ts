import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases, pooledDatabases, type TestDatabase } from '#testing/databases.ts'
import { SettingError } from '../settings.ts'
import { migrate, type Progress } from './migrate.ts'
import { scope } from './scope.ts'

describe.each([...bothDatabases, ...pooledDatabases])('migrations on $name', (kind) => {
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    database = await kind.open()
    folder = await mkdtemp(join(tmpdir(), 'quatrain-migrations-'))
    await writeFile(join(folder, '0001_words.sql'), 'create table words (word text)')
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await database.close()
  })

  const owner = () => database.within<unknown>(scope({ schema: 'app' }))
  const words = async () => (await sql<{ word: string }>`select word from words`.execute(owner())).rows

  test('are run by one of several concurrent processes, which reports them', async () => {
    const result: string[] = []
    const work = Array.from({ length: 5 }, () => migrate(database, 'app', folder, ({ name }) => result.push(name)))
    const done = await Promise.all(work)
    expect(done.flat()).toEqual(['0001_words'])
    expect(result).toEqual(['0001_words'])
  })

  test('wait a short time for locks, and as long as they need otherwise; a failed call is resumed', async () => {
    const limits = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
    const current = limits.map((limit) => `current_setting('${limit}')`).join(` || ' ' || `)
    await writeFile(join(folder, '0002_limits.sql'), `insert into words select ${current}`)
    await writeFile(join(folder, '0003_wrong.sql'), 'insert into nothing_of_that_name select 1')
    await expect(migrate(database, 'app', folder)).rejects.toThrow('nothing_of_that_name')
    expect(await words()).toEqual([{ word: '100ms 0 0' }])
    await writeFile(join(folder, '0003_wrong.sql'), 'delete from words')
    const progress: Progress[] = []
    expect(await migrate(database, 'app', folder, (step) => progress.push(step))).toEqual(['0003_wrong'])
    expect(progress).toEqual([{ name: '0003_wrong', number: 1, count: 1, isWaiting: false }])
    expect(await words()).toEqual([])
    expect(await migrate(database, 'app', folder)).toEqual([])
  })

  test.runIf(kind.name === 'PostgreSQL')('let requests use a table while they wait for its lock', async () => {
    await writeFile(join(folder, '0004_more.sql'), 'alter table words add column more text')
    const [isLocked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const request = owner()
      .transaction()
      .execute(async (db) => {
        await sql`select from words`.execute(db)
        isLocked.resolve()
        await end.promise
      })
    await isLocked.promise
    const waiting: boolean[] = []
    const migrated = migrate(database, 'app', folder, ({ isWaiting }) => {
      waiting.push(isWaiting)
      if (isWaiting) end.resolve()
    })
    await expect(words()).resolves.toEqual([])
    expect(await migrated).toEqual(['0004_more'])
    expect(waiting).toEqual([false, true])
    await request
    await rm(join(folder, '0004_more.sql'))
    await sql`delete from kysely_migration where name = '0004_more'`.execute(owner())
  })

  test('are refused for a database that a build before the first release has made', async () => {
    const released = await mkdtemp(join(tmpdir(), 'quatrain-migrations-'))
    await writeFile(join(released, '0001_baseline.sql'), 'create table words (word text)')
    await expect(migrate(database, 'app', released)).rejects.toThrow(
      new SettingError(
        'The tables of the schema app were made by a build before the first release, and neither they nor a backup of them can be used any more: name an empty database.',
      ),
    )
    expect(await words()).toEqual([])
    await rm(released, { recursive: true })
  })

  test('are refused if two have the same number', async () => {
    await writeFile(join(folder, '0002_other.sql'), 'select 1')
    await expect(migrate(database, 'app', folder)).rejects.toThrow(
      'Migrations share a number: 0002_limits, 0002_other.',
    )
    await rm(join(folder, '0002_other.sql'))
  })
})
