import { hash } from '@node-rs/argon2'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { sql } from 'kysely'
import { newKeyRows } from '#request/keys/key-tokens.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { consoleSchema, type Tenancy, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'

export const password = 'correct horse battery'
export const secret = 'a secret of thirty-two characters'

/** Computing a hash of full strength would take most of the time of a login, and most tests only want its session. */
const weakHash = (text: string) => hash(text, { memoryCost: 8, timeCost: 1, parallelism: 1 })

interface Person {
  readonly isSuperuser?: boolean
  readonly isActive?: boolean
  readonly groups?: readonly string[]
}

/** The users of every tenant; their names say what they may do. */
const people: Readonly<Record<string, Person>> = {
  admin: { isSuperuser: true },
  member: { groups: ['operations'] },
  stranger: { groups: ['network'] },
  nobody: {},
  gone: { isSuperuser: true, isActive: false },
}

/** Each has these two groups. */
const kindsWithGroups = groupKinds
const groups = ['operations', 'network']

/** Three hosts with the same users, and a small catalogue. Returns the key of each tenant's box. */
export async function seed(
  database: Database,
  now: () => Date,
): Promise<{ tenancy: Tenancy; boxKeys: Map<string, string> }> {
  const tenancy = tenancyOf(database, now)
  await tenancy.everyTenant
    .insertInto('tenants')
    .values([
      { name: 'all', schema_name: 'public', domain_url: 'super.test' },
      { name: 'NORTH', schema_name: 'north', domain_url: 'north.test' },
      { name: 'SOUTH', schema_name: 'south', domain_url: 'south.test' },
    ])
    .execute()
  const fresh = tenancyOf(database, now)
  const passwordHash = await weakHash(password)
  const boxKeys = new Map<string, string>()
  for (const tenant of await fresh.tenants()) {
    await restartIds(database)
    await addPeople(fresh, tenant, passwordHash, now())
    if (tenant.deployment === 'tenant') boxKeys.set(tenant.name, await addKeys(fresh, tenant, now()))
    else await addAdministratorKey(fresh, tenant, now())
  }
  await addCatalogue(fresh)
  return { tenancy: fresh, boxKeys }
}

/** Ids repeat over tenants, as they do after an import: what finds a row by its id alone finds another tenant's. */
async function restartIds(database: Database): Promise<void> {
  await sql`
    select setval(sequence.oid, 1, false)
    from pg_class as sequence
    join pg_depend as owned on owned.objid = sequence.oid and owned.deptype in ('a', 'i')
    join pg_attribute as tenant on tenant.attrelid = owned.refobjid and tenant.attname = 'tenant_id'
    where sequence.relkind = 'S' and sequence.relnamespace = ${consoleSchema}::regnamespace`.execute(
    database.within(scope({ schema: consoleSchema })),
  )
}

async function addPeople(tenancy: Tenancy, tenant: Tenant, passwordHash: string, now: Date) {
  const db = tenancy.of(tenant)
  const users = await db
    .insertInto('users')
    .values(
      Object.entries(people).map(([username, { isSuperuser, isActive }]) => ({
        username,
        password_hash: passwordHash,
        is_superuser: isSuperuser ?? false,
        is_active: isActive ?? true,
        date_joined: now,
        last_login: null,
      })),
    )
    .returning(['id', 'username'])
    .execute()
  if (tenant.deployment === 'super') return
  const added = await db
    .insertInto('groups')
    .values(kindsWithGroups.flatMap((kind) => groups.map((name) => ({ kind, name }))))
    .returning(['id', 'kind', 'name'])
    .execute()
  await db.insertInto('groups').values({ kind: 'metrics', name: tenant.name }).execute()
  const members = users.flatMap((user) =>
    added
      .filter(({ name }) => people[user.username]?.groups?.includes(name))
      .map((group) => ({ user_id: user.id, group_id: group.id })),
  )
  await db.insertInto('group_members').values(members).execute()
}

async function addKeys(tenancy: Tenancy, tenant: Tenant, now: Date): Promise<string> {
  const key = keyAt(now)
  await insertKeys(tenancy, tenant, [
    key(tenant.name, `box-${tenant.name}`, 'poem'),
    key('old', `revoked-${tenant.name}`, 'poem', true),
    key(`WEB-API-${tenant.name}`, webApiToken(tenant.name), 'webapi'),
    key(`WEB-API-${tenant.name}-RO`, readingToken(tenant.name), 'webapi'),
  ])
  return `box-${tenant.name}`
}

async function addAdministratorKey(tenancy: Tenancy, tenant: Tenant, now: Date): Promise<void> {
  const key = keyAt(now)
  await insertKeys(tenancy, tenant, [
    key('WEB-API-ADMIN', administratorToken, 'webapi'),
    key(tenant.name, `box-${tenant.name}`, 'poem'),
  ])
}

