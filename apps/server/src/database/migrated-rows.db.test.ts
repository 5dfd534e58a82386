import { migrate } from '@quatrain/platform/database/migrate.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { bothDatabases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { nextRelease } from '@quatrain/platform/testing/next-release.ts'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { consoleSchema, spanningRole } from '#request/tenancy/tenancy.ts'
import { consoleMigrations, migrateConsole } from './open-database.ts'

const ownerOf = (database: TestDatabase) => database.within<unknown>(scope({ schema: consoleSchema }))

/** The login has no privileges except for creating roles, and does not inherit those of its roles. */
async function giveToPlainOwner(database: TestDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ownerOf(database))
  await sql
    .raw(
      `create role plain_owner createrole noinherit; grant create on database ${rows[0]?.name} to plain_owner;
       set session authorization plain_owner`,
    )
    .execute(ownerOf(database))
}

/** The only session of the embedded database can become another login. */
const owners = bothDatabases.flatMap((kind) => [
  { name: kind.name, open: kind.open },
  ...(kind.name === 'PGlite'
    ? [
        {
          name: `${kind.name}, whose owner is no superuser`,
          async open() {
            const database = await kind.open()
            await giveToPlainOwner(database)
            return database
          },
        },
      ]
    : []),
])

async function insertRows(owner: Kysely<unknown>): Promise<void> {
  for (const tenant of ['1', '2']) {
    await owner.transaction().execute(async (db) => {
      await sql`
        insert into tenants (id, name, schema_name, domain_url) overriding system value
        values (${tenant}, ${`T${tenant}`}, ${`t${tenant}`}, ${`t${tenant}.test`})`.execute(db)
      await sql`
        select set_config('quatrain.tenant', ${tenant}, true), set_config('role', 'quatrain_app', true)`.execute(db)
      await sql`insert into service_types (name) values (${`of ${tenant}`})`.execute(db)
    })
  }
}

describe.each(owners)('rows of this release on $name', (kind) => {
  test('are converted by the next one in all tenants, and protected from their owner again', async () => {
    const database = await kind.open()
    onTestFinished(() => database.close())
    const { folder, remove } = await nextRelease(consoleMigrations, {
      '9999_titles': `alter table service_types add column title text not null default '';
        update service_types set title = upper(name);`,
    })
    onTestFinished(remove)
    await migrateConsole(database)
    await insertRows(ownerOf(database))
    expect(await migrate(database, consoleSchema, folder)).toEqual(['9999_titles'])
    const spanning = database.within<unknown>(scope({ schema: consoleSchema, role: spanningRole }))
    const { rows } = await sql`select title from service_types order by tenant_id`.execute(spanning)
    expect(rows).toEqual([{ title: 'OF 1' }, { title: 'OF 2' }])
    const unprotected = await sql`
      select relname as name from pg_class join pg_policy as policy on policy.polrelid = pg_class.oid
      where not relforcerowsecurity and policy.polname = 'own_tenant'`.execute(spanning)
    expect(unprotected.rows).toEqual([])
  })
})
