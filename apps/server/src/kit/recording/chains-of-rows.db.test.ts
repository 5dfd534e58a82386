import { bothDatabases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#request/tenancy/tenancy.ts'
import { openSeeded } from '#test/seeded.ts'
import { type ActivityTexts, activityText } from './activity-text.ts'
import { chainsOfRows } from './chains-of-rows.ts'

const strange = ['', 'a"b\\c', 'tab\tline\nreturn\r\b\f', '\u0001\u001f\u007f', 'é 😀 \u2028', '[1, "x"]']

describe.each(bothDatabases)('the text of a row without a database, and of $name', (kind) => {
  let database: TestDatabase
  let everyTenant: Db
  beforeAll(async () => {
    const seeded = await openSeeded(kind, () => new Date('2030-01-01T08:00:00Z'))
    database = seeded.database
    everyTenant = seeded.tenancy.everyTenant
    const { rows } = await sql<{ id: number }>`select id from tenants where name = 'NORTH'`.execute(everyTenant)
    for (const [index, text] of strange.entries()) {
      const document = index % 2 === 0 ? null : JSON.stringify({ text, spaces: [1, 2] }, null, 1)
      await sql`
        insert into activity (tenant_id, at, request_id, actor, address, device, action, kind, object_id, object_name, before, after,
          before_version, after_version)
        values (${rows[0]?.id}, ${`2030-01-01T08:00:0${index}.${index}50001Z`}, ${text}, ${text}, ${text}, ${text}, 'change', 'user', ${index}, ${text},
          ${document}::json, ${document}::json, ${index % 3 === 0 ? null : index}, ${index % 4 === 0 ? index : null})`.execute(
        everyTenant,
      )
    }
  })
  afterAll(() => database.close())

  async function rowsAs(format: number): Promise<{ row: ActivityTexts; text: string }[]> {
    return everyTenant.transaction().execute(async (db) => {
      await sql`set local timezone = 'UTC'`.execute(db)
      const { rows } = await sql<{ row: ActivityTexts; text: string }>`
        select activity_text(jsonb_populate_record(entry, '{"format": ${sql.lit(format)}}')) as text,
          json_build_object('tenant_id', entry.tenant_id::text, 'number', number::text, 'at', at::text,
            'request_id', request_id, 'actor', actor, 'address', address, 'device', device, 'action', action,
            'kind', kind, 'object_id', object_id::text, 'object_name', object_name, 'before', before::text,
            'after', after::text, 'before_version', before_version::text, 'after_version', after_version::text,
            'before_hash', before_hash::text, 'after_hash', after_hash::text, 'previous_hash', previous_hash, 'hash', hash, 'format', ${sql.lit(String(format))}) as row
        from activity as entry order by tenant_id, number`.execute(db)
      return rows
    })
  }

  test.each([1, 2, 3, 4])('are equal in format %i', async (format) => {
    const rows = await rowsAs(format)
    expect(rows.length).toBeGreaterThanOrEqual(strange.length)
    for (const { row, text } of rows) expect(activityText(row)).toBe(text)
  })

  test('verify the same chains, and find the first wrong row', async () => {
    const rows = (await rowsAs(4)).map(({ row }) => row)
    const verified = (given: readonly ActivityTexts[]) => {
      const found = chainsOfRows()
      for (const row of given) found.add(row)
      return found.chains().map(({ rows, firstBroken }) => ({ rows, firstBroken }))
    }
    const counts = [...Map.groupBy(rows, ({ tenant_id }) => tenant_id).values()].map(({ length }) => length)
    expect(verified(rows)).toEqual(counts.map((rows) => ({ rows, firstBroken: null })))
    const last = rows.at(-1)
    const broken = (change: Readonly<Record<string, string>>) =>
      verified([...rows.slice(0, -1), { ...last, ...change }]).at(-1)?.firstBroken
    for (const [column, text] of [
      ['after', '{}'],
      ['device', 'x'],
      ['before_version', '7'],
      ['after_hash', '\\x00'],
      ['format', '9'],
      ['previous_hash', ''],
    ] as const) {
      expect(broken({ [column]: text })).toBe(last?.number)
    }
    const without = rows.toSpliced(rows.length - 2, 1)
    expect(verified(without).at(-1)?.firstBroken).toBe(last?.number)
  })
})
