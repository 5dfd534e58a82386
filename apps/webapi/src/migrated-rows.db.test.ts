import { databases } from '@quatrain/platform/testing/databases.ts'
import { migrateBefore } from '@quatrain/platform/testing/migrate-before.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operatorOn } from '#kit/operator.ts'
import { enterTenant, schema } from '#kit/tenancy.ts'
import { findPermitted } from './feed-permissions.ts'
import { folder, migrateWebApi } from './migrate.ts'

const earlier = '0020_feeds'

test.each(databases)('data feeds of an earlier release stay permitted, on $name', async ({ open }) => {
  const database = await open()
  await migrateBefore(database, { schema, folder }, earlier)
  const operator = operatorOn(database)
  await sql`insert into tenants (name) values ('A'), ('B'), ('C')`.execute(operator)
  const numbers = new Map(
    (await operator.selectFrom('tenants').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  const feeds = { A: ['B', 'C'], C: ['A'] }
  for (const [combined, feeding] of Object.entries(feeds)) {
    await operator.transaction().execute(async (db) => {
      await enterTenant(db, numbers.get(combined) ?? 0)
      const tenants = feeding.map((name) => numbers.get(name) ?? 0)
      await sql`insert into data_feeds (tenants) values (${tenants})`.execute(db)
    })
  }
  expect(await migrateWebApi(database)).toContain(earlier)
  for (const combined of ['A', 'B', 'C'] as const) {
    expect(await findPermitted(operator, combined), combined).toEqual(combined === 'B' ? [] : feeds[combined])
  }
  await database.close()
})
