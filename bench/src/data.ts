// The data of a measured console, the same each time; the number of statements does not depend on the number of rows.
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { newKeyRows } from '@quatrain/server/request/keys/key-tokens.ts'
import { secretsOf } from '@quatrain/server/request/sealing/secrets.ts'
import { hashPassword } from '@quatrain/server/request/sessions/passwords.ts'
import type { Db } from '@quatrain/server/request/tenancy/tenancy.ts'
import { type RawBuilder, sql } from 'kysely'

/** All data of an empty database. */
export interface Filling {
  readonly templates: number
  /** The number of versions of each template, and of each probe with its package. */
  readonly versions: number
  /** All probes come with one package, or with many. */
  readonly isOnePackage?: boolean
  readonly tenants: readonly Objects[]
}

/** The objects of one tenant. */
export interface Objects {
  readonly tenant: string
  /** The metrics of this many consecutive templates. */
  readonly metrics: number
  /** Number of the first of these templates; 1 by default. */
  readonly from?: number
  readonly profiles: number
  /** Pairs of each profile. */
  readonly pairs: number
}

/** Whether a part is run with small data, to see that it works; its figures mean nothing then. */
export const isSmall = process.argv.includes('--small')
/** A number of objects or of rounds, for a run with all data and for one with small data. */
export const sized = <T>(full: T, small: T): T => (isSmall ? small : full)
export const inWords = (count: number) => count.toLocaleString('en')

export const secret = 'the secret of the measured server'
/** The superuser of every tenant. */
export const superuser = { username: 'admin', password: 'correct horse battery' }
/** The key of a tenant's monitoring boxes, that of the console for the tenant's part of the Web API, and for all of it. */
export const boxKeyOf = (tenant: string) => `box-of-${tenant}`
export const webApiKeyOf = (tenant: string) => `web-api-key-of-${tenant}`
export const webApiAdminKey = 'web-api-admin-key'

/** The super-tenant, whose console edits the catalogue. */
export const superTenant = 'all'
/** The host name of a tenant's console. */
export const hostOf = (tenant: string) => (tenant === superTenant ? 'localhost' : `${tenant.toLowerCase()}.localhost`)

/** Names sort like their numbers, which start at 1. */
export const metricName = (number: number) => `bench.metric-${String(number).padStart(5, '0')}`
export const profileName = (number: number) => `PROFILE-${String(number).padStart(5, '0')}`

/** Templates that share probes, packages and a tag only with each other. */
export const blockSize = sized(500, 60)
const probesOfBlock = sized(75, 9)
const packagesOfBlock = sized(20, 4)
export const blockTag = (block: number) => `block-${block}`
/** The packages of a block are consecutive. */
export const packageName = (block: number, number: number) =>
  `probes-${String((block - 1) * packagesOfBlock + number).padStart(3, '0')}`

/** Names of repositories, each of which exists for every OS tag. */
const repoNames = 80
const ports = 200

/** Fills an empty, migrated database. `db` spans tenants. Returns the ids of the tenants by name. */
export async function fill(db: Db, filling: Filling): Promise<ReadonlyMap<string, number>> {
  const ids = await fillTenants(db, filling)
  await fillPackages(db, filling)
  await fillTemplates(db, filling)
  for (const objects of filling.tenants) {
    const id = ids.get(objects.tenant) ?? 0
    await insertMetrics(db, id, objects)
    await insertProfiles(db, id, objects)
  }
  return ids
}

/** The super-tenant and the others, each with a group of every kind, a superuser and its keys. */
async function fillTenants(db: Db, filling: Filling): Promise<ReadonlyMap<string, number>> {
  const names = [superTenant, ...filling.tenants.map(({ tenant }) => tenant)]
  const rows = names.map((name) => ({ name, schema_name: schemaOf(name), domain_url: hostOf(name) }))
  const tenants = await db.insertInto('tenants').values(rows).returning(['id', 'name']).execute()
  await sql`
    insert into groups (tenant_id, kind, name)
    select tenant.id, kind, tenant.name from tenants as tenant, unnest(${[...groupKinds]}::text[]) as kind
    where tenant.schema_name <> 'public'
  `.execute(db)
  await sql`
    insert into users (tenant_id, username, password_hash, is_superuser)
    select id, ${superuser.username}, ${await hashPassword(superuser.password)}, true from tenants
  `.execute(db)
  for (const { id, name } of tenants) {
    const rows = await newKeyRows(db, secretsOf(secret), id, keysOf(name))
    const added = rows.map((row) => ({ ...row, tenant_id: id, created: new Date(), last_used_at: null }))
    await db.insertInto('api_keys').values(added).execute()
  }
  return new Map(tenants.map(({ id, name }) => [name, id]))
}

