import { join } from 'node:path'
import { scope } from '@quatrain/platform/database/scope.ts'
import { bothDatabases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { migrateBefore } from '@quatrain/platform/testing/migrate-before.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleSchema, spanningRole } from '#request/tenancy.ts'
import { migrateConsole } from './open-database.ts'

const folder = join(import.meta.dirname, '..', '..', 'migrations')

// Rows that an earlier release has written, in two tenants: the current migrations convert those of both.
const earlier = '0040_names_in_profiles'
const id = (digit: number) => `${digit}`.repeat(8).concat('-0000-4000-8000-000000000000')

/** `child` refers to the template `now`, which was `then` in the older version of its package. */
const catalogue = `
  select set_config('quatrain.deployment', 'super', true), set_config('role', 'quatrain_app', true);
  insert into packages (name, version) values ('p', '1'), ('p', '2');
  insert into probes (name) values ('probe');
  insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author, created_at, version_comment)
    select probe.id, package.id, 'probe', '', '', '', '', '', now(), '' from probes as probe, packages as package order by package.id;
  insert into metric_templates (name) values ('now'), ('child');
  insert into metric_template_versions (template_id, probe_version_id, name, mtype, description, parent, probeexecutable,
      config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, probe.id, given.name, given.mtype, '', given.parent, '', '[]', '[]', '[]', '[]', '[]', '', now(), ''
    from (values ('now', '1', 'then', 'Active', ''), ('now', '2', 'now', 'Active', ''), ('child', null, 'child', 'Passive', 'now'))
      as given (template, version, name, mtype, parent)
    join metric_templates as template on template.name = given.template
    left join packages as package on package.version = given.version
    left join probe_versions as probe on probe.package_id = package.id
    order by given.version;
  update metric_templates as template set current_version_id = (
    select max(id) from metric_template_versions where template_id = template.id);`

async function insertEarlierRows(owner: Kysely<unknown>): Promise<void> {
  await owner.transaction().execute((db) => sql.raw(catalogue).execute(db))
  for (const tenant of [1, 2]) {
    const name = `T${tenant}`
    const service = (of: string) => ({ name: `${of} of ${name}`, operation: 'AND' })
    const groups = [
      { name: 'g', operation: 'OR', services: [service('web'), service('"quoted"')] },
      { name: 'h', operation: 'OR', services: [service('web')] },
      { name: 'i', operation: 'OR', services: [] },
    ]
    const rule = { metric: `disk of ${name}`, thresholds: 'a=1;0:2;2:' }
    await owner.transaction().execute(async (db) => {
      await sql`
        insert into tenants (id, name, schema_name, domain_url) overriding system value
        values (${tenant}, ${name}, ${name}, ${`${name}.test`})`.execute(db)
      await sql`
        select set_config('quatrain.tenant', ${String(tenant)}, true), set_config('role', 'quatrain_app', true)`.execute(
        db,
      )
      // The first tenant has the older version.
      await sql`
        insert into metrics (template_id, template_version_id)
        select template_id, id from metric_template_versions
        where name in ('child', ${tenant === 1 ? 'then' : 'now'})`.execute(db)
      for (const kind of ['metricprofiles', 'aggregations', 'thresholdsprofiles']) {
        await sql`insert into groups (kind, name) values (${kind}, 'operations')`.execute(db)
      }
      const group = (kind: string) => sql`(select id from groups where kind = ${kind} and tenant_id = ${tenant})`
      await sql`
        insert into metric_profiles (apiid, name, group_id) values (${id(tenant)}, 'base', ${group('metricprofiles')})
      `.execute(db)
      await sql`
        insert into aggregation_profiles (apiid, name, group_id, metric_profile, content) values
          (${id(tenant)}, 'full', ${group('aggregations')}, 'base', ${JSON.stringify({ groups })}::jsonb),
          (${id(tenant + 2)}, 'empty', ${group('aggregations')}, 'base', '{"groups": []}')`.execute(db)
      await sql`
        insert into thresholds_profiles (apiid, name, group_id, rules) values
          (${id(tenant)}, 'full', ${group('thresholdsprofiles')}, ${JSON.stringify([rule, { ...rule, host: 'h' }])}::jsonb),
          (${id(tenant + 2)}, 'empty', ${group('thresholdsprofiles')}, '[]')`.execute(db)
    })
  }
}

/** The login has no privileges except for creating roles, and does not inherit those of its roles. */
async function giveToPlainOwner(database: TestDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ownerOf(database))
  await sql
    .raw(
      `create role plain_owner createrole noinherit; grant create on database ${rows[0]?.name} to plain_owner;
       set session authorization plain_owner`,
    )
    .execute(ownerOf(database))
}

const ownerOf = (database: TestDatabase) => database.within<unknown>(scope({ schema: consoleSchema }))

/** The only session of the embedded database can become another login. */
const owners = bothDatabases.flatMap((kind) => [
  { name: kind.name, open: kind.open },
  ...(kind.name === 'PGlite'
    ? [
        {
          name: `${kind.name}, whose owner is no superuser`,
          async open() {
            const database = await kind.open()
            await giveToPlainOwner(database)
            return database
          },
        },
      ]
    : []),
])

describe.each(owners)('rows of an earlier release on $name', (kind) => {
  let database: TestDatabase
  let spanning: Kysely<unknown>
  beforeAll(async () => {
    database = await kind.open()
    spanning = database.within<unknown>(scope({ schema: consoleSchema, role: spanningRole }))
    await migrateBefore(database, { schema: consoleSchema, folder }, earlier)
    await insertEarlierRows(ownerOf(database))
    expect(await migrateConsole(database)).toContain(earlier)
  })
  afterAll(() => database.close())

  test.each([
    ['aggregation_profiles', 'service_names', (name: string) => [`"quoted" of ${name}`, `web of ${name}`]],
    ['thresholds_profiles', 'metric_names', (name: string) => [`disk of ${name}`]],
  ] as const)('of %s have their %s', async (table, column, namesIn) => {
    const { rows } = await sql<{ tenant: string; name: string; names: string[] }>`
      select tenant.name as tenant, profile.name, ${sql.ref(`profile.${column}`)} as names
      from ${sql.table(table)} as profile join tenants as tenant on tenant.id = profile.tenant_id
      order by tenant.name, profile.name`.execute(spanning)
    expect(rows.map((row) => ({ ...row, names: row.names.toSorted() }))).toEqual(
      ['T1', 'T2'].flatMap((tenant) => [
        { tenant, name: 'empty', names: [] },
        { tenant, name: 'full', names: namesIn(tenant) },
      ]),
    )
  })

  test('of metrics name the parent as their tenant calls it', async () => {
    const { rows } = await sql<{ parent: string; rowVersion: number }>`
      select parent, row_version as "rowVersion" from metrics_with_content where name = 'child' order by tenant_id
    `.execute(spanning)
    expect(rows).toEqual([
      { parent: 'then', rowVersion: 2 },
      { parent: 'now', rowVersion: 1 },
    ])
  })

  test('are protected from their owner again', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class join pg_policy as policy on policy.polrelid = pg_class.oid
      where not relforcerowsecurity and policy.polname = 'own_tenant'`.execute(spanning)
    expect(rows).toEqual([])
  })
})
