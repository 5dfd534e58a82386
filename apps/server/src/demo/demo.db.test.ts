import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { tokenOf } from '#request/keys/key-tokens.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { type Db, findTenants, type Tenancy, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { boxToken, demoSecret } from './credentials.ts'
import { loadDemo } from './load.ts'
import { openDemo } from './open.ts'
import { readDowntimes } from './today.ts'
import { migrate as migrateWebApi } from './web-api.ts'

const secrets = secretsOf(demoSecret)
const now = () => new Date()

/** The objects of each tenant: numbers of rows. */
const objects = [
  [
    'NORDIC',
    {
      day: '2024-05-13',
      metrics: 218,
      metric_profiles: 9,
      aggregation_profiles: 4,
      thresholds_profiles: 3,
      reports: 6,
      metric_overrides: 4,
      probe_candidates: 8,
      users: 9,
      groups: 17,
      api_keys: 8,
      inWebApi: { aggregationProfiles: 4, operationsProfiles: 2, reports: 6, serviceTypes: 93, feeds: 2, weights: 1 },
    },
  ],
  [
    'ALPINE',
    {
      day: '2024-08-20',
      metrics: 135,
      metric_profiles: 7,
      aggregation_profiles: 4,
      thresholds_profiles: 2,
      reports: 4,
      metric_overrides: 3,
      probe_candidates: 6,
      users: 7,
      groups: 12,
      api_keys: 6,
      inWebApi: { aggregationProfiles: 4, operationsProfiles: 1, reports: 4, serviceTypes: 73, feeds: 2, weights: 1 },
    },
  ],
  [
    'FEDERATION',
    {
      day: '2025-02-03',
      metrics: 135,
      metric_profiles: 5,
      aggregation_profiles: 3,
      thresholds_profiles: 2,
      reports: 4,
      metric_overrides: 3,
      probe_candidates: 6,
      users: 5,
      groups: 6,
      api_keys: 5,
      inWebApi: { aggregationProfiles: 3, operationsProfiles: 1, reports: 4, serviceTypes: 122, feeds: 1, weights: 0 },
    },
  ],
] as const

