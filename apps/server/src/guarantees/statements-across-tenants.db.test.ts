import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'

// Every database test of the console runs with this guard, so each statement that a test reaches is checked.
describe.each(databases)('a statement that sees all tenants on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  const users = () => server.tenancy.everyTenant.selectFrom('users').select('username')

  test('fails if it finds a row by its id, or by its name, without its tenant', async () => {
    await expect(users().where('id', '=', 1).execute()).rejects.toThrow('does not name that of users')
    await expect(users().where('username', '=', 'admin').execute()).rejects.toThrow('does not name that of users')
    const joined = server.tenancy.everyTenant
      .selectFrom('users')
      .innerJoin('group_members as member', 'member.user_id', 'users.id')
      .select('users.username')
    await expect(joined.execute()).rejects.toThrow('does not name that of users')
  })

  test('succeeds with the tenant, as do those of one tenant', async () => {
    const admin = users().where('username', '=', 'admin')
    expect(await admin.where('tenant_id', '=', 1).execute()).toHaveLength(1)
    const north = await server.tenant('NORTH')
    expect(await north.selectFrom('users').select('id').where('username', '=', 'admin').execute()).toHaveLength(1)
  })
})
