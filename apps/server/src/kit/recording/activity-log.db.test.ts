import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#request/tenancy/tenancy.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(bothDatabases)('the activity log on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    // The login is the first row of each tenant.
    for (const host of ['north.test', 'south.test'] as const) await server.as('admin', host)
  })
  afterAll(() => server.close())

  /** Rows whose hash or place is wrong, recomputed from the first row. */
  async function broken(): Promise<number[]> {
    const { rows } = await sql<{ number: number }>`
      select number from (
        select entry.number, entry.hash, entry.previous_hash,
          encode(sha256(convert_to(activity_text(entry), 'UTF8')), 'hex') as computed,
          coalesce(lag(entry.hash) over chain, '') as "before", row_number() over chain as "place"
        from activity as entry
        window chain as (partition by entry.tenant_id order by entry.number)
      ) as entry
      where hash <> computed or previous_hash <> "before" or number <> "place"
      order by number
    `.execute(server.owner)
    return rows.map(({ number }) => number)
  }
  async function added(name: string) {
    const [admin, other] = [await server.as('admin'), await server.as('admin', 'south.test')]
    const profile = { name, groupname: 'operations', description: '', services: [] }
    const answers = await Promise.all([admin, other].map((who) => who.send('POST', 'metricprofiles', profile)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
  }
  /** Changes rows as the owner, returns the broken ones, and rolls back. */
  async function brokenAfter(statement: string): Promise<number[]> {
    await sql.raw(`create table kept as select * from activity; ${statement}`).execute(server.owner)
    const found = await broken()
    const restore = `alter table activity disable trigger all; delete from activity; insert into activity select * from kept;
      alter table activity enable trigger all; drop table kept`
    await sql.raw(restore).execute(server.owner)
    expect(await broken()).toEqual([])
    return found
  }

  test('is one valid hash chain for each tenant under concurrent writes', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map(added))
    const { rows } = await sql`select tenant_id, count(*)::integer as count from activity group by 1`.execute(
      server.owner,
    )
    expect(rows).toHaveLength(2)
    expect(rows).toMatchObject([{ count: 5 }, { count: 5 }])
    expect(await broken()).toEqual([])
  })

  test('refers to versions instead of repeating their documents', async () => {
    const admin = await server.as('admin', 'south.test')
    const south = await server.tenant('SOUTH')
    const profile = { name: 'once', groupname: 'operations', description: '', services: [] }
    const added = await admin.send('POST', 'metricprofiles', profile)
    const changed = { ...profile, apiid: added.body.apiid, description: 'Changed.' }
    const answer = await admin.send('PUT', 'metricprofiles', changed, { 'if-match': added.etag ?? '' })
    expect(answer.status).toBe(200)
    const removal = { 'if-match': answer.etag ?? '' }
    expect((await admin.send('DELETE', `metricprofiles/${added.body.apiid}`, undefined, removal)).status).toBe(204)

    const stored = south.selectFrom('activity').where('object_name', '=', 'once').orderBy('number')
    expect(await stored.select(['before', 'after', 'before_version', 'after_version']).execute()).toEqual([
      { before: null, after: null, before_version: null, after_version: 1 },
      { before: null, after: null, before_version: 1, after_version: 2 },
      { before: null, after: null, before_version: 2, after_version: null },
    ])
    const read = south.selectFrom('activity_with_documents').where('object_name', '=', 'once').orderBy('number')
    expect(await read.select(['before', 'after']).execute()).toMatchObject([
      { before: null, after: { description: '' } },
      { before: { description: '' }, after: { description: 'Changed.' } },
      { before: { description: 'Changed.' }, after: null },
    ])
  })

  test('is appended without reading it completely, even by sessions that planned for a short log', async () => {
    const write = (db: Db, count: number) =>
      sql`
        insert into activity (at, request_id, actor, address, action, kind, object_id, object_name)
        select now(), '', '', '', 'add', 'k', number, '' from generate_series(1, ${count}::integer) as number
      `.execute(db)
    const rowsRead = async (db: Db) => {
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'activity'
      `.execute(db)
      return rows[0]?.read ?? 0
    }
    const read = await server.owner.transaction().execute(async (db) => {
      await sql`select set_config('quatrain.tenant', '1', true)`.execute(db)
      await sql`analyze activity`.execute(db)
      // After this many executions PostgreSQL may use a generic plan, which must not be that of a short log.
      for (let times = 0; times < 10; times++) await write(db, 1)
      const before = await rowsRead(db)
      await write(db, 300)
      return (await rowsRead(db)) - before
    })
    expect(read).toBe(0)
    expect(await broken()).toEqual([])
  })

  test.each([
    ['who did it', `update activity set actor = 'somebody else' where tenant_id = 2 and number = 2`, [2]],
    ['when', `update activity set at = at + interval '1 second' where tenant_id = 2 and number = 2`, [2]],
    ['what was there', `update activity set after = '{}' where tenant_id = 2 and number = 2`, [2]],
    ['a row that is taken away', `delete from activity where tenant_id = 2 and number = 2`, [3, 4, 5]],
    [
      'a row with its hash computed again',
      `update activity set actor = 'x' where tenant_id = 2 and number = 2;
       update activity as entry set hash = encode(sha256(convert_to(activity_text(entry), 'UTF8')), 'hex')
       where tenant_id = 2 and number = 2`,
      [3],
    ],
  ])('shows that the owner has changed %s', async (_, statement, expected) => {
    expect(await brokenAfter(statement)).toEqual(expected)
  })
})
