import type { Db } from '@quatrain/server/src/request/tenancy.ts'
import { sql } from 'kysely'

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

/** `PROFILE-00001` and so on. */
export const profileName = (number: number) => `PROFILE-${String(number).padStart(5, '0')}`

/** Adds the metrics and profiles of a tenant, each with its first version. `db` spans tenants. */
export async function fillObjects(db: Db, objects: Objects): Promise<void> {
  const { tenant } = objects
  await insertMetrics(db, objects)
  await insertProfiles(db, objects)
  await insertFurtherProfiles(db, objects)
  await sql`
    insert into activity (tenant_id, at, request_id, actor, address, action, kind, object_id, object_name)
    select id, now(), 'bench', 'admin', '127.0.0.1', 'add', 'tenant', id, name from tenants where name = ${tenant}
  `.execute(db)
}

async function insertMetrics(db: Db, { tenant, metrics, from = 1 }: Objects): Promise<void> {
  await sql`
    with added as (
      insert into metrics (tenant_id, template_id, template_version_id, group_id, config)
      select tenant.id, template.id, template.current_version_id, owner.id, version.config
      from tenants as tenant
      join groups as owner on owner.tenant_id = tenant.id and owner.kind = 'metrics'
      cross join (select * from metric_templates order by name limit ${metrics}::integer offset ${from - 1}::integer) as template
      join metric_template_versions as version on version.id = template.current_version_id
      where tenant.name = ${tenant}
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

async function insertProfiles(db: Db, { tenant, profiles, pairs, from = 1 }: Objects): Promise<void> {
  await sql`
    insert into metric_profiles (tenant_id, apiid, name, group_id, description)
    select tenant.id, md5(tenant.name || number)::uuid, 'PROFILE-' || lpad(number::text, 5, '0'), owner.id,
      'What profile ' || number || ' of ' || tenant.name || ' is used for.'
    from tenants as tenant
    join groups as owner on owner.tenant_id = tenant.id and owner.kind = 'metricprofiles'
    cross join generate_series(1, ${profiles}::integer) as number
    where tenant.name = ${tenant}
  `.execute(db)
  await sql`
    insert into metric_profile_instances (tenant_id, profile_id, service, metric)
    select profile.tenant_id, profile.id, 'org.service.type-' || number / 4,
      'bench.metric-' || lpad((${from}::integer + (profile.id * 7 + number) % 200)::text, 5, '0')
    from metric_profiles as profile, generate_series(0, ${pairs}::integer - 1) as number
    where profile.tenant_id = (select id from tenants where name = ${tenant})
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
    where profile.tenant_id = (select id from tenants where name = ${tenant})
  `.execute(db)
}

/** As many aggregation profiles and thresholds profiles, which only the console stores: they are read, not saved. */
async function insertFurtherProfiles(db: Db, { tenant, profiles }: Objects): Promise<void> {
  await sql`
    insert into aggregation_profiles (tenant_id, apiid, name, group_id, description, metric_profile, content, service_names)
    select profile.tenant_id, profile.apiid, profile.name, owner.id, profile.description, profile.name,
      json_build_object('endpoint_group', 'sites', 'metric_operation', 'AND', 'profile_operation', 'AND',
        'groups', (
          select json_agg(json_build_object('name', 'group ' || number, 'operation', 'OR', 'services', (
            select json_agg(json_build_object('name', 'org.service.type-' || 10 * number + place, 'operation', 'OR'))
            from generate_series(0, 9) as place)))
          from generate_series(0, 4) as number)),
      array(select 'org.service.type-' || number from generate_series(0, 49) as number)
    from metric_profiles as profile
    join groups as owner on owner.tenant_id = profile.tenant_id and owner.kind = 'aggregations'
    where profile.tenant_id = (select id from tenants where name = ${tenant})
    limit ${profiles}
  `.execute(db)
  await sql`
    insert into thresholds_profiles (tenant_id, apiid, name, group_id, description, rules, metric_names)
    select profile.tenant_id, profile.apiid, profile.name, owner.id, profile.description, (
      select json_agg(json_build_object('metric', 'bench.metric-' || lpad(number::text, 5, '0'),
        'thresholds', 'time=1s;0:5;5:10'))
      from generate_series(1, 20) as number),
      array(select 'bench.metric-' || lpad(number::text, 5, '0') from generate_series(1, 20) as number)
    from metric_profiles as profile
    join groups as owner on owner.tenant_id = profile.tenant_id and owner.kind = 'thresholdsprofiles'
    where profile.tenant_id = (select id from tenants where name = ${tenant})
    limit ${profiles}
  `.execute(db)
}
