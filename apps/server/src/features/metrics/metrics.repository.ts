import type { Metric } from '@quatrain/contract/resources/metric.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Document } from '#request/recording.ts'
import type { Db } from '#request/tenancy.ts'

/** Every metric of the tenant, by name in code point order. */
export async function findAll(db: Db): Promise<Metric[]> {
  // Looked up by name and not joined: metrics and the pairs of profiles are two lists that can both be long.
  const profiles = sql`
    (select jsonb_object_agg(metric, profiles) from (
       select pair.metric, ${profileNames} as profiles from ${pairs} group by pair.metric) as held) -> template.name`
  const { rows } = await sql<Metric>`
    select ${fields}, coalesce(${profiles}, '[]') as profiles from ${source} order by template.name
  `.execute(db)
  return rows
}

/** Throws `not_found`. */
export async function find(db: Db, name: string): Promise<Metric & { readonly rowVersion: number }> {
  const { rows } = await sql<Metric & { rowVersion: number }>`
    select ${fields}, metric.row_version as "rowVersion",
      (select coalesce(${profileNames}, '[]') from ${pairs}
       where pair.tenant_id = metric.tenant_id and pair.metric = template.name) as profiles
    from ${source} where template.name = ${name}
  `.execute(db)
  const [metric] = rows
  if (!metric) throw notFound('Metric')
  return metric
}

/** By name in code point order. */
export const findNames = (db: Db): Promise<{ name: string }[]> =>
  db
    .selectFrom('metrics as metric')
    .innerJoin('metric_template_versions as template', 'template.id', 'metric.template_version_id')
    .select('template.name')
    .orderBy('template.name')
    .execute()

export const fields = sql`
  metric.id, template.name, template.mtype, template.tags,
  coalesce(probe_version_label(probe, package), '') as probeversion, coalesce(owner.name, '') as "group",
  template.description, template.parent, template.probeexecutable, metric.config, template.attribute,
  template.dependency as dependancy, template.flags, template.parameter`

export const source = sql`metrics as metric
  join metric_template_versions as template on template.id = metric.template_version_id
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id
  left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id`

export const pairs = sql`
  metric_profile_instances as pair
  join metric_profiles as profile on profile.tenant_id = pair.tenant_id and profile.id = pair.profile_id`

/** Each once, in order. */
export const profileNames = sql`jsonb_agg(distinct profile.name)`

/** The result of importing one metric. `warning`: imported, but at the package version that the tenant uses already. */
export interface SyncedMetric {
  readonly name: string
  readonly outcome: 'imported' | 'warning' | 'unavailable' | 'deleted'
  /** All three null when it is not available. */
  readonly id: number | null
  readonly document: Document | null
  readonly rowVersion: number | null
}

/** The names of the metrics in a profile; empty without a profile. */
export const inProfile = (profileId: number | undefined) => sql`
  select distinct metric as name from metric_profile_instances
  where tenant_id = current_tenant() and profile_id = ${profileId ?? null}::integer`

/** The names of the metrics that every tenant begins with. */
export const internal = sql`
  select template.name from metric_templates as template
  join metric_template_tags as tagged on tagged.template_id = template.id
  join metric_tags as tag on tag.id = tagged.tag_id
  group by template.name
  having bool_or(tag.name = 'internal') and not bool_or(tag.name = 'eol')`

/**
 * Imports every metric of the query `wanted` that the tenant does not have, into `group`, and removes those of
 * `dropped` that are in no profile any more. One statement, whatever their number.
 */
