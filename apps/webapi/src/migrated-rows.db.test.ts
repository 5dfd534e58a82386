import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { migrateBefore } from '@quatrain/platform/testing/migrate-before.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant, operatorOn } from '#kit/operator.ts'
import { enterTenant, schema } from '#kit/tenancy.ts'
import { anEndpoint } from '#test/builders.ts'
import { callable } from '#test/web-api.ts'
import { findPermitted } from './feed-permissions.ts'
import { folder, migrateWebApi } from './migrate.ts'
import { provisionTenant } from './tenants.ts'

const earlier = '0020_feeds'

test.each(bothDatabases)('data feeds of an earlier release stay permitted, on $name', async ({ open }) => {
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

test.each(bothDatabases)(
  'tags of an earlier release are found, and new lists store only what differs, on $name',
  async ({ open }) => {
    const database = await open()
    await migrateBefore(database, { schema, folder }, '0022_faster_topology_writes')
    const operator = operatorOn(database)
    const row = anEndpoint({ tags: { monitored: '1' } })
    const text = JSON.stringify({ tenant: '', row })
    await provisionTenant(database, {
      name: 'ORCHARD',
      keys: [{ name: 'editor', role: 'editor', token: 'ORCHARD editor' }],
    })
    await inTenant(operator, 'ORCHARD', async (db) => {
      const hash = sql`sha256(convert_to(${text}, 'UTF8'))`
      await sql`insert into topology_lists (kind, number, size, hash) values ('endpoints', 1, 1, sha256(${hash}))`.execute(
        db,
      )
      await sql`insert into topology_days (kind, day) values ('endpoints', '2026-06-01')`.execute(db)
      await sql`
      insert into topology_day_versions (kind, day, number, list, changed_at, changed_by)
      values ('endpoints', '2026-06-01', 1, 1, now(), 'editor')`.execute(db)
      await sql`
      insert into topology_endpoints (since, hash, "group", type, service, hostname, tenant, written)
      values (1, ${hash}, ${row.group}, ${row.type}, ${row.service}, ${row.hostname}, '',
        ${JSON.stringify(row).slice(1, -1)})`.execute(db)
      await sql`
      insert into topology_endpoint_tags (name, value_hash, list, value, items)
      select 'monitored', sha256(convert_to('1', 'UTF8')), 1, '1', array_agg(id) from topology_endpoints`.execute(db)
    })
    await migrateWebApi(database)

    const api = await callable(database)
    const other = anEndpoint({ tags: { monitored: '1' } })
    await api.call('POST', 'topology/endpoints?date=2026-06-02', { body: [other, row] })
    const found = (date: string) => api.call('GET', `topology/endpoints?date=${date}&tags=monitored:1`)
    expect(await found('2026-06-01')).toMatchObject({ body: { data: [row] } })
    expect(await found('2026-06-02')).toMatchObject({ body: { data: [row, other] } })
    await inTenant(operator, 'ORCHARD', async (db) => {
      const { rows } = await sql`select since from topology_endpoints order by id`.execute(db)
      expect(rows).toEqual([{ since: 1 }, { since: 2 }])
    })
    await api.app.close()
    await database.close()
  },
)
