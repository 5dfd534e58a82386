import { maxNamedTenants } from '@quatrain/contract/resources/metric-template.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import { findAll } from '#features/default-ports/default-ports.repository.ts'
import { foldTenantCounts } from '#features/metric-templates/metric-template-usage.repository.ts'
import { tenantsOfTemplates } from '#features/metric-templates/metric-templates.repository.ts'
import { overviews } from '#features/tenants/tenants.repository.ts'
import { type Db, tenancyOf } from '#request/tenancy/tenancy.ts'

/** The values that triggers maintain, each with the query that computes it from its sources. */
const kept: Record<string, { read: (db: Db) => Promise<unknown>; computed: string }> = {
  'the templates of default ports': {
    read: async (db) => (await findAll(db)).map(({ name, metrictemplates }) => ({ name, templates: metrictemplates })),
    computed: `
      select port.name, coalesce(named.templates, '{}') as templates
      from default_ports as port
      left join (
        select entry.pair ->> 'key' as name, array_agg(distinct version.name order by version.name) as templates
        from metric_templates as template
        join metric_template_versions as version on version.id = template.current_version_id
        cross join json_array_elements(version.attribute) as entry (pair)
        group by 1
      ) as named on named.name = port.name
      order by port.name`,
  },
  'the tenants of metric templates': {
    read: async (db) => {
      const tenants = await tenantsOfTemplates(db)
      // Housekeeping may run at any time.
      await foldTenantCounts(db)
      expect(await tenantsOfTemplates(db)).toEqual(tenants)
      return [...tenants].map(([id, { count, names }]) => [id, count, names])
    },
    computed: `
      select json_build_array(template_id, count(*), case when count(*) <= ${maxNamedTenants} then json_agg(tenant.name order by tenant.name) end) as row
      from metrics join tenants as tenant on tenant.id = metrics.tenant_id group by template_id`,
  },
  'the metrics and probes of tenants': {
    read: async (db) => (await overviews(db)).map(({ name, nr_metrics, nr_probes }) => [name, nr_metrics, nr_probes]),
    computed: `
      select json_build_array(tenant.name, count(metric.id), count(distinct version.probe_version_id)) as row
      from tenants as tenant
      left join metrics as metric on metric.tenant_id = tenant.id
      left join metric_template_versions as version on version.id = metric.template_version_id
      where tenant.schema_name <> 'public' group by tenant.name
      union all
      select json_build_array('all', count(*), count(distinct version.probe_version_id))
      from metric_templates as template join metric_template_versions as version on version.id = template.current_version_id`,
  },
}

const byName = (a: readonly unknown[], b: readonly unknown[]) => String(a[0]).localeCompare(String(b[0]))