const schemaOf = (tenant: string) => (tenant === superTenant ? 'public' : tenant.toLowerCase())

const keysOf = (tenant: string) =>
  tenant === superTenant
    ? [{ name: 'WEB-API-ADMIN', used_by: 'webapi', token: webApiAdminKey } as const]
    : [
        { name: tenant, used_by: 'poem', token: boxKeyOf(tenant) } as const,
        { name: `WEB-API-${tenant}`, used_by: 'webapi', token: webApiKeyOf(tenant) } as const,
        { name: `WEB-API-${tenant}-RO`, used_by: 'webapi', token: `${webApiKeyOf(tenant)}-ro` } as const,
      ]

/** The number of something of a block, for the number of a template or probe: `perBlock` of them share `many` things. */
const inBlock = (number: RawBuilder<unknown>, perBlock: number, many: number) =>
  sql`(1 + (${number} - 1) / ${perBlock}::integer * ${many}::integer
    + (${number} - 1) % ${perBlock}::integer % ${many}::integer)`

/** Repositories, packages in several versions and their probes, each at the newest version. */
async function fillPackages(db: Db, { templates, versions, isOnePackage = false }: Filling): Promise<void> {
  const blocks = Math.ceil(templates / blockSize)
  const packageOfProbe = isOnePackage ? sql`1` : inBlock(sql`probe.id`, probesOfBlock, packagesOfBlock)
  await sql`
    insert into yum_repos (name, tag_id, content, description)
    select 'repo-' || number, tag.id,
      concat_ws(E'\n', '[repo-' || number || ']', 'name=Repository ' || number || ' for ' || tag.name,
        'baseurl=https://repository.example/' || os_tag_address(tag.name) || '/' || number, 'gpgcheck=1', 'enabled=1',
        'gpgkey=https://repository.example/keys/' || number, 'protect=1', 'priority=99'),
      'Packages of team ' || number || ' for ' || tag.name || '.'
    from os_tags as tag, generate_series(1, ${repoNames}::integer) as number
  `.execute(db)
  await sql`
    insert into packages (name, version)
    select 'probes-' || lpad(number::text, 3, '0'), '1.' || version || '.0'
    from generate_series(1, ${blocks * packagesOfBlock}::integer) as number,
      generate_series(1, ${versions}::integer) as version
    order by version, number
  `.execute(db)
  await sql`
    insert into package_repos (package_id, repo_id)
    select package.id, repo.id
    from packages as package join yum_repos as repo on repo.name = 'repo-' || (1 + package.id % ${repoNames}::integer)
  `.execute(db)
  await sql`
    insert into probes (name)
    select 'probe-' || lpad(number::text, 4, '0') from generate_series(1, ${blocks * probesOfBlock}::integer) as number
    order by number
  `.execute(db)
  await sql`
    insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author, created_at,
      version_comment)
    select probe.id, package.id, probe.name, 'What ' || probe.name || ' is for, in a sentence or two.',
      'Release ' || package.version || '.', 'https://repository.example/' || probe.name,
      'https://docs.example/' || probe.name, 'admin', now(), 'Initial version.'
    from probes as probe
    join packages as package on package.name = 'probes-' || lpad(${packageOfProbe}::text, 3, '0')
    order by package.id, probe.id
  `.execute(db)
  await sql`
    update probes set current_version_id = (select max(id) from probe_versions where probe_id = probes.id)
  `.execute(db)
}

const rows = (entries: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(entries).map(([key, value]) => ({ key, value })))

/** Every second template has a value of its own, the others share one. */
const own = (isOwn: RawBuilder<unknown>, otherwise: string) =>
  sql`case when template.id % 2 = 0 then ${isOwn} else ${otherwise} end`

const varied = (entries: Readonly<Record<string, string>>) => sql`
  replace(replace(replace(${rows(entries)}::text, '{port}', (1 + template.id % ${ports}::integer)::text),
    '{seconds}', ${own(sql`template.id::text`, '60')}), '{own}', ${own(sql`'of-' || template.name`, 'shared')})::json`

/** Half of all templates, and so half of all metrics, have a configuration like no other. */
const config = { maxCheckAttempts: '3', timeout: '{seconds}', path: '/usr/libexec/probes', interval: '5' }
const attribute = { METRIC_CONFIG: '--config', METRIC_CREDENTIALS: '{own}', 'PORT_{port}': '--port' }
const parameter = { '--timeout': '60', '-x': '{own}', '--verbose': '' }