describe.each(databases)('the demonstration on $name', ({ open }) => {
  let database: TestDatabase
  let tenancy: Tenancy
  let tenants: readonly Tenant[]
  beforeAll(async () => {
    database = await open()
    await migrateConsole(database)
    await migrateWebApi(database)
    await loadDemo(database)
    tenancy = tenancyOf(database, now)
    tenants = await findTenants(tenancy.everyTenant)
  })
  afterAll(() => database.close())

  const dbOf = (name: string): Db => {
    const tenant = tenants.find((tenant) => tenant.name === name)
    if (!tenant) throw new Error(`No tenant ${name}.`)
    return tenancy.of(tenant)
  }
  const inWebApi = () => database.within(scope({ schema: 'webapi', settings: {} }))
  const count = async (db: Db, table: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
      db,
    )
    return rows[0]?.count ?? 0
  }

  test('uses host names below localhost; FEDERATION is combined from the others', () => {
    const result = tenants.map(({ name, domain, combined, combinedFrom }) => ({ name, domain, combined, combinedFrom }))
    expect(result).toEqual([
      { name: 'all', domain: 'localhost', combined: false, combinedFrom: [] },
      { name: 'ALPINE', domain: 'alpine.localhost', combined: false, combinedFrom: [] },
      { name: 'FEDERATION', domain: 'federation.localhost', combined: true, combinedFrom: ['ALPINE', 'NORDIC'] },
      { name: 'NORDIC', domain: 'nordic.localhost', combined: false, combinedFrom: [] },
    ])
  })

  test('every repo, package, port and tag has a first version', async () => {
    const { rows } = await sql<{ kind: string; versions: number; wrong: number }>`
      select kind, count(*)::integer as versions,
        (count(*) filter (where number <> 1 or comment <> 'Initial version.'))::integer as wrong
      from versions where kind in ('defaultport', 'metrictag', 'package', 'yumrepo') group by kind order by kind
    `.execute(dbOf('all'))
    expect(rows).toEqual([
      { kind: 'defaultport', versions: 37, wrong: 0 },
      { kind: 'metrictag', versions: 85, wrong: 0 },
      { kind: 'package', versions: 151, wrong: 0 },
      { kind: 'yumrepo', versions: 17, wrong: 0 },
    ])
  })

  test.each([
    ['yum_repos', 17],
    ['packages', 151],
    ['probes', 140],
    ['probe_versions', 244],
    ['metric_tags', 85],
    ['metric_templates', 287],
    ['metric_template_versions', 427],
    ['default_ports', 37],
  ])('has all %s', async (table, expected) => {
    expect(await count(dbOf('all'), table)).toBe(expected)
  })

  test('the newest version of a renamed template has its name and names the change', async () => {
    const { rows } = await sql`
      select template.name, version.name as "versionName", version.version_comment as comment
      from metric_templates as template join metric_template_versions as version on version.id = template.current_version_id
      where template.name = 'argo.ams-publisher.mon'`.execute(dbOf('all'))
    const comment = 'Changed name and probeversion.'
    expect(rows).toEqual([{ name: 'argo.ams-publisher.mon', versionName: 'argo.ams-publisher.mon', comment }])
  })

  test('has sent the tags of every template to the Web API', async () => {
    const { rows } = await sql<{ tags: number }>`select count(*)::integer as tags from webapi.metric_tags`.execute(
      inWebApi(),
    )
    expect(rows).toEqual([{ tags: 287 }])
  })

  describe.each(objects)('%s', (name, expected) => {
    test('has its objects in the database of the console', async () => {
      const tables = Object.keys(expected).filter((key) => key !== 'day' && key !== 'inWebApi')
      const counts = await Promise.all(tables.map(async (table) => [table, await count(dbOf(name), table)]))
      expect({ ...expected, ...Object.fromEntries(counts) }).toEqual(expected)
    })

    test('every object has versions, and the newest one of each is its state', async () => {
      const { rows } = await sql<{ missing: string[] }>`
        with objects as (
          select 'user' as kind, id, username as name from users
          union all select 'groupof' || kind, id, name from groups
          union all select 'apikey', id, name from api_keys
          union all select 'metricoverride', id, name from metric_overrides
          union all select 'probecandidate', id, name from probe_candidates
          union all select 'metricprofile', id, name from metric_profiles
          union all select 'aggregationprofile', id, name from aggregation_profiles
          union all select 'thresholdsprofile', id, name from thresholds_profiles
          union all select 'report', id, name from reports
        )
        select array_agg(kind || ' ' || name) as missing from objects where name is distinct from (
          select versions.name from versions where versions.kind = objects.kind and object_id = objects.id
          order by number desc limit 1)`.execute(dbOf(name))
      expect(rows).toEqual([{ missing: null }])
    })

    test('only users of the tenant and the administrators of the platform have written', async () => {
      const { rows } = await sql`
        select distinct author from versions
        where author not in ('platform-root', '') and author not in (select username from users)`.execute(dbOf(name))
      expect(rows).toEqual([])
    })

    test('has objects of every kind of the Web API, since its first day', async () => {
      const { rows } = await sql<Record<string, number>>`
        select
          (select count(*)::integer from webapi.aggregation_profiles as item where item.tenant_id = tenant.id) as "aggregationProfiles",
          (select count(*)::integer from webapi.operations_profiles as item where item.tenant_id = tenant.id) as "operationsProfiles",
          (select count(*)::integer from webapi.reports as item where item.tenant_id = tenant.id) as reports,
          (select json_array_length(document) from webapi.service_type_list_versions as list
            where list.tenant_id = tenant.id and list.day = ${expected.day}) as "serviceTypes",
          (select count(*)::integer from webapi.feed_versions as item where item.tenant_id = tenant.id) as feeds,
          (select count(*)::integer from webapi.weights_versions as item where item.tenant_id = tenant.id
            and day = ${expected.day}) as weights
        from webapi.tenants as tenant where name = ${name}`.execute(inWebApi())
      expect(rows).toEqual([expected.inWebApi])
    })

    test('has the topology of its first day, another one of yesterday, and the first one again today', async () => {
      const { rows } = await sql<{ kind: string; size: number; age: number }>`
        select day.kind, list.size, (now() at time zone 'UTC')::date - day.day as age from webapi.topology_days as day
        join webapi.topology_day_versions as version on version.tenant_id = day.tenant_id
          and version.kind = day.kind and version.day = day.day and version.number = day.changes
        join webapi.topology_lists as list on list.tenant_id = day.tenant_id
          and list.kind = day.kind and list.number = version.list
        join webapi.tenants as tenant on tenant.id = day.tenant_id
        where tenant.name = ${name} order by day.kind, day.day
      `.execute(inWebApi())
      expect(rows.map(({ kind }) => kind)).toEqual(['endpoints', 'endpoints', 'endpoints', 'groups'])
      const [ofFirstDay, ofYesterday, ofToday] = rows
      expect(ofYesterday?.size).toBeLessThan(ofToday?.size ?? 0)
      expect(ofFirstDay?.size).toBe(ofToday?.size)
      // The test may run at midnight.
      expect((ofYesterday?.age ?? 0) - (ofToday?.age ?? 0)).toBe(1)
    })

    test('has the downtimes of today', async () => {
      const { rows } = await sql<{ document: unknown }>`
        select document from webapi.downtime_list_versions as list join webapi.tenants as tenant on tenant.id = list.tenant_id
        where tenant.name = ${name}`.execute(inWebApi())
      const downtimes = readDowntimes()[name] ?? []
      expect(rows.flatMap(({ document }) => document)).toMatchObject(
        downtimes.map(({ from: _, to: __, ...fields }) => fields),
      )
    })

    test('the newest version of every metric is its current state', async () => {
      const { rows } = await sql`
        select metric_document(source, probe_version_label(probe, package), owner.name, metric.config)::text as metric,
          (select document from versions where kind = 'metric' and object_id = metric.id order by number desc limit 1) as document
        from metrics as metric
        join metric_template_versions as source on source.id = metric.template_version_id
        join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
        left join probe_versions as probe on probe.id = source.probe_version_id
        left join packages as package on package.id = probe.package_id`.execute(dbOf(name))
      expect(rows).toHaveLength(expected.metrics)
      for (const { metric, document } of rows as { metric: string; document: object }[]) {
        expect(document).toEqual(JSON.parse(metric))
      }
    })

    test('every pair of its metric profiles has a metric, and every passive metric has its parent beside it', async () => {
      const { rows } = await sql`
        select profile.name, pair.service, pair.metric from metric_profile_instances as pair
        join metric_profiles as profile on profile.id = pair.profile_id
        left join (metrics as metric join metric_template_versions as source on source.id = metric.template_version_id)
          on source.name = pair.metric
        where metric.id is null or source.parent <> '' and not exists (
          select from metric_profile_instances as other where other.profile_id = pair.profile_id
            and other.service = pair.service and other.metric = source.parent)`.execute(dbOf(name))
      expect(rows).toEqual([])
    })

    test('has a valid hash chain in its activity log', async () => {
      const { rows } = await sql`
        select number from activity as entry
        where hash <> encode(sha256(convert_to(activity_text(entry), 'UTF8')), 'hex')
          or previous_hash <> coalesce((select hash from activity where number = entry.number - 1), '')`.execute(
        dbOf(name),
      )
      expect(rows).toEqual([])
    })

    test('accepts its box’s key, and refuses revoked keys', async () => {
      const keys = apiKeysOf(secrets, now)
      await keys.assertOpens(dbOf(name), {
        token: boxToken(name),
        address: '',
        scope: 'metrics',
        log: { info: () => {} },
      })
      for (const key of await dbOf(name).selectFrom('api_keys').selectAll().where('revoked', '=', true).execute()) {
        const token = tokenOf(secrets, { ...key, tenantId: tenants.find((tenant) => tenant.name === name)?.id ?? 0 })
        const request = { token, address: '', scope: 'metrics', log: { info: () => {} } } as const
        await expect(keys.assertOpens(dbOf(name), request)).rejects.toThrow()
      }
    })
  })

  test('cannot be loaded over existing data', async () => {
    await expect(loadDemo(database)).rejects.toThrow('The database of the console is in use: it has tenants.')
  })
})

describe('the folder of the demonstration', () => {
  async function emptyFolder() {
    const parent = await mkdtemp(join(tmpdir(), 'quatrain-demo-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true }))
    return join(parent, 'data')
  }

  test('is filled again if that was interrupted, and then kept', async () => {
    const folder = await emptyFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'PG_VERSION'), '')
    await writeFile(`${folder}.loading`, '')
    const willLoad = vi.fn()
    const open = async () => {
      const { database, secret, tenants } = await openDemo(folder, willLoad)
      await database.close()
      return { secret, tenants }
    }

    const first = await open()
    expect(await open()).toEqual(first)
    expect(willLoad).toHaveBeenCalledTimes(1)
  })

  test('may not contain anything else', async () => {
    const folder = await emptyFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'letter.txt'), 'Dear all')
    await expect(openDemo(folder, () => {})).rejects.toThrow(
      `QUATRAIN_DATA: ${folder} contains other files than a database`,
    )
  })
})
