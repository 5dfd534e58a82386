import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { scope } from '../src/database/scope.ts'
import { bothDatabases } from './databases.ts'

const ownerOf = (database: Database) => database.within<unknown>(scope({ schema: 'public' }))

async function prepare(database: Database) {
  await sql`create table things (
    id integer generated always as identity primary key, name text, content json, twice integer generated always as (2 * 3) stored)
  `.execute(ownerOf(database))
  await sql`insert into things (name, content) values ('kept', '{ "a":  1 }')`.execute(ownerOf(database))
}

describe.each(bothDatabases)('copies of a prepared database on $name', (kind) => {
  const things = async (database: Database) =>
    (await sql`select id, name, content::text, twice from things order by id`.execute(ownerOf(database))).rows
  const initial = [{ id: 1, name: 'kept', content: '{ "a":  1 }', twice: 6 }]
  const add = (database: Database) => sql`insert into things (name) values ('added')`.execute(ownerOf(database))

  test('have the content of before, however the previous test has changed it', async () => {
    for (const change of [
      sql`insert into things (name) values ('added'), ('more')`,
      sql`update things set name = 'changed', content = null`,
      sql`delete from things`,
      sql`truncate things`,
      sql`alter table things add column another text`,
      sql`create table others ()`,
      sql`create function fives() returns integer language sql as 'select 5'`,
      sql`create rule ignored as on insert to things do instead nothing`,
    ]) {
      const database = await kind.open(prepare)
      expect(await things(database)).toEqual(initial)
      await change.execute(ownerOf(database))
      await database.close()
    }
    const database = await kind.open(prepare)
    await add(database)
    expect(await things(database)).toEqual([...initial, { id: 2, name: 'added', content: null, twice: 6 }])
    const made = sql`select to_regclass('others') as relation, to_regproc('fives') as function`
    expect((await made.execute(ownerOf(database))).rows).toEqual([{ relation: null, function: null }])
    await database.close()
  })

  test('are used again after a session has made temporary tables', async () => {
    const identity = sql<{ is: string }>`select current_database() || pg_postmaster_start_time() as is`
    const copyAfter = async (work: (database: Database) => Promise<unknown>) => {
      const database = await kind.open(prepare)
      await work(database)
      const { rows } = await identity.execute(ownerOf(database))
      await database.close()
      return rows
    }
    const makeTemporary = (database: Database) =>
      sql`create temporary table passing (id integer primary key, name text) on commit drop`.execute(ownerOf(database))
    // Roles belong to the whole server: a test that adds one beside this one makes every copy unusable.
    const isUsedAgain = async () => {
      const used = await copyAfter(makeTemporary)
      return JSON.stringify(await copyAfter(async () => {})) === JSON.stringify(used)
    }
    await expect.poll(isUsedAgain, { timeout: 60_000 }).toBe(true)
  })

  test('that are open at the same time are separate', async () => {
    const [one, other] = [await kind.open(prepare), await kind.open(prepare)]
    await add(one)
    expect(await things(other)).toEqual(initial)
    await Promise.all([one.close(), other.close()])
  })

  test('cannot be used after they were closed', async () => {
    const database = await kind.open(prepare)
    await database.close()
    await expect(add(database)).rejects.toThrow()
  })
})
