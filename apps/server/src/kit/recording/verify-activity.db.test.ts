import { createHash } from 'node:crypto'
import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { isSignedWith, takeAnchors } from './activity-anchors.ts'
import { missedAnchors, verifyActivity, verifyPart } from './verify-activity.ts'

const key = 'the key of the operator'
const north = 2

describe.each(bothDatabases)('the verification of the activity log on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    for (const host of ['north.test', 'south.test'] as const) {
      const admin = await server.as('admin', host)
      for (const name of ['a', 'b', 'c', 'd']) {
        const profile = { name, groupname: 'operations', description: '', services: [] }
        expect((await admin.send('POST', 'metricprofiles', profile)).status).toBe(201)
      }
    }
    await run(`create table kept as select * from activity; create table kept_versions as select * from versions`)
  })
  afterAll(() => server.close())

  const run = (statements: string) => sql.raw(statements).execute(server.owner)
  const verify = () => verifyActivity(server.tenancy.everyTenant)
  const brokenAt = async () => {
    const broken = Object.fromEntries((await verify()).map(({ tenant, firstBroken }) => [tenant, firstBroken]))
    for (const most of [1, 2, 1_000]) expect(await brokenInParts(most)).toBe(broken.NORTH ?? null)
    return broken
  }
  /** What requests of the page of changes find in the log of NORTH, each of which verifies as many rows. */
  async function brokenInParts(most: number): Promise<number | null> {
    for (let after = 0; ; ) {
      const part = await verifyPart(server.tenancy.everyTenant, north, { after, most })
      if (part.firstBroken !== null || part.last === part.newest) return part.firstBroken
      expect(part.last).toBe(after + most)
      after = part.last
    }
  }

  /**
   * Rewrites the chain of a tenant from a row on, as the owner of the database can: all hashes are valid afterwards.
   */
  const rewrite = (from: number) => `do $$
    declare entry activity; last text;
    begin
      for entry in select * from activity where tenant_id = ${north} and number >= ${from} order by number loop
        select hash into last from activity where tenant_id = ${north} and number = entry.number - 1;
        entry.previous_hash := coalesce(last, '');
        update activity set previous_hash = entry.previous_hash,
          hash = encode(sha256(convert_to(activity_text(entry), 'UTF8')), 'hex')
        where tenant_id = ${north} and number = entry.number;
      end loop;
    end $$;`

  const ofNorth = `where tenant_id = ${north} and number`

  /** The result after a change by the owner, which is rolled back. */
  async function afterwards<T>(statements: string, look: () => Promise<T>): Promise<T> {
    await run(statements)
    const found = await look()
    await run(`alter table activity disable trigger all; delete from activity; insert into activity select * from kept;
      alter table activity enable trigger all; delete from versions; insert into versions select * from kept_versions`)
    expect(await brokenAt()).toEqual({ NORTH: null, SOUTH: null })
    return found
  }

  test('returns the number of rows of each tenant, and the last hash', async () => {
    const chains = await verify()
    expect(chains).toMatchObject([
      { tenant: 'NORTH', rows: 5, lastHash: expect.stringMatching(/^[0-9a-f]{64}$/), firstBroken: null },
      { tenant: 'SOUTH', rows: 5, firstBroken: null },
    ])
  })

  test.each([
    ['a changed row', `update activity set actor = 'x' ${ofNorth} = 3`, 3],
    [
      'a changed row with a hash of its own',
      `update activity set actor = 'x' ${ofNorth} = 3; ${rewrite(3)}
      update activity set previous_hash = 'x' ${ofNorth} = 4`,
      4,
    ],
    ['a deleted row', `delete from activity ${ofNorth} = 2`, 3],
    ['a deleted first row', `delete from activity ${ofNorth} = 1`, 2],
    [
      'rows in another order',
      `update activity set number = 100 ${ofNorth} = 2; update activity set number = 2 ${ofNorth} = 3;
       update activity set number = 3 ${ofNorth} = 100`,
      2,
    ],
    [
      'a deleted row whose number was closed up',
      `delete from activity ${ofNorth} = 2; update activity set number = number - 1 ${ofNorth} = 3`,
      2,
    ],
    ['a format that there is none of', `update activity set format = 9 ${ofNorth} = 4`, 4],
    ['a changed device', `update activity set device = 'x' ${ofNorth} = 4`, 4],
    ['a changed document', `update versions set document = '{}' where tenant_id = ${north} and name = 'b'`, 3],
    [
      'a document with other spaces',
      `update versions set document = (document || ' ')::json where tenant_id = ${north} and name = 'b'`,
      3,
    ],
    ['a deleted version', `delete from versions where tenant_id = ${north} and name = 'c'`, 4],
    ['a reference to another version', `update activity set after_version = 2 ${ofNorth} = 4`, 4],
    ['a format of old', `update activity set format = 1 ${ofNorth} = 4`, 4],
  ])('finds %s', async (_, statements, first) => {
    expect(await afterwards(statements, brokenAt)).toEqual({ NORTH: first, SOUTH: null })
  })

  const time = '1893484800.250000'
  test.each([
    [1, ['r', 'ann', '::1', 'add', 'k', 7, 'n', '', '{"a": 1}', '']],
    [2, ['r', 'ann', '::1', 'add', 'k', 7, 'n', null, '{"a": 1}', '']],
    [3, ['r', 'ann', '::1', '', 'add', 'k', 7, 'n', null, '{"a": 1}', '']],
  ])('accepts rows of the former format %i', async (format, given) => {
    const text =
      format === 1
        ? [north, 1, time, ...given].join('\x1f')
        : `[${[format, north, 1, time, ...given].map((field) => JSON.stringify(field)).join(', ')}]`
    const hash = createHash('sha256').update(text).digest('hex')
    const found = await afterwards(
      `alter table activity disable trigger all; delete from activity where tenant_id = ${north};
       insert into activity (tenant_id, number, at, request_id, actor, address, action, kind, object_id, object_name, after,
         previous_hash, hash, format)
       values (${north}, 1, '2030-01-01T08:00:00.25Z', 'r', 'ann', '::1', 'add', 'k', 7, 'n', '{"a": 1}', '', '${hash}', ${format});
       alter table activity enable trigger all`,
      verify,
    )
    expect(found[0]).toMatchObject({ tenant: 'NORTH', rows: 1, lastHash: hash, firstBroken: null })
  })

  test('distinguishes fields with the same concatenation', async () => {
    const { rows } = await sql<{ texts: number }>`
      select count(distinct activity_text(entry))::integer as texts from (
        select json_populate_record(activity, '{"actor": "a\\u001fb", "address": "c"}') as entry from activity ${sql.raw(ofNorth)} = 3
        union all
        select json_populate_record(activity, '{"actor": "a", "address": "b\\u001fc"}') from activity ${sql.raw(ofNorth)} = 3
      ) as given`.execute(server.owner)
    expect(rows).toEqual([{ texts: 2 }])
  })

  test('finds changes that keep the chain valid, with an anchor', async () => {
    const anchors = await takeAnchors(server.tenancy.everyTenant, key, server.clock.now())
    expect(anchors).toMatchObject([{ tenantId: north, number: 5 }, { number: 5 }])
    expect(await missedAnchors(server.tenancy.everyTenant, anchors)).toEqual([])
    const look = async () => ({
      chain: await brokenAt(),
      missed: await missedAnchors(server.tenancy.everyTenant, anchors),
    })
    const hidden = { chain: { NORTH: null, SOUTH: null }, missed: anchors.slice(0, 1) }
    expect(await afterwards(`delete from activity ${ofNorth} > 3`, look)).toEqual(hidden)
    expect(await afterwards(`update activity set actor = 'x' ${ofNorth} = 1; ${rewrite(1)}`, look)).toEqual(hidden)
    expect(await afterwards(`delete from activity where tenant_id = ${north}`, look)).toEqual({
      chain: { SOUTH: null },
      missed: anchors.slice(0, 1),
    })
  })

  test('takes anchors once a day in one of several processes', async () => {
    const take = () => takeAnchors(server.tenancy.everyTenant, key, server.clock.now())
    await take()
    server.clock.pass(86_400)
    const taken = await Promise.all([take(), take(), take()])
    expect(taken.map(({ length }) => length).sort()).toEqual([0, 0, 2])
    expect(await take()).toEqual([])
  })

  test('accepts an anchor only with its key and unchanged', async () => {
    server.clock.pass(86_400)
    const [anchor] = await takeAnchors(server.tenancy.everyTenant, key, server.clock.now())
    if (!anchor) throw new Error('There is no anchor.')
    expect(isSignedWith(['another', key], anchor)).toBe(true)
    expect(isSignedWith(['another'], anchor)).toBe(false)
    const forged = [{ tenantId: 3 }, { number: 4 }, { hash: 'f' }, { at: '' }, { signature: '' }]
    expect(forged.filter((change) => isSignedWith([key], { ...anchor, ...change }))).toEqual([])
  })
})