export async function sync(
  db: Db,
  { wanted, group, dropped }: { wanted: RawBuilder<unknown>; group: string; dropped: readonly string[] },
): Promise<SyncedMetric[]> {
  const { rows } = await sql<SyncedMetric>`
    with ${importing(wanted, group)}, ${removing(dropped)}
    select source.name, added.id, added.row_version as "rowVersion",
      case when source.id = template.current_version_id then 'imported' else 'warning' end as outcome,
      metric_document(source, probe_version_label(probe, package), owner.name, added.config) as document
    from added
    join metric_templates as template on template.id = added.template_id
    join metric_template_versions as source on source.id = added.template_version_id
    left join probe_versions as probe on probe.id = source.probe_version_id
    left join packages as package on package.id = probe.package_id
    left join groups as owner on owner.tenant_id = current_tenant() and owner.id = added.group_id
    union all
    select name, null, null, 'unavailable', null from chosen where version_id is null
    union all
    select name, id, row_version, 'deleted', document from unused
    order by name
  `.execute(db)
  return rows
}

/**
 * A tenant uses one version of a package: where it uses another than the template's, the template's version for that
 * package is taken, if there is one under the same name. The planner takes profiles for small and what follows from
 * them for smaller, so nothing here joins two lists that can both be as long as a profile.
 */
export const choosing = (wanted: RawBuilder<unknown>) => sql`
    missing as (
      select template.id as template_id, template.name, template.current_version_id, package.id as package_id,
        package.name as package_name
      from (${wanted}) as wanted
      join metric_templates as template on template.name = wanted.name
      join metric_template_versions as current on current.id = template.current_version_id
      left join probe_versions as probe on probe.id = current.probe_version_id
      left join packages as package on package.id = probe.package_id
      where not exists (
        select from metric_template_versions as version
        join metrics as metric on metric.template_version_id = version.id
        where version.name = wanted.name)
    ), pinned as materialized (
      -- The other version of a package that the tenant uses; none when it uses this one as well.
      select wanted.package_id as instead_of, max(used.id) as package_id
      from (select distinct package_id, package_name from missing) as wanted
      join packages as used on used.name = wanted.package_name
      where exists (
        select from probe_versions as probe
        join metric_template_versions as version on version.probe_version_id = probe.id
        join metrics as metric on metric.template_version_id = version.id
        where probe.package_id = used.id)
      group by wanted.package_id
      having not bool_or(used.id = wanted.package_id)
    ), chosen as (
      select missing.template_id, missing.name,
        case
          -- The tenant has this template already, under an older name.
          when exists (select from metrics as metric where metric.template_id = missing.template_id) then null
          when pinned.package_id is null then missing.current_version_id
          else (
            select version.id from metric_template_versions as version
            join probe_versions as probe on probe.id = version.probe_version_id
            where version.template_id = missing.template_id and version.name = missing.name
              and probe.package_id = pinned.package_id
            order by version.id desc limit 1)
        end as version_id
      from missing left join pinned on pinned.instead_of = missing.package_id
    )`

const importing = (wanted: RawBuilder<unknown>, group: string) => sql`
    ${choosing(wanted)}, added as (
      insert into metrics (template_id, template_version_id, group_id, config)
      select chosen.template_id, chosen.version_id,
        (select id from groups where kind = 'metrics' and name = ${group}), version.config
      from chosen join metric_template_versions as version on version.id = chosen.version_id
      returning id, row_version, template_id, template_version_id, config, group_id
    )`

/** Internal metrics are kept, whatever the profiles contain. */
const removing = (dropped: readonly string[]) => sql`
    unused as (
      select metric.id, metric.row_version, template.name,
        metric_document(template, probe_version_label(probe, package), owner.name, metric.config) as document
      from metrics as metric
      join metric_template_versions as template on template.id = metric.template_version_id
      left join probe_versions as probe on probe.id = template.probe_version_id
      left join packages as package on package.id = probe.package_id
      left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
      where template.name = any(${[...dropped]}::text[])
        and not exists (select from metric_profile_instances as pair
                        where pair.tenant_id = current_tenant() and pair.metric = template.name)
        and not exists (select from metric_template_tags as tagged join metric_tags as tag on tag.id = tagged.tag_id
                        where tagged.template_id = metric.template_id and tag.name = 'internal')
      for update of metric
    ), removed as (
      delete from metrics as metric using unused
      where metric.tenant_id = current_tenant() and metric.id = unused.id
    )`
