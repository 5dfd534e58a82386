import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { type Db, findTenants, type Tenancy, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { assertDataLoaded } from '#test/loaded-demo-data.ts'
import { readConnectorData } from './connectors.ts'
import { type DemoTenant, readDemoData, statesOf } from './data.ts'
import { loadDemo } from './load.ts'
import { openDemo } from './open.ts'
import { authorOfReports } from './reporting.ts'
import { migrate as migrateWebApi } from './web-api.ts'

const data = readDemoData()
const secrets = secretsOf('a secret of thirty-two characters')
const now = () => new Date()

describe.each(databases)('the demonstration on $name', ({ open }) => {
  let database: TestDatabase
  let tenancy: Tenancy
  let tenants: readonly Tenant[]
  beforeAll(async () => {
    database = await open()
    await migrateConsole(database)
    await migrateWebApi(database)
    await loadDemo(database, secrets)
    tenancy = tenancyOf(database, now)
    tenants = await findTenants(tenancy.everyTenant)
  })
  afterAll(() => database.close())

  const dbOf = (name: string): Db => {
    const tenant = tenants.find((tenant) => tenant.name === name)
    if (!tenant) throw new Error(`No tenant ${name}.`)
    return tenancy.of(tenant)
  }
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
    const { rows } = await sql`select name, tags from webapi.metric_tags`.execute(
      database.within(scope({ schema: 'webapi', settings: {} })),
    )
    const expected = data.catalogue.metric_templates.map(({ name, tags }) => ({ name, tags: tags.toSorted() }))
    expect(new Map(rows.map((row) => [JSON.stringify(row), true]))).toEqual(
      new Map(expected.map((row) => [JSON.stringify(row), true])),
    )
  })

  describe.each(data.tenants.map((given) => [given.name, given] as const))('%s', (name, given) => {
    test('has its metrics and profiles as the data has them', () => assertDataLoaded(dbOf(name), given))

    test('has its metrics, profiles, users and keys', async () => {
      const db = dbOf(name)
      const counts = await Promise.all(
        ['metrics', 'metric_profiles', 'users', 'groups'].map((table) => count(db, table)),
      )
      const groups = Object.values(given.groups).flat().length
      expect(counts).toEqual([given.metrics.length, given.metric_profiles.length, given.users.length + 1, groups])
      expect(await count(db, 'api_keys')).toBe(given.api_keys.length + 2)
    })

    test('every user, group and key has a version of when it was added', async () => {
      const { rows } = await sql<{ missing: string[] }>`
        select array(
          select username from users where not exists (
            select from versions where kind = 'user' and object_id = users.id and name = username and created_at = date_joined)
          union all
          select kind || ' ' || name from groups where not exists (
            select from versions where versions.kind = 'groupof' || groups.kind and object_id = groups.id)
          union all
          select name from api_keys where not exists (
            select from versions where kind = 'apikey' and object_id = api_keys.id and versions.name = api_keys.name
              and created_at = created and author = 'platform-root')) as missing
      `.execute(dbOf(name))
      expect(rows).toEqual([{ missing: [] }])
    })

    test('has its service types in the Web API since its first day', async () => {
      const { rows } = await sql`
        select to_char(list.day, 'YYYY-MM-DD') as day, list.document as types, list.changed_by as by
        from webapi.service_type_list_versions as list join webapi.tenants as tenant on tenant.id = list.tenant_id
        where tenant.name = ${name}`.execute(database.within(scope({ schema: 'webapi', settings: {} })))
      const byName = given.service_types.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      expect(rows).toEqual([
        { day: given.created_on, types: byName.map((type) => ({ ...type, tenant: '' })), by: `WEB-API-${name}` },
      ])
    })

    test('has its aggregation profiles, operations profiles and reports in the Web API, with their references', async () => {
      const webApi = database.within(scope({ schema: 'webapi', settings: {} }))
      const aggregations = await sql`
        select item.name, item.changes, version.document->'metric_profile'->>'name' as "metricProfile",
          exists (select from webapi.metric_profiles as used
            where used.id = (version.document->'metric_profile'->>'id')::uuid and used.tenant_id = item.tenant_id) as known
        from webapi.aggregation_profiles as item
        join webapi.tenants as tenant on tenant.id = item.tenant_id
        join webapi.aggregation_profile_versions as version on version.tenant_id = item.tenant_id
          and version.item_id = item.id and version.number = item.changes
        where tenant.name = ${name} order by item.name`.execute(webApi)
      expect(aggregations.rows).toEqual(
        given.aggregation_profiles
          .map((profile) => ({
            name: profile.name,
            changes: profile.history.length + 1,
            metricProfile: profile.metric_profile.name,
            known: true,
          }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
      )
      const operations = await sql`
        select version.name, version.document
        from webapi.operations_profile_versions as version
        join webapi.tenants as tenant on tenant.id = version.tenant_id
        where tenant.name = ${name} order by version.name`.execute(webApi)
      expect(operations.rows).toEqual(given.operations_profiles.map(({ name, ...document }) => ({ name, document })))
      const reports = await sql<{ name: string; profiles: { name: string }[] }>`
        select item.name, version.document->'profiles' as profiles
        from webapi.reports as item
        join webapi.tenants as tenant on tenant.id = item.tenant_id
        join webapi.report_versions as version on version.tenant_id = item.tenant_id and version.item_id = item.id
          and version.number = item.changes
        where tenant.name = ${name} order by item.name`.execute(webApi)
      expect(reports.rows.map((row) => [row.name, ...row.profiles.map((profile) => profile.name)])).toEqual(
        given.reports
          .map(({ info, profiles }) => [info.name, ...profiles.map((profile) => profile.name)])
          .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      )
    })

    test('has the topology of today, and another one of yesterday', async () => {
      const { rows } = await sql<{ kind: string; size: number }>`
        select day.kind, list.size from webapi.topology_days as day
        join webapi.topology_day_versions as version on version.tenant_id = day.tenant_id
          and version.kind = day.kind and version.day = day.day and version.number = day.changes
        join webapi.topology_lists as list on list.tenant_id = day.tenant_id
          and list.kind = day.kind and list.number = version.list
        join webapi.tenants as tenant on tenant.id = day.tenant_id
        where tenant.name = ${name} order by day.kind, day.day
      `.execute(database.within(scope({ schema: 'webapi', settings: {} })))
      const [endpoints, groups] = [given.topology_endpoints.length, given.topology_groups.length]
      expect(rows.map(({ kind }) => kind)).toEqual(['endpoints', 'endpoints', 'groups'])
      expect(rows.slice(1).map(({ size }) => size)).toEqual([endpoints, groups])
      expect(rows[0]?.size).toBeLessThan(endpoints)
    })

    test('has the feeds, the weights and the downtimes of today that its connectors write', async () => {
      const webApi = database.within(scope({ schema: 'webapi', settings: {} }))
      const expected = readConnectorData()[name]
      const documents = async (columns: RawBuilder<unknown>, table: string) => {
        const { rows } = await sql<{ value: unknown }>`
          select ${columns} as value from webapi.${sql.raw(table)} as stored
          join webapi.tenants as tenant on tenant.id = stored.tenant_id where tenant.name = ${name}`.execute(webApi)
        return rows.map(({ value }) => value)
      }
      const feeds = await documents(sql`json_build_array(feed, document)`, 'feed_versions')
      expect(new Map(feeds as [string, unknown][])).toEqual(new Map(Object.entries(expected?.feeds ?? {})))
      const weights = expected?.weights.map(({ name, ...document }) => [given.created_on, name, document])
      expect(await documents(sql`json_build_array(day, stored.name, document)`, 'weights_versions')).toEqual(weights)
      const [downtimes = []] = await documents(sql`document`, 'downtime_list_versions')
      expect(downtimes).toMatchObject((expected?.downtimes ?? []).map(({ from: _, to: __, ...fields }) => fields))
    })

    test('every version of the data exists with its author and date', async () => {
      const { rows } = await sql`select kind, name, number, author, created_at as at from versions
        where kind not in ('user', 'apikey') and kind not like 'groupof%'`.execute(dbOf(name))
      expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
        new Set(versionsOf(given).map((v) => JSON.stringify(v))),
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
      expect(rows).toHaveLength(given.metrics.length)
      for (const { metric, document } of rows as { metric: string; document: object }[]) {
        expect(document).toEqual(JSON.parse(metric))
      }
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
        token: `demo-${name.toLowerCase()}`,
        address: '',
        scope: 'metrics',
        log: { info: () => {} },
      })
      const revoked = given.api_keys.filter((key) => key.revoked).length
      const { rows } = await sql`select name from api_keys where revoked`.execute(dbOf(name))
      expect(rows).toHaveLength(revoked)
    })
  })

  test('cannot be loaded over existing data', async () => {
    await expect(loadDemo(database, secrets)).rejects.toThrow('There is already a tenant all.')
  })
})

