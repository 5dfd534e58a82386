import { scope } from '@quatrain/platform/database/scope.ts'
import { bothDatabases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/test-app.ts'

/** From now on the login of the database has no privileges except for creating roles. */
async function giveToPlainOwner(database: TestDatabase): Promise<void> {
  const operator = database.within<unknown>(scope({ schema: 'public' }))
  await sql
    .raw(
      `create role plain_owner createrole; grant create on database postgres to plain_owner;
       set session authorization plain_owner`,
    )
    .execute(operator)
}

test.each(bothDatabases.filter(({ name }) => name === 'PGlite'))(
  'an owner without superuser rights can set up and run the console, on $name',
  async (kind) => {
    const server = await startTestApp({
      ...kind,
      async open(prepare) {
        const database = await kind.open()
        await giveToPlainOwner(database)
        await prepare?.(database)
        return database
      },
    })
    const admin = await server.as('admin')
    const profile = { name: 'of a plain owner', groupname: 'operations', description: '', services: [] }
    expect(await admin.send('POST', 'metricprofiles', profile)).toMatchObject({ status: 201 })
    const { rows } =
      await sql`select current_user as name, rolsuper from pg_roles where rolname = current_user`.execute(server.owner)
    expect(rows).toEqual([{ name: 'plain_owner', rolsuper: false }])
    await server.close()
  },
)
