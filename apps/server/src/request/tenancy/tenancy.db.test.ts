import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { unindexedForeignKeys } from '@quatrain/platform/testing/foreign-keys.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '#request/tables/tables.ts'
import { anyRow, type Row } from '#test/any-row.ts'
import { isTenants, type Table, tablesOf } from '#test/database-catalogue.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { consoleSchema, type Db } from './tenancy.ts'

/** Tables without a tenant, which all tenants can read. */
const catalogue = [
  'default_ports',
  'deleted_templates',
  'metric_tags',
  'metric_template_names',
  'metric_template_tags',
  'metric_template_versions',
  'metric_template_attributes',
  'metric_templates',
  'os_tags',
  'package_repos',
  'packages',
  'probe_versions',
  'probes',
  'roll_out_versions',
  'roll_outs',
  'yum_repos',
]
const ofTheServer = [
  'audit_receivers',
  'catalogue_revisions',
  'console_processes',
  'database_epoch',
  'kysely_migration',
  'template_tenant_counts',
  'tenants',
  'verified_backups',
  'web_assets',
]
/** Tables that no request of a tenant reads. */
const ofSpanning = ['audit_receivers', 'console_processes', 'verified_backups', 'web_assets']
const appendOnly = ['activity', 'activity_archives', 'versions']
/** Those that only the owner fills, and from which only the owner removes rows. */
const ofTheOwner: Readonly<Record<string, readonly string[]>> = {
  activity: ['DELETE', 'SELECT'],
  activity_archives: ['ALL'],
  versions: ['DELETE', 'SELECT'],
}

const insufficientPrivilege = '42501'