describe.each(databases)('values maintained by triggers, on $name', (kind) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await kind.open()
    await migrateConsole(database)
    db = tenancyOf(database, () => new Date()).everyTenant
    await sql`
      insert into packages (name, version) select 'package', number::text from generate_series(1, 3) as number;
      insert into probes (name) values ('probe');
      insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author,
          created_at, version_comment)
        select probes.id, packages.id, 'probe', '', '', '', '', '', now(), '' from probes, packages;
      insert into default_ports (name, value) select 'PORT' || number, number from generate_series(1, 4) as number;
      insert into tenants (name, schema_name, domain_url) values ('all', 'public', 'all.test');
    `.execute(db)
  })
  afterAll(() => database.close())

  /** Statements about a few templates and tenants that may not exist; `pick` chooses among them. */
  const some = (table: string, pick: number) =>
    `(select id from ${table} order by id offset ${pick} % (select greatest(count(*), 1) from ${table})::integer limit 1)`
  const aPort = fc.integer({ min: 1, max: 5 }).map((number) => ({ key: `PORT${number}`, value: '' }))
  const attributes = fc.array(aPort, { maxLength: 3 }).map((pairs) => `'${JSON.stringify(pairs)}'::json`)
  const pick = fc.integer({ min: 0, max: 5 })
  let named = 0
  const versionOf = (template: string, probe: string, attribute: string) => `
    insert into metric_template_versions (template_id, probe_version_id, name, mtype, description, parent,
      probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, ${probe}, template.name, case when ${probe} is null then 'Passive' else 'Active' end,
      '', '', '', '[]', ${attribute}, '[]', '[]', '[]', '', now(), ''
    from metric_templates as template where template.id = ${template} on conflict do nothing`
  const moved = `
    update metric_templates as template set current_version_id = version.id from metric_template_versions as version
    where version.template_id = template.id`
  const statement = fc.oneof(
    fc.tuple(pick, attributes).map(([probe, attribute]) => {
      const name = `template${named++}`
      const id = `(select id from metric_templates where name = '${name}')`
      return `insert into metric_templates (name) values ('${name}');
        ${versionOf(id, probe > 2 ? 'null::integer' : some('probe_versions', probe), attribute)};
        ${moved} and template.name = '${name}'`
    }),
    fc
      .tuple(pick, pick, attributes)
      .map(([template, probe, attribute]) =>
        versionOf(some('metric_templates', template), some('probe_versions', probe), attribute),
      ),
    fc
      .tuple(pick, attributes)
      .map(
        ([version, attribute]) =>
          `update metric_template_versions set attribute = ${attribute} where id = ${some('metric_template_versions', version)}`,
      ),
    pick.map((version) => `${moved} and version.id = ${some('metric_template_versions', version)}`),
    fc.constant(moved),
    pick.map((template) => {
      const id = some('metric_templates', template)
      return `delete from metrics where template_id = ${id}; delete from metric_templates where id = ${id}`
    }),
    fc.constant(`insert into tenants (name, schema_name, domain_url)
      select 'T' || number, 's' || number, 'h' || number || '.test' from (select 1 + max(id) as number from tenants) as next`),
    pick.map((tenant) => `delete from tenants where id = ${some('tenants', tenant)} and name <> 'all'`),
    pick.map(
      (every) => `
      insert into metrics (tenant_id, template_id, template_version_id)
      select tenants.id, template.id, template.current_version_id from tenants, metric_templates as template
      where tenants.name <> 'all' and (tenants.id + template.id) % ${every + 1} = 0
      on conflict do nothing`,
    ),
    pick.map(
      (version) => `
      update metrics set template_version_id = version.id, row_version = row_version + 1
      from metric_template_versions as version
      where version.template_id = metrics.template_id and version.id % 3 = ${version} % 3`,
    ),
    pick.map((every) => `delete from metrics where (tenant_id + template_id) % ${every + 2} = 0`),
  )

  test.each(Object.entries(kept))('%s: equals the computed value after any writes', async (_, { read, computed }) => {
    const rows = async () =>
      (await sql.raw<{ row?: unknown[] }>(computed).execute(db)).rows.map(({ row, ...own }) => row ?? own)
    await fc.assert(
      fc.asyncProperty(fc.array(statement, { minLength: 5, maxLength: 20 }), async (statements) => {
        for (const text of statements) await sql.raw(text).execute(db)
        const [stored, computed] = [(await read(db)) as never[], (await rows()) as never[]]
        expect(stored.toSorted(byName)).toEqual(computed.toSorted(byName))
      }),
      { numRuns: 25 },
    )
  })

  test('a version of a metric template keeps its version of the probe', async () => {
    await sql`delete from metrics`.execute(db)
    await sql`delete from metric_templates`.execute(db)
    await sql`insert into metric_templates (name) values ('one')`.execute(db)
    await sql.raw(versionOf(some('metric_templates', 0), some('probe_versions', 0), `'[]'`)).execute(db)
    await expect(
      sql`update metric_template_versions set probe_version_id = null, mtype = 'Passive'`.execute(db),
    ).rejects.toThrow('A version of a metric template stays with its version of the probe.')
  })

  test('a metric keeps its metric template', async () => {
    await sql`insert into metric_templates (name) values ('two')`.execute(db)
    await sql.raw(moved).execute(db)
    await sql`insert into tenants (name, schema_name, domain_url) values ('LAST', 'last', 'last.test')`.execute(db)
    await sql`
      insert into metrics (tenant_id, template_id, template_version_id)
      select tenants.id, template_id, version.id from tenants, metric_template_versions as version
      where tenants.name = 'LAST'
    `.execute(db)
    await expect(
      sql`update metrics set template_id = (select id from metric_templates where name = 'two')`.execute(db),
    ).rejects.toThrow('A metric stays with its metric template.')
  })
})
