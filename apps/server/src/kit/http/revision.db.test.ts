import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renewEpoch } from '#database/database-epoch.ts'
import { migrateConsole } from '#database/open-database.ts'
import { isTenants, tablesOf } from '#test/database-catalogue.ts'
import { addProfileTo } from '#test/profiles.ts'
import { password } from '#test/seed.ts'
import { type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { foldRevisions } from './revision.ts'

const hosts = ['super.test', 'north.test', 'south.test'] as const

describe.each(databases)('revisions on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    for (const host of ['north.test', 'south.test'] as const) {
      await addProfileTo(await server.as('admin', host), 'CORE', 'web.http')
    }
  })
  afterAll(() => server.close())

  const tagOf = async (host: Host) => (await (await server.as('admin', host)).send('GET', 'metrictemplates')).etag
  /** The hosts at which the entity tag of a list has changed. */
  async function movedBy(change: () => Promise<unknown>): Promise<Host[]> {
    const before = await Promise.all(hosts.map(tagOf))
    await change()
    const after = await Promise.all(hosts.map(tagOf))
    return hosts.filter((_, index) => before[index] !== after[index])
  }
  async function describeProfile(host: Host, description: string, query = '') {
    const admin = await server.as('admin', host)
    const { body } = await admin.send('GET', 'metricprofiles/CORE')
    const answer = await admin.send('PUT', `metricprofiles${query}`, { ...body, description }, whatever)
    expect(answer.status).toBe(200)
  }
  async function signIn(attempt: string, status: number) {
    const visitor = await server.as(undefined)
    const answer = await visitor.send('POST', '/dj-rest-auth/login', { username: 'member', password: attempt })
    expect(answer.status).toBe(status)
  }
  const owner = (statement: string) => sql.raw(statement).execute(server.owner)

  test('a save in one tenant changes only the entity tags of that tenant', async () => {
    expect(await movedBy(() => describeProfile('north.test', 'north'))).toEqual(['north.test'])
    expect(await movedBy(() => describeProfile('south.test', 'south'))).toEqual(['south.test'])
  })

  test('a change of the catalogue changes those of all tenants', async () => {
    const admin = await server.as('admin', 'super.test')
    const add = async () => expect((await admin.send('POST', 'metrictags', { name: 'counted' })).status).toBe(201)
    expect(await movedBy(add)).toEqual(hosts)
  })

  test('added and removed metrics of a tenant change those of the super-tenant too', async () => {
    const grow = async () => addProfileTo(await server.as('admin'), 'MORE', 'web.tls')
    expect(await movedBy(grow)).toEqual(['super.test', 'north.test'])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a dry run', () => describeProfile('north.test', 'tried', '?dry_run=true')],
    [
      'a statement that touches no row',
      () => owner('update metric_profiles set description = description where false'),
    ],
    ['one of the catalogue that touches no row', () => owner('delete from probes where false')],
    ['a refused sign-in', () => signIn('x', 401)],
    ['signing in', () => signIn(password, 200)],
    ['the time of a last login', () => owner('update users set last_login = now()')],
    ['the last use of a key', () => owner("update api_keys set last_used_at = now(), last_used_by = 'a box'")],
    ['adding up what was counted', () => foldRevisions(server.tenancy.everyTenant)],
    ['another start on the same database', () => migrateConsole(server.database)],
  ])('%s changes no entity tag', async (_, work) => {
    expect(await movedBy(work)).toEqual([])
  })

  test('an update of thousands of rows is not compared row by row', async () => {
    const south = await server.tenant('SOUTH')
    await south.transaction().execute(async (db) => {
      await sql`
        insert into users (username, first_name, last_name, email, date_joined, is_active)
        select 'counted-' || number, '', '', '', now(), true from generate_series(1, 3000) as number`.execute(db)
      // PostgreSQL keeps plans in long sessions, here one for no row. Comparing pairs would take minutes then.
      await sql`discard plans`.execute(db)
      await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
      await sql`update users set last_name = 'A' where false`.execute(db)
      await sql`set local statement_timeout = '20s'`.execute(db)
      await sql`update users set last_name = 'B' where username like 'counted-%'`.execute(db)
      await sql`delete from users where username like 'counted-%'`.execute(db)
    })
  })

  test('a database that was restored elsewhere, or that an operator reports as restored, has other entity tags', async () => {
    const restored = async () => {
      await owner("update database_epoch set identity = 'of another cluster'")
      await migrateConsole(server.database)
    }
    expect(await movedBy(restored)).toEqual(hosts)
    expect(await movedBy(() => renewEpoch(server.database))).toEqual(hosts)
  })

  test('totals are one row for each tenant and part', async () => {
    await describeProfile('north.test', 'once more')
    await foldRevisions(server.tenancy.everyTenant)
    const rows = await sql`
      select tenant_id, part from tenant_revisions group by tenant_id, part having count(*) > 1
      union all select 0, 'catalogue' from catalogue_revisions having count(*) > 1
    `.execute(server.owner)
    expect(rows.rows).toEqual([])
  })

  test('every table has a revision, except those that no list with an entity tag shows', async () => {
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger
      where tgname in ('count_insert', 'count_update', 'count_delete') group by 1 having count(*) = 3
    `.execute(server.owner)
    const counted = new Set(rows.map(({ name }) => name))
    const tables = await tablesOf(server.owner)
    const uncounted = tables.filter(({ name }) => !counted.has(name))
    expect(uncounted.filter(isTenants).map(({ name }) => name)).toEqual([
      'activity',
      'activity_archives',
      'audit_cursors',
      'authenticator_apps',
      'change_rules',
      'finding_counts',
      'intents',
      'last_seen_collections',
      'list_views',
      'login_failures',
      'mail_preferences',
      'managed_objects',
      'passkey_challenges',
      'passkeys',
      'password_links',
      'recovery_codes',
      'request_mails',
      'roll_out_configs',
      'saml_keys',
      'saml_messages',
      'saml_sessions',
      'second_factor_rules',
      'sessions',
      'sign_in_addresses',
      'sign_on_requests',
      'sign_on_subjects',
      'sign_on_tests',
      'store_comparisons',
      'tenant_revisions',
      'user_keys',
      'versions',
      'watched_objects',
      'webhook_attempts',
      'webhook_deliveries',
      'wrong_codes',
    ])
    expect(uncounted.filter((table) => !isTenants(table)).map(({ name }) => name)).toEqual([
      'audit_receivers',
      'catalogue_revisions',
      'console_processes',
      'database_epoch',
      'kysely_migration',
      'template_tenant_counts',
      'verified_backups',
      'web_assets',
    ])
  })

  // The embedded database has one session, which is exclusive.
  test.runIf(kind.name !== 'PGlite')('a save does not wait for another tenant’s, nor for the catalogue’s', async () => {
    const north = await server.tenant('NORTH')
    const superTenant = await server.tenant('all')
    await north.transaction().execute(async (db) => {
      await db.updateTable('metric_profiles').set({ description: 'under way' }).execute()
      await superTenant.transaction().execute(async (shared) => {
        await sql`update metric_tags set row_version = row_version + 1`.execute(shared)
        await describeProfile('south.test', 'meanwhile')
        await sql`update metric_tags set row_version = row_version + 1`.execute(shared)
      })
    })
    expect((await (await server.as('admin')).send('GET', 'metricprofiles/CORE')).body.description).toBe('under way')
  })
})