/** Metric templates with their versions, tags and default ports. */
async function fillTemplates(db: Db, { templates }: Filling): Promise<void> {
  await sql`
    insert into metric_templates (name)
    select 'bench.metric-' || lpad(number::text, 5, '0') from generate_series(1, ${templates}::integer) as number
    order by number
  `.execute(db)
  await sql`
    insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent,
      probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, probe.id, template.name, 'Active',
      array['bench', 'block-' || (1 + (template.id - 1) / ${blockSize}::integer), 'group-' || template.id % 7,
        'theme-' || template.id % 50],
      'What ' || template.name || ' looks at.', '', 'check_' || probe.name, ${varied(config)}, ${varied(attribute)},
      ${rows({ 'bench.certificate-validity': '0' })}::json, ${rows({ OBSESS: '1', NOHOSTNAME: '1' })}::json,
      ${varied(parameter)}, 'admin', now(), 'Initial version.'
    from metric_templates as template
    join probe_versions as probe on probe.probe_id = ${inBlock(sql`template.id`, blockSize, probesOfBlock)}
    order by probe.id, template.id
  `.execute(db)
  await sql`
    update metric_templates
    set current_version_id = (select max(id) from metric_template_versions where template_id = metric_templates.id)
  `.execute(db)
  await sql`
    insert into metric_tags (name) select distinct unnest(tags) from metric_template_versions order by 1
  `.execute(db)
  await sql`
    insert into metric_template_tags (tag_id, template_id)
    select tag.id, template.id
    from metric_templates as template
    join metric_template_versions as version on version.id = template.current_version_id
    join metric_tags as tag on tag.name = any(version.tags)
  `.execute(db)
  await sql`
    insert into default_ports (name, value)
    select 'PORT_' || number, 10000 + number from generate_series(1, ${ports}::integer) as number
  `.execute(db)
}

async function insertMetrics(db: Db, id: number, { tenant, metrics, from = 1 }: Objects): Promise<void> {
  await sql`
    with added as (
      insert into metrics (tenant_id, template_id, template_version_id, group_id, config)
      select ${id}, template.id, template.current_version_id, owner.id, version.config
      from groups as owner
      cross join (select * from metric_templates order by name limit ${metrics}::integer offset ${from - 1}::integer) as template
      join metric_template_versions as version on version.id = template.current_version_id
      where owner.tenant_id = ${id} and owner.kind = 'metrics'
      returning tenant_id, id, template_version_id, config
    )
    insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment)
    select added.tenant_id, 'metric', added.id, 1, template.name,
      metric_document(template, probe_version_label(probe, package), ${tenant}::text, added.config), 'admin', now(), 'Initial version.'
    from added
    join metric_template_versions as template on template.id = added.template_version_id
    join probe_versions as probe on probe.id = template.probe_version_id
    join packages as package on package.id = probe.package_id
  `.execute(db)
}

async function insertProfiles(db: Db, id: number, { tenant, profiles, pairs, from = 1 }: Objects): Promise<void> {
  await sql`
    insert into metric_profiles (tenant_id, apiid, name, group_id, description)
    select ${id}, md5(owner.name || number)::uuid, 'PROFILE-' || lpad(number::text, 5, '0'), owner.id,
      'What profile ' || number || ' of ' || owner.name || ' is used for.'
    from groups as owner cross join generate_series(1, ${profiles}::integer) as number
    where owner.tenant_id = ${id} and owner.kind = 'metricprofiles'
  `.execute(db)
  await sql`
    insert into metric_profile_instances (tenant_id, profile_id, service, metric)
    select profile.tenant_id, profile.id, 'org.service.type-' || number / 4,
      'bench.metric-' || lpad((${from}::integer + (profile.id * 7 + number) % 200)::text, 5, '0')
    from metric_profiles as profile, generate_series(0, ${pairs}::integer - 1) as number
    where profile.tenant_id = ${id}
  `.execute(db)
  await sql`
    insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment)
    select profile.tenant_id, 'metricprofile', profile.id, 1, profile.name,
      json_build_object('name', profile.name, 'groupname', ${tenant}::text, 'description', profile.description,
        'metricinstances', (select coalesce(json_agg(json_build_object('service', service, 'metric', metric)), '[]')
          from metric_profile_instances as pair
          where pair.tenant_id = profile.tenant_id and pair.profile_id = profile.id)),
      'admin', now(), 'Initial version.'
    from metric_profiles as profile
    where profile.tenant_id = ${id}
  `.execute(db)
}