async function insertKeys(tenancy: Tenancy, tenant: Tenant, keys: readonly ReturnType<ReturnType<typeof keyAt>>[]) {
  const db = tenancy.of(tenant)
  await db
    .insertInto('api_keys')
    .values(await newKeyRows(db, secretsOf(secret), tenant.id, keys))
    .execute()
}

const keyAt =
  (now: Date) =>
  (name: string, token: string, used_by: 'poem' | 'webapi', revoked = false) => ({
    name,
    used_by,
    revoked,
    token,
    created: now,
    last_used_at: null,
  })

export const webApiToken = (tenant: string) => `web-api-token-of-${tenant}`

export const administratorToken = 'web-api-token-of-the-administrator'

/** Of the read-only key. */
export const readingToken = (tenant: string) => `web-api-reading-token-of-${tenant}`

/**
 * Templates: `web.http` and `web.tls` of one package in two versions (`web.tls` only in the newer one), `disk` of
 * another, `passive`, `self.check` with the tag internal, and `renamed`, which was `old.name` in the older version.
 */
async function addCatalogue(tenancy: Tenancy) {
  const superTenant = (await tenancy.tenants()).find(({ deployment }) => deployment === 'super')
  if (!superTenant) throw new Error('There is no super-tenant.')
  await sql.raw(catalogue).execute(tenancy.of(superTenant))
}

const pairs = (entries: readonly (readonly [string, string])[]) =>
  JSON.stringify(entries.map(([key, value]) => ({ key, value })))

const activeConfig = pairs([
  ['maxCheckAttempts', '3'],
  ['timeout', '30'],
  ['path', '/usr/libexec/probes'],
  ['interval', '5'],
  ['retryInterval', '3'],
])
/** Numeric keys that are not in numeric order. */
const oddParameters = pairs([
  ['--z', 'last first'],
  ['10', 'ten'],
  ['2', 'two'],
  ['--a', ''],
])

const catalogue = `
  insert into packages (name, version) values ('web-probes', '1.0.0'), ('web-probes', '2.0.0'), ('disk-probes', '1.1.0');
  insert into probes (name) values ('web-probe'), ('disk-probe');
  insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author, created_at, version_comment)
    select probe.id, package.id, probe.name, 'd', 'c', 'https://repo.test', 'https://docs.test/' || package.version, 'editor', now(), 'Initial version.'
    from probes as probe join packages as package on package.name = replace(probe.name, '-probe', '-probes');
  update probes set current_version_id = (select max(id) from probe_versions where probe_id = probes.id);
  insert into metric_tags (name) values ('internal'), ('web'), ('empty'), ('CI/CD');
  insert into metric_templates (name) values ('web.http'), ('web.tls'), ('disk'), ('passive'), ('self.check'), ('renamed');
  insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent, probeexecutable,
      config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, probe.id, given.name, 'Active', given.tags, given.name, '', 'check_' || package.version,
      '${activeConfig}', '[]', '[]', '[{"key":"OBSESS","value":"1"}]', '${oddParameters}', 'editor', now(), 'Initial version.'
    from (values ('web.http', 'web.http', 'web-probes', '1.0.0', array['web','CI/CD']), ('web.http', 'web.http', 'web-probes', '2.0.0', array['web','CI/CD']),
      ('web.tls', 'web.tls', 'web-probes', '2.0.0', array['web']), ('disk', 'disk', 'disk-probes', '1.1.0', array[]::text[]),
      ('self.check', 'self.check', 'disk-probes', '1.1.0', array['internal']),
      ('renamed', 'old.name', 'web-probes', '1.0.0', array[]::text[]), ('renamed', 'renamed', 'web-probes', '2.0.0', array[]::text[])
    ) as given (template, name, package, version, tags)
    join metric_templates as template on template.name = given.template
    join packages as package on package.name = given.package and package.version = given.version
    join probe_versions as probe on probe.package_id = package.id
    order by package.version;
  insert into metric_template_versions (template_id, name, mtype, description, parent, probeexecutable,
      config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select id, name, 'Passive', 'p', 'web.http', '', '[]', '[]', '[]', '[{"key":"PASSIVE","value":"1"}]', '[]', 'editor', now(), 'Initial version.'
    from metric_templates where name = 'passive';
  update metric_templates set current_version_id = (select max(id) from metric_template_versions where template_id = metric_templates.id);
  insert into metric_template_tags (tag_id, template_id)
    select tag.id, template.id from metric_tags as tag, metric_templates as template
    where (tag.name = 'internal' and template.name = 'self.check') or (tag.name in ('web', 'CI/CD') and template.name = 'web.http')
      or (tag.name = 'web' and template.name = 'web.tls');
  select keep_own_versions();
`
