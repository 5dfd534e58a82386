import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serverDatabases, type TestDatabase } from '#testing/databases.ts'
import type { Database } from './database.ts'
import { openForServing, type Store } from './open-for-serving.ts'
import { scope } from './scope.ts'

const names = { url: 'THE_URL', migrationUrl: 'THE_MIGRATION_URL' }

describe.each(serverDatabases)('a login that serves, on $name', (kind) => {
  const id = randomUUID().replaceAll('-', '')
  const [login, role] = [`serving_${id}`, `requests_${id}`]
  let database: TestDatabase
  let folder: string
  let store: Store
  let servingUrl: string
  const opened: Database[] = []
  const result: string[] = []
  const log = { info: (text: string) => result.push(text), warn: (text: string) => result.push(text) }
  beforeAll(async () => {
    database = await kind.open()
    await sql
      .raw(
        `create role ${login} login noinherit; create role ${role} nologin; grant ${role} to ${login};
         create schema app; grant usage on schema app to ${role}`,
      )
      .execute(database.within(scope({ schema: 'public' })))
    folder = await mkdtemp(join(tmpdir(), 'quatrain-serving-'))
    await writeFile(
      join(folder, '0001_things.sql'),
      `create table things (tenant integer, word text);
       insert into things values (1, 'of 1'), (2, 'of 2');
       alter table things enable row level security;
       alter table things force row level security;
       create policy own on things to ${role} using (tenant = current_setting('app.tenant', true)::integer);
       grant select, insert, update on things to ${role};
       grant select on kysely_migration to ${role}`,
    )
    store = { schema: 'app', migrations: folder, role }
    servingUrl = asLogin(database.url ?? '', login)
  })
  afterAll(async () => {
    for (const own of opened) await own.close()
    await rm(folder, { recursive: true })
    await sql
      .raw(`drop schema app cascade; drop role ${login}; drop role ${role}`)
      .execute(database.within(scope({ schema: 'public' })))
    await database.close()
  })
  const open = async (url: string, migrationUrl?: string, release?: string) => {
    result.length = 0
    const own = await openForServing(store, { url, migrationUrl, names }, log, release)
    opened.push(own)
    return own
  }

  test('may not set up the database, and reports the missing address', async () => {
    await expect(open(servingUrl)).rejects.toThrow(
      `THE_MIGRATION_URL: is missing, and the login ${login} may not set up`,
    )
  })

  test('starts once the owner has set it up, and reports the migrations', async () => {
    await open(servingUrl, database.url)
    expect(result).toEqual(['Migrating: 0001_things (1 of 1)'])
    await open(servingUrl)
    expect(result).toEqual([])
  })

  test('refuses tables with another state of migrations', async () => {
    await writeFile(join(folder, '0002_more.sql'), 'create table more (word text)')
    await expect(open(servingUrl)).rejects.toThrow(/^THE_MIGRATION_URL: is missing, and the database needs a migration/)
    await open(servingUrl, database.url)
  })

  test('serves tables that a newer build has migrated, unless that has removed what this one uses', async () => {
    await writeFile(join(folder, '0003_after_0.2_fewer.sql'), 'drop table more')
    await open(servingUrl, database.url)
    await rm(join(folder, '0003_after_0.2_fewer.sql'))
    await open(servingUrl, undefined, '0.2.0')
    expect(result).toEqual(['A newer build has migrated the database: 0003_after_0.2_fewer.'])
    await expect(open(servingUrl, undefined, '0.1.9')).rejects.toThrow(
      'THE_URL: the database needs a newer build than 0.1.9: 0003_after_0.2_fewer has run',
    )
    await sql`delete from kysely_migration where name like '0003%'`.execute(database.within(scope({ schema: 'app' })))
  })

  test('an owner that row security applies to converts rows of all tenants, unless a migration says that it uses none', async () => {
    const owner = `owner_${id}`
    const asSuperuser = database.within<unknown>(scope({ schema: 'public' }))
    await sql
      .raw(`create role ${owner} login; grant ${role} to ${owner}; grant create on database ${new URL(database.url ?? '').pathname.slice(1)} to ${owner};
         create schema owned authorization ${owner}`)
      .execute(asSuperuser)
    const migrations = await mkdtemp(join(tmpdir(), 'quatrain-serving-'))
    onTestFinished(async () => {
      await rm(migrations, { recursive: true })
      await sql.raw(`drop schema owned cascade; drop owned by ${owner}; drop role ${owner}`).execute(asSuperuser)
    })
    const things = () => sql<{ word: string }>`select word from owned.things order by tenant`.execute(asSuperuser)
    const ownerUrl = asLogin(database.url ?? '', owner)
    const run = async (name: string, text: string) => {
      await writeFile(join(migrations, `${name}.sql`), text)
      const log = { info: () => {}, warn: () => {} }
      const opened = await openForServing(
        { schema: 'owned', migrations, role },
        { url: ownerUrl, migrationUrl: ownerUrl, names },
        log,
      )
      await opened.close()
    }
    await run(
      '0001_things',
      `create table things (tenant integer, word text);
       insert into things values (1, 'of 1'), (2, 'of 2');
       alter table things enable row level security;
       alter table things force row level security;
       grant usage on schema owned to ${role};
       grant select on kysely_migration to ${role};
       create policy own on things using (tenant = current_setting('app.tenant', true)::integer)`,
    )
    await run('0002_upper', 'update things set word = upper(word)')
    expect((await things()).rows).toEqual([{ word: 'OF 1' }, { word: 'OF 2' }])
    await run('0003_more', '-- This uses no rows.\nalter table things add column more text')
    await expect(run('0004_lower', '-- This uses no rows.\nupdate things set word = lower(word)')).rejects.toThrow(
      'row-level security policy for table "things"',
    )
    expect((await things()).rows).toEqual([{ word: 'OF 1' }, { word: 'OF 2' }])
  })

  test('warns if it is the owner', async () => {
    await open(database.url ?? '')
    expect(result).toEqual([expect.stringMatching(/^THE_URL: the login \w+ owns the tables or is a superuser/)])
  })

  describe('whatever is injected into a statement', () => {
    const refused = { code: '42501' }
    let db: Kysely<unknown>
    beforeAll(async () => {
      db = (await open(servingUrl)).within(scope({ role, schema: 'app', settings: { 'app.tenant': '1' } }))
    })
    const words = async (handle: Kysely<unknown>) =>
      (await sql<{ word: string }>`select word from things order by word`.execute(handle)).rows.map(({ word }) => word)

    test.each([
      'reset role; select * from app.things',
      `select set_config('role', 'none', true); select * from app.things`,
      'set local session authorization default; reset role; select * from app.things',
      'alter table app.things disable row level security',
      'alter table app.things no force row level security',
      'reset role; alter table app.things disable row level security',
      'create policy mine on app.things using (true)',
      'drop table app.things',
      'set local role postgres',
      'reset role; set local role postgres',
      'set session authorization postgres',
      'reset role; create table app.copy (word text)',
      'reset role; create role mine superuser',
      'select pg_read_file($$/etc/passwd$$)',
    ])('%s gains no privileges', async (text) => {
      const work = db.transaction().execute((db) => sql.raw(text).execute(db))
      await expect(work).rejects.toMatchObject(refused)
      expect(await words(db)).toEqual(['of 1'])
    })

    test('lasts no longer than its statement', async () => {
      for (const setting of [`'role', 'none'`, `'app.tenant', '2'`]) {
        await sql.raw(`select set_config(${setting}, false)`).execute(db)
        expect(await words(db)).toEqual(['of 1'])
      }
    })
  })
})

function asLogin(url: string, login: string): string {
  const address = new URL(url)
  address.username = login
  return address.href
}
