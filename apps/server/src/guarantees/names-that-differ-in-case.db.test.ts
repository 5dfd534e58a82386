import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { rowsOfKeptPlans } from '@quatrain/platform/testing/rows-of-plan.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twinsOf } from '#kit/recording/twins.ts'
import { inTransaction } from '#request/context/context.ts'
import { sampleContent } from '#test/endpoint-samples.ts'
import { addSampled } from '#test/sampled.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

/** Kinds with names of their own that users add. Usernames must differ in more than capital letters. */
const named = allResources.filter(({ add, kind }) => add && Object.hasOwn(add.shape, 'name') && kind !== 'metric')

describe.each(databases)('a name that differs from another only in capital letters, on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addSampled(server)
  })
  afterAll(() => server.close())

  test.each(named)('is noted in the preview and in the response for a $kind', async (resource) => {
    const client = await server.as('admin', resource.access.super ? 'super.test' : 'north.test')
    const add = (name: string, query = '') =>
      client.send('POST', `${resource.path}${query}`, {
        ...sampleContent(resource, name),
        ...(Object.hasOwn(Object(resource.add?.shape), 'tenant') && { tenant: 'NORTH' }),
      })
    const one = await add('Twin')
    expect(one.status, JSON.stringify(one.body)).toBe(201)
    expect(String(one.body.warning)).not.toContain('There is also')
    const warning = expect.stringMatching(
      new RegExp(
        `^There is also the ${resource.label.one} (NORTH: )?Twin.*: the names differ only in capital letters\\.$`,
        'm',
      ),
    )
    expect((await add('twin', '?dry_run=true')).body.notices).toMatchObject({ warning })
    expect((await add('twin')).body).toMatchObject({ warning })
  })
})

describe.each(databases)('names that differ only in capital letters, among 100,000 versions on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await sql`
      insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment)
      select tenant.id, 'metricprofile', object, number, 'PROFILE_' || object, '{}', '', now(), ''
      from tenants as tenant, generate_series(1, 1000) as object, generate_series(1, 100) as number
      where tenant.name = 'NORTH'
    `.execute(server.owner)
    await sql`analyze versions`.execute(server.owner)
  })
  afterAll(() => server.close())

  const changed = { kind: 'metricprofile', id: 0, name: 'Profile_500', after: { name: 'Profile_500' } }

  test('are found by an index: each name is read once, not each version', async () => {
    const ctx = await server.context('NORTH')
    const { rows } = await sql<{ twins: unknown }>`select ${twinsOf(ctx, [changed])} as twins`.execute(ctx.db)
    expect(rows).toEqual([{ twins: [{ kind: 'metricprofile', name: 'PROFILE_500' }] }])
    const handled = await inTransaction(ctx, ({ db }) =>
      rowsOfKeptPlans(db, (db) => sql`select ${twinsOf(ctx, [changed])} as twins`.execute(db)),
    )
    // Of 1,000 names and 100 versions of the twin.
    expect(Math.max(...handled)).toBeLessThan(10_000)
  })
})
