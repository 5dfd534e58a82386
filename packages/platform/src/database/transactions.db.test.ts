import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases, pooledDatabases, type TestDatabase } from '#testing/databases.ts'
import { scope } from './scope.ts'
import { lockedTransaction, sendStatement } from './transactions.ts'

type Handle = Kysely<unknown>

const lock = "select pg_advisory_xact_lock(hashtext('things'), 1)"

describe.each([...bothDatabases, ...pooledDatabases])('transactions on $name', (kind) => {
  let database: TestDatabase
  let owner: Handle
  beforeAll(async () => {
    database = await kind.open()
    owner = database.within(scope({ schema: 'app' }))
    await sql`create schema app; create table app.things (word text unique)`.execute(owner)
  })
  beforeEach(async () => {
    await sql`truncate app.things`.execute(owner)
  })
  afterAll(async () => {
    await sql`drop schema app cascade`.execute(owner)
    await database.close()
  })

  const words = async (db = owner) =>
    (await sql<{ word: string }>`select word from things order by word`.execute(db)).rows.map(({ word }) => word)
  const insert = (word: string) => sql<{ word: string }>`insert into app.things values (${word}) returning word`

  test('a statement behind a beginning that fails is not run', async () => {
    const scopes = {
      'a role that does not exist': scope({ role: 'nobody_of_that_name', schema: 'app' }),
      'a setting that does not exist': scope({ schema: 'app', settings: { no_setting_of_that_name: '1' } }),
    }
    for (const [name, where] of Object.entries(scopes)) {
      const work = database
        .within(where)
        .transaction()
        .execute((db) => insert('stray').execute(db))
      await expect(work, name).rejects.toThrow('of_that_name')
    }
    const locking = lockedTransaction(owner, 'select 1 / 0', (db) => insert('stray').execute(db))
    await expect(locking).rejects.toThrow('division by zero')
    expect(await words()).toEqual([])
  })

  test('statements that are sent without waiting run in order, and their answers are known afterwards', async () => {
    const { sent, seen } = await owner.transaction().execute(async (db) => {
      const sent = [await sendStatement(db, insert('a')), await sendStatement(db, insert('b'))]
      const seen = await words(db)
      return { seen, sent: [...sent, await sendStatement(db, insert('c'))] }
    })
    expect(seen).toEqual(['a', 'b'])
    expect(await Promise.all(sent.map(({ answer }) => answer))).toEqual([
      [{ word: 'a' }],
      [{ word: 'b' }],
      [{ word: 'c' }],
    ])
    expect(await words()).toEqual(['a', 'b', 'c'])
  })

  test('a failure of a statement that is sent without waiting is that of the transaction, which stores nothing', async () => {
    const last = owner.transaction().execute(async (db) => {
      await insert('a').execute(db)
      await sendStatement(db, insert('a'))
    })
    await expect(last).rejects.toThrow('duplicate key')
    const inBetween = owner.transaction().execute(async (db) => {
      await sendStatement(db, insert('b'))
      await sendStatement(db, insert('b'))
      await insert('c')
        .execute(db)
        .catch(() => {})
    })
    await expect(inBetween).rejects.toThrow()
    expect(await words()).toEqual([])
    await insert('d').execute(owner)
    expect(await words()).toEqual(['d'])
  })

  test('only a transaction sends a statement without waiting', async () => {
    await expect(sendStatement(owner, insert('a'))).rejects.toThrow('Only a transaction')
    expect(await words()).toEqual([])
  })

  test('each of several transactions with a lock reads what the previous one wrote', async () => {
    const add = () =>
      lockedTransaction(owner, lock, async (db) => {
        const { length } = await words(db)
        await sendStatement(db, insert(`word ${length}`))
      })
    await Promise.all(Array.from({ length: 8 }, add))
    expect(await words()).toEqual(Array.from({ length: 8 }, (_, index) => `word ${index}`))
  })

  test('a transaction that takes a lock does not begin inside of another', async () => {
    const work = owner.transaction().execute((db) => lockedTransaction(db, lock, async () => {}))
    await expect(work).rejects.toThrow('begins outside of others')
  })
})