function versionsOf(tenant: DemoTenant) {
  const reportStates = ({ info: { name, created, updated } }: DemoTenant['reports'][number]) =>
    (updated > created ? [created, updated] : [created]).map((date_created) => {
      return { name, user: authorOfReports(tenant.users), date_created }
    })
  const { metrics, metric_overrides, probe_candidates, created_on } = tenant
  const ofMetrics = metrics.flatMap(({ name, imported, changes }) =>
    [imported, ...changes].map(({ user, date_created }, position) => {
      return { kind: 'metric', name, number: position + 1, author: user, at: date_created }
    }),
  )
  const states = (kind: string, profiles: readonly { name: string; user: string; date_created: Date }[][]) =>
    profiles.flatMap((states) =>
      states.map(({ name, user, date_created }, position) => {
        return { kind, name, number: position + 1, author: user, at: date_created }
      }),
    )
  const ofProfiles = [
    ...states('metricprofile', tenant.metric_profiles.map(statesOf)),
    ...states('aggregationprofile', tenant.aggregation_profiles.map(statesOf)),
    ...states('thresholdsprofile', tenant.thresholds_profiles.map(statesOf)),
    ...states('report', tenant.reports.map(reportStates)),
  ]
  const ofCandidates = probe_candidates.flatMap(({ name, status, created, last_update }) => {
    const submitted = { kind: 'probecandidate', name, number: 1, author: '', at: created }
    return status === 'submitted'
      ? [submitted]
      : [submitted, { ...submitted, number: 2, author: 'admin', at: last_update }]
  })
  const ofOverrides = metric_overrides.map(({ name }) => {
    return { kind: 'metricoverride', name, number: 1, author: 'platform-root', at: new Date(created_on) }
  })
  return [...ofMetrics, ...ofProfiles, ...ofCandidates, ...ofOverrides]
}

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
