import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyRow } from '#test/any-row.ts'
import { tablesOf } from '#test/database-catalogue.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { removeExpired } from './remove-expired.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe.each(databases)('expired rows on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  test.each([
    ['sessions', 'last_seen_at', 7 * day],
    ['login_failures', 'failed_at', hour],
    ['sign_in_addresses', 'last_at', 90 * day],
    ['password_links', 'expires_at', 0],
    ['passkey_challenges', 'expires_at', 0],
    ['sign_on_requests', 'begun_at', 10 * minute],
    ['sign_on_tests', 'arrived_at', 10 * minute],
  ])('of %s are removed, and no other ones', async (name, column, keptMs) => {
    const db = await server.tenant('NORTH')
    const tables = await tablesOf(server.owner)
    const table = tables.find((table) => table.name === name)
    if (!table) throw new Error(`There is no table ${name}.`)
    await anyRow(db, tables, table)
    const remaining = async (ageMs: number) => {
      const at = new Date(server.clock.now().getTime() - ageMs)
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${at}::timestamptz`.execute(db)
      await removeExpired(server.tenancy, server.clock.now())
      return (await sql`select from ${sql.table(name)}`.execute(db)).rows.length
    }
    expect(await remaining(keptMs - minute)).toBeGreaterThan(0)
    expect(await remaining(keptMs + minute)).toBe(0)
  })
})
