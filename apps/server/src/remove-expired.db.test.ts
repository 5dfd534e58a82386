import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyRow } from '#test/any-row.ts'
import { tablesOf } from '#test/database-catalogue.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { expiringWith, removeExpired } from './remove-expired.ts'

const minute = 60_000

/** Longer than a week: sessions end when the setting says so. */
const limits = { idle: 30 * 86_400_000 }
const expiring = expiringWith(limits)

/** Tables with times whose rows stay until somebody, or the work that they belong to, removes them. */
const lasting = [
  ...[
    'activity',
    'activity_archives',
    'versions',
    'metric_template_versions',
    'probe_versions',
    'probe_candidates',
    'last_seen_collections',
  ],
  ...[
    'users',
    'api_keys',
    'user_keys',
    'authenticator_apps',
    'passkeys',
    'saml_keys',
    'intents',
    'web_assets',
    'verified_backups',
    'store_comparisons',
    'audit_receivers',
    'console_processes',
    'roll_outs',
    'roll_out_jobs',
    'change_requests',
    'change_request_approvals',
    'change_request_comments',
    'request_mails',
    'managed_objects',
    'webhook_attempts',
  ],
]

describe.each(databases)('expired rows on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  test.each(expiring)('of $table are removed, and no other ones', async ({ table: name, column, after }) => {
    const db = await server.tenant('NORTH')
    const tables = await tablesOf(server.owner)
    const table = tables.find((table) => table.name === name)
    if (!table) throw new Error(`There is no table ${name}.`)
    await anyRow(db, tables, table)
    const remaining = async (ageMs: number) => {
      const at = new Date(server.clock.now().getTime() - ageMs)
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${at}::timestamptz`.execute(db)
      await removeExpired(server.tenancy, limits, server.clock.now())
      return (await sql`select from ${sql.table(name)}`.execute(db)).rows.length
    }
    expect(await remaining(after * 1_000 - minute)).toBeGreaterThan(0)
    expect(await remaining(after * 1_000 + minute)).toBe(0)
  })

  test('of every table with times are removed, or stay on purpose', async () => {
    const timed = (await tablesOf(server.owner)).filter(({ columns }) =>
      columns.some(({ type }) => type === 'timestamp with time zone'),
    )
    const expected = [...expiring.map(({ table }) => table), ...lasting]
    expect(timed.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
  })
})