describe.each(bothDatabases)('row security on $name', (kind) => {
  let server: TestApp
  let tables: Table[]
  let [north, south, nobody]: Db[] = []
  let northId: number
  beforeAll(async () => {
    server = await startTestApp(kind)
    tables = await tablesOf(server.owner)
    await sql`
      insert into roll_outs (at, request_id, actor, address, device) values (now(), '', '', '', '')
    `.execute(server.owner)
    // Only the owner adds them.
    await sql`
      insert into activity_archives select id, 1, 1, '', '', now(), now(), 0, '', 1, '', 2, now(), '[]' from tenants
    `.execute(server.owner)
    north = await server.tenant('NORTH')
    south = await server.tenant('SOUTH')
    const settings = { 'quatrain.tenant': '', 'quatrain.deployment': 'tenant' }
    nobody = server.database.within<Tables>(scope({ role: 'quatrain_app', schema: consoleSchema, settings }))
    const tenants = await server.tenancy.tenants()
    northId = tenants.find(({ name }) => name === 'NORTH')?.id ?? 0
  })
  afterAll(() => server.close())

  const ofTenants = () => tables.filter(isTenants)
  const handle = (db: Db | undefined): Db => {
    if (!db) throw new Error('There is no such handle.')
    return db
  }
  const is = ({ primaryKey }: Table, row: Row) =>
    sql.join(
      primaryKey.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
      sql` and `,
    )
  const countIn = async (db: Db, { name }: Table): Promise<number> => {
    const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(name)}`.execute(db)
    return Number(rows[0]?.count)
  }
  /** The number of rows that a statement affected, or the code of the error that refused it. */
  const outcomeOf = async (db: Db, statement: ReturnType<typeof sql>): Promise<number | string> => {
    try {
      return Number((await statement.execute(db)).numAffectedRows)
    } catch (error) {
      return String((error as { code?: unknown }).code)
    }
  }
  const copied = ({ name }: Table, row: Row, change: Row = {}) => sql`
    insert into ${sql.table(name)} overriding system value
    select * from json_populate_record(null::${sql.table(name)}, ${JSON.stringify({ ...row, ...change })}::json)`

  const isOfRoles = ({ roles }: { readonly roles: readonly string[] }) =>
    roles.some((role) => ['quatrain_app', 'quatrain_spanning', 'public'].includes(role))

  describe('in the catalogue of the database', () => {
    test('every table either belongs to tenants or is in the list of shared tables', () => {
      const shared = tables.filter((table) => !isTenants(table)).map(({ name }) => name)
      expect(shared).toEqual([...catalogue, ...ofTheServer].sort())
    })

    test('views and functions run as their caller', async () => {
      const { rows } = await sql`
        select relname as name from pg_class
        where relnamespace = ${consoleSchema}::regnamespace and relkind not in ('r', 'i', 'S', 't', 'c')
          and not (relkind = 'v' and 'security_invoker=true' = any(coalesce(reloptions, '{}')))
        union all
        select proname from pg_proc where pronamespace = ${consoleSchema}::regnamespace and prosecdef
      `.execute(server.owner)
      expect(rows).toEqual([])
    })

    test('every table of tenants has forced row security with the same policy', () => {
      for (const { name, rowSecurity, policies } of ofTenants()) {
        const own = '(tenant_id = current_tenant())'
        expect(rowSecurity, name).toBe('forced')
        const [roles, others] = [policies.filter(isOfRoles), policies.filter((policy) => !isOfRoles(policy))]
        expect(others.map(({ command }) => command).sort(), name).toEqual(ofTheOwner[name] ?? [])
        expect(roles, name).toEqual([
          { name: 'every_tenant', roles: ['quatrain_spanning'], command: 'ALL', using: 'true', check: 'true' },
          { name: 'own_tenant', roles: ['quatrain_app'], command: 'ALL', using: own, check: own },
        ])
      }
    })

    test('primary key, unique keys and other indexes of tables of tenants start with the tenant', () => {
      for (const { name, primaryKey, indexes, foreignKeys } of ofTenants()) {
        expect(primaryKey[0], name).toBe('tenant_id')
        // Writes to the catalogue search the references in all tenants at once.
        const shared = foreignKeys.flatMap(({ to, columns }) => (catalogue.includes(to) ? columns : []))
        for (const { name, columns, isUnique } of indexes) {
          expect(isUnique ? ['tenant_id'] : ['tenant_id', ...shared], name).toContain(columns[0])
        }
      }
    })

    test('no row can refer to a row of another tenant', () => {
      for (const { foreignKeys } of ofTenants()) {
        for (const { name, columns, to, targets } of foreignKeys) {
          const isWithin = to === 'tenants' || catalogue.includes(to)
          if (!isWithin) expect([columns[0], targets[0]], name).toEqual(['tenant_id', 'tenant_id'])
        }
      }
    })

    test('every foreign key has an index, also for searches over all tenants', async () => {
      expect(await unindexedForeignKeys(server.owner)).toEqual([])
    })

    test('shared tables are readable by all tenants and writable only by the super-tenant', () => {
      for (const { name, rowSecurity, policies } of tables.filter(({ name }) => catalogue.includes(name))) {
        const roles = ['quatrain_app', 'quatrain_spanning']
        const isSuper = 'is_super_deployment()'
        expect(rowSecurity, name).toBe('enabled')
        expect(policies, name).toEqual([
          { name: 'everybody_reads', roles, command: 'SELECT', using: 'true', check: null },
          { name: 'super_tenant_writes', roles, command: 'ALL', using: isSuper, check: isSuper },
        ])
      }
    })

    test('the roles of the application have exactly these privileges', () => {
      const all = ['DELETE', 'INSERT', 'SELECT', 'UPDATE']
      const allowed = (name: string, role: string): string[] => {
        if (name === 'activity_archives') return ['SELECT']
        if (appendOnly.includes(name)) return ['INSERT', 'SELECT']
        if (name === 'database_epoch') return ['SELECT']
        if (name === 'catalogue_revisions')
          return all.filter(
            (privilege) => privilege !== 'UPDATE' && (privilege !== 'DELETE' || role === 'quatrain_spanning'),
          )
        if (name === 'template_tenant_counts')
          return role === 'quatrain_app' ? ['INSERT'] : ['DELETE', 'INSERT', 'SELECT']
        if (name === 'tenants' && role === 'quatrain_app') return ['SELECT']
        if (ofSpanning.includes(name) && role === 'quatrain_app') return []
        if (name === 'verified_backups') return ['INSERT', 'SELECT', 'UPDATE']
        // Servers check at the start whether the tables are up to date.
        if (name === 'kysely_migration' && role === 'quatrain_spanning') return ['SELECT']
        return name.startsWith('kysely') ? [] : all
      }
      for (const { name, grants } of tables) {
        const expected = ['quatrain_app', 'quatrain_spanning'].flatMap((role) =>
          allowed(name, role).map((privilege) => `${role} ${privilege}`),
        )
        expect(grants, name).toEqual(expected)
      }
    })

    test('the roles of the application have no special attributes', async () => {
      const { rows } = await sql`
        select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
          (select count(*)::integer from pg_auth_members where member = role.oid) as "memberships",
          (select count(*)::integer from pg_class where relowner = role.oid) as "relations",
          (select count(*)::integer from pg_proc where proowner = role.oid) as "functions",
          has_schema_privilege(role.oid, ${consoleSchema}, 'create') as "makes",
          (select count(*)::integer from pg_attribute where attacl is not null and attrelid in
            (select oid from pg_class where relnamespace = ${consoleSchema}::regnamespace)) as "columnGrants"
        from pg_roles as role where rolname in ('quatrain_app', 'quatrain_spanning') order by rolname
      `.execute(server.owner)
      const nothing = {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: false,
        rolreplication: false,
        memberships: 0,
        relations: 0,
        functions: 0,
        makes: false,
        columnGrants: 0,
      }
      expect(rows).toEqual([
        { rolname: 'quatrain_app', ...nothing },
        { rolname: 'quatrain_spanning', ...nothing },
      ])
    })
  })

  describe('as enforced', () => {
    test('a statement in no scope finds no table', async () => {
      const { url } = server.database
      // The embedded database has one session, which is always in a scope.
      if (url === undefined) return expect(kind.name).toBe('PGlite')
      const engine = openPostgreSql(url, { sessions: 1 })
      const session = await engine.acquire()
      const names = tables.map(({ name }) => name)
      const found = 'select name from unnest($1::text[]) as name where to_regclass(name) is not null'
      expect((await session.runUnscoped(found, [names])).rows).toEqual([])
      expect((await session.runIn(scope({ schema: consoleSchema }), found, [names])).rows).toHaveLength(names.length)
      engine.release(session)
      await engine.close()
    })

    test('no tenant can read, insert, change or delete a row of another, in any table', async () => {
      for (const table of ofTenants()) {
        const { name } = table
        const row = await anyRow(handle(north), tables, table)
        const own = await anyRow(handle(south), tables, table)
        const target = sql.table(name)
        const find = sql<{ row: Row }>`select to_json(${target}) as row from ${target} where ${is(table, row)}`
        expect((await find.execute(handle(north))).rows, name).toHaveLength(1)
        const [before] = (await find.execute(server.owner)).rows

        const isKept = appendOnly.includes(name)
        const untouched = isKept ? insufficientPrivilege : 0
        const as = (statement: ReturnType<typeof sql>) => outcomeOf(handle(south), statement)
        expect((await find.execute(handle(south))).rows, name).toEqual([])
        expect(
          (await sql`select from ${target} where tenant_id = ${northId}`.execute(handle(south))).rows,
          name,
        ).toEqual([])
        expect(await as(sql`update ${target} set tenant_id = tenant_id where ${is(table, row)}`), name).toBe(untouched)
        expect(await as(sql`delete from ${target} where ${is(table, row)}`), name).toBe(untouched)
        expect(await as(sql`delete from ${target} where tenant_id = ${northId}`), name).toBe(untouched)
        // Without row security, a copy would violate a unique key (23505).
        expect(await as(copied(table, row)), name).toBe(insufficientPrivilege)
        expect(await as(copied(table, own, { tenant_id: northId })), name).toBe(insufficientPrivilege)
        const moved = sql`update ${target} set tenant_id = ${northId} where ${is(table, own)}`
        expect(await as(moved), name).toBe(insufficientPrivilege)
        expect(await as(sql`truncate ${target} cascade`), name).toBe(insufficientPrivilege)

        expect((await find.execute(server.owner)).rows, name).toEqual([before])
      }
    })

    test('without a tenant nothing is visible, and nothing can be inserted', async () => {
      for (const table of ofTenants()) {
        const row = await anyRow(handle(north), tables, table)
        expect(await countIn(handle(nobody), table), table.name).toBe(0)
        expect(await outcomeOf(handle(nobody), copied(table, row)), table.name).toBe(insufficientPrivilege)
        expect(await countIn(server.tenancy.everyTenant, table), table.name).toBeGreaterThan(0)
      }
    })

    test('a handle that spans tenants and has entered one sees only its rows', async () => {
      const { tenancy } = server
      const tenant = (await tenancy.tenants()).find(({ id }) => id === northId)
      for (const table of ofTenants()) {
        const seen = await tenancy.everyTenant.transaction().execute(async (db) => {
          if (tenant) await tenancy.enter(db, tenant)
          return countIn(db, table)
        })
        expect(seen, table.name).toBe(await countIn(handle(north), table))
      }
    })

    test('tenants can read the catalogue but not write it; the super-tenant can', async () => {
      const superTenant = await server.tenant('all')
      for (const table of tables.filter(({ name }) => catalogue.includes(name))) {
        const { name } = table
        const target = sql.table(name)
        const row = await anyRow(superTenant, tables, table)
        const count = await countIn(handle(north), table)
        const same = sql`update ${target} set ${sql.ref(String(table.primaryKey[0]))} = default where false`
        const touch = sql`update ${target} set name = name`
        const all = table.columns.some((column) => column.name === 'name') ? touch : same

        expect(count, name).toBeGreaterThan(0)
        expect(await outcomeOf(handle(north), copied(table, row)), name).toBe(insufficientPrivilege)
        expect(await outcomeOf(handle(north), all), name).toBe(0)
        expect(await outcomeOf(handle(north), sql`delete from ${target}`), name).toBe(0)
        expect(await outcomeOf(handle(north), sql`truncate ${target} cascade`), name).toBe(insufficientPrivilege)
        if (all === touch) expect(await outcomeOf(superTenant, all), name).toBe(count)
        expect(await countIn(superTenant, table), name).toBe(count)
      }
    })

    test('tenants can read the list of tenants but not change it', async () => {
      expect((await sql`select from tenants`.execute(handle(north))).rows).toHaveLength(3)
      for (const statement of [
        sql`update tenants set name = 'mine'`,
        sql`delete from tenants`,
        sql`insert into tenants (name, schema_name, domain_url) values ('new', 'new', 'new.test')`,
        sql`select from kysely_migration`,
        sql`delete from kysely_migration`,
      ]) {
        expect(await outcomeOf(handle(north), statement)).toBe(insufficientPrivilege)
      }
    })

    test('the activity log cannot be changed or deleted, not even by a handle that spans tenants', async () => {
      for (const name of appendOnly) {
        const table = tables.find((table) => table.name === name)
        if (table) await anyRow(handle(north), tables, table)
        for (const db of [handle(north), server.tenancy.everyTenant]) {
          const target = sql.table(name)
          for (const statement of [
            sql`update ${target} set tenant_id = tenant_id`,
            sql`delete from ${target}`,
            sql`truncate ${target}`,
            sql`alter table ${target} disable trigger all`,
            sql`drop table ${target}`,
          ]) {
            expect(await outcomeOf(db, statement), name).toBe(insufficientPrivilege)
          }
        }
      }
    })
  })
})
