import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { unindexedForeignKeys } from '@quatrain/platform/testing/foreign-keys.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aDowntime,
  aGroup,
  aMetricProfile,
  anAggregationProfile,
  anEndpoint,
  anOperationsProfile,
  aReport,
  aServiceType,
  aThresholdsProfile,
  someWeights,
} from '#test/builders.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'
import { operatorOn } from './operator.ts'
import { type Db, scopeOf, scopeOfNobody, type Tables } from './tenancy.ts'

const refusedByTheDatabase = { code: '42501' }

describe.each(bothDatabases)('row security on $name', (kind) => {
  let api: WebApiUnderTest
  let orchard: Db
  let harbor: Db
  let nobody: Db
  beforeAll(async () => {
    api = await startWebApi(kind)
    const numbers = await operatorOn(api.database).selectFrom('tenants').select(['id', 'name']).execute()
    const tenant = (tenantName: string) => numbers.find(({ name }) => name === tenantName)?.id ?? 0
    orchard = api.database.within<Tables>(scopeOf(tenant('ORCHARD')))
    harbor = api.database.within<Tables>(scopeOf(tenant('HARBOR')))
    nobody = api.database.within<Tables>(scopeOfNobody)
    for (const key of ['ORCHARD editor', 'HARBOR editor']) {
      const id = await api.add('metric_profiles', aMetricProfile(), { key })
      await api.add('aggregation_profiles', anAggregationProfile(id), { key })
      await api.add('thresholds_profiles', aThresholdsProfile(), { key })
      await api.add('operations_profiles', anOperationsProfile(), { key })
      await api.add('reports', aReport(), { key })
      await api.call('POST', 'topology/service-types', { key, body: [aServiceType()] })
      await api.call('POST', 'topology/groups', { key, body: [aGroup({ tags: { monitored: '1' } })] })
      await api.call('POST', 'topology/endpoints', { key, body: [anEndpoint({ tags: { monitored: '1' } })] })
      await api.add('weights', someWeights(), { key })
      await api.call('POST', 'downtimes', { key, body: { endpoints: [aDowntime()] } })
      await api.call('PUT', 'feeds/topology', { key, body: {} })
      await api.call('PUT', 'feeds/data', { key, body: { tenants: [] } })
      await api.permit(key.split(' ')[0] ?? '', 'ORCHARD')
    }
  })
  afterAll(() => api.close())

  test('the application cannot read tokens, keys and administrators, and cannot change versions', async () => {
    for (const statement of [
      'select * from tokens',
      'select * from keys',
      'select * from tenants',
      'select * from administrators',
      'delete from metric_profiles',
      'update metric_profile_versions set day = day',
      'delete from metric_profile_versions',
      'delete from aggregation_profiles',
      'update aggregation_profile_versions set day = day',
      'delete from aggregation_profile_versions',
      'delete from thresholds_profiles',
      'update thresholds_profile_versions set day = day',
      'delete from thresholds_profile_versions',
      'delete from operations_profiles',
      'update operations_profile_versions set day = day',
      'delete from operations_profile_versions',
      'delete from reports',
      'update report_versions set number = number',
      'delete from report_versions',
      'delete from service_type_lists',
      'update service_type_list_versions set day = day',
      'delete from service_type_list_versions',
      'delete from weights',
      'update weights_versions set day = day',
      'delete from weights_versions',
      'delete from downtime_lists',
      'update downtime_list_versions set day = day',
      'delete from downtime_list_versions',
      'delete from data_feeds',
      'update topology_lists set number = number',
      'delete from topology_lists',
      'delete from topology_days',
      'update topology_day_versions set number = number',
      'delete from topology_day_versions',
      'delete from topology_groups',
      'update topology_group_tags set list = list',
      'delete from topology_group_tags',
      'delete from topology_endpoints',
      'update topology_endpoint_tags set list = list',
      'delete from topology_endpoint_tags',
      'update feed_versions set number = number',
      'delete from feed_versions',
      'insert into data_feed_permissions (tenants) values (array[1])',
      'update data_feed_permissions set tenants = array[1]',
    ]) {
      await expect(sql.raw(statement).execute(orchard), statement).rejects.toMatchObject(refusedByTheDatabase)
    }
  })

  test('every table of tenants has row security, and every index of it starts with the tenant', async () => {
    const tables = await tenantTables(orchard)
    expect(tables.map(({ name }) => name)).toEqual([
      'aggregation_profile_versions',
      'aggregation_profiles',
      'data_feed_permissions',
      'data_feeds',
      'downtime_list_versions',
      'downtime_lists',
      'feed_versions',
      'keys',
      'metric_profile_versions',
      'metric_profiles',
      'operations_profile_versions',
      'operations_profiles',
      'report_versions',
      'reports',
      'service_type_list_versions',
      'service_type_lists',
      'thresholds_profile_versions',
      'thresholds_profiles',
      'topology_day_versions',
      'topology_days',
      'topology_endpoint_tags',
      'topology_endpoints',
      'topology_group_tags',
      'topology_groups',
      'topology_lists',
      'weights',
      'weights_versions',
    ])
    for (const { name, is_walled, indexed_first } of tables) {
      expect(is_walled, name).toBe(true)
      expect(new Set(indexed_first), name).toEqual(new Set(['tenant_id']))
    }
  })

  test('every foreign key has an index', async () => {
    expect(await unindexedForeignKeys(orchard)).toEqual([])
  })

  test('no row of another tenant can be read, changed, deleted or inserted', async () => {
    // So that only row security can refuse.
    await sql`grant all on all tables in schema webapi to quatrain_webapi`.execute(operatorOn(api.database))

    for (const { name } of await tenantTables(orchard)) {
      const table = sql.table(name)
      const own = await rowsOf(orchard, name)
      const theirs = await rowsOf(harbor, name)
      expect(own.length, name).toBeGreaterThan(0)
      expect(theirs.length, name).toBeGreaterThan(0)
      expect(await rowsOf(nobody, name)).toEqual([])
      const [row] = theirs
      const stolen = sql`insert into ${table} select * from json_populate_record(null::${table}, ${JSON.stringify(row)}::json)`
      const moved = sql`update ${table} set tenant_id = ${row?.tenant_id}`

      await expect(stolen.execute(orchard), name).rejects.toMatchObject(refusedByTheDatabase)
      await expect(moved.execute(orchard), name).rejects.toMatchObject(refusedByTheDatabase)
      const where = sql`where tenant_id = ${row?.tenant_id}`
      const changed = await sql`update ${table} set tenant_id = tenant_id ${where}`.execute(orchard)
      const removed = await sql`delete from ${table} ${where}`.execute(orchard)
      expect([changed.numAffectedRows, removed.numAffectedRows]).toEqual([0n, 0n])
      expect(await rowsOf(harbor, name)).toEqual(theirs)
    }
  })
})

/** All rows as JSON: one of the drivers returns numbers of 8 bytes in a form that JSON does not have. */
async function rowsOf(db: Db, table: string) {
  const { rows } = await sql<{ row: { tenant_id: number } }>`
    select row_to_json(item) as row from (select * from ${sql.table(table)} order by 1, 2) as item`.execute(db)
  return rows.map(({ row }) => row)
}

/** Read from the catalogue of the database, so that future tables are included. */
const tenantTables = async (db: Db) => {
  const { rows } = await sql<{ name: string; is_walled: boolean; indexed_first: string[] }>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_walled, array(
      select first.attname::text from pg_index i
      join pg_attribute first on first.attrelid = i.indrelid and first.attnum = i.indkey[0]
      where i.indrelid = c.oid
    ) as indexed_first
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'webapi'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`.execute(db)
  return rows
}
