import type { Importable } from '@quatrain/contract/resources/metric-imports.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { isOffered } from '#features/metric-templates/metric-templates.reads.ts'
import type { Document } from '#request/context/recording.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

const free = sql`
  select version.name from metric_templates as template
  join versions_with_content as version on version.id = template.current_version_id
  where ${isOffered(sql`template.id`)}
    and not exists (select from metrics as metric where metric.template_id = template.id)`

/** The templates without a metric in the tenant, by name, with the result of an import. One statement. */
export const findImportable = (db: Db) =>
  rowsIn(db)<Importable>`
    with ${choosing({ names: free, canBe: allTemplates })}
    select chosen.name, (chosen.newest).mtype, to_json((chosen.newest).tags) as tags, (chosen.newest).description,
      coalesce((chosen.content).probeversion, '') as probeversion, coalesce((chosen.newest).probeversion, '') as newest,
      case when chosen.version_id is null then 'unavailable' when chosen.version_id = (chosen.newest).id then 'imported'
        else 'warning' end as outcome
    from chosen
    order by chosen.name`

/** Returns why these templates cannot be imported: the tenant has them already, or they do not exist. One statement. */
export const findObstacles = (
  db: Db,
  names: readonly string[],
): Promise<{ readonly name: string; readonly isThere: boolean }[]> =>
  rowsIn(db)<{ name: string; isThere: boolean }>`
    select requested.name, held.is_there as "isThere"
    from (select distinct name collate "C" as name from unnest(${[...names]}::text[]) as name) as requested
    cross join lateral (select exists (
      select from metrics_with_content as metric
      join metric_templates as template on template.id = metric.template_id
      join versions_with_content as current on current.id = template.current_version_id
      where metric.name = requested.name or current.name = requested.name) as is_there) as held
    where held.is_there or not exists (
      select from metric_templates as template
      join versions_with_content as current on current.id = template.current_version_id
      where current.name = requested.name and ${isOffered(sql`template.id`)})
    order by requested.name`

/** The result for one metric. `warning`: it was imported in the package version that the tenant already uses. */
export interface SyncedMetric {
  readonly name: string
  readonly outcome: 'imported' | 'warning' | 'unavailable' | 'deleted'
  /** All three are null if the metric is not available. */
  readonly id: number | null
  readonly document: Document | null
  readonly rowVersion: number | null
}

/** Metrics to be imported. */
interface Requested {
  /** Selects their names, each once. */
  readonly names: RawBuilder<unknown>
  /**
   * Whether a name can be one of them. It repeats the names where others are joined with what the tenant sees, which has two
   * parts: PostgreSQL uses the index of each part for a condition with parameters only, and reads the catalogue otherwise.
   */
  readonly canBe: (name: RawBuilder<unknown>) => RawBuilder<unknown>
}

const allTemplates = () => sql`true`

export const templatesNamed = (names: readonly string[]): Requested => ({
  names: sql`select distinct name collate "C" as name from unnest(${[...names]}::text[]) as name`,
  canBe: (name) => sql`${name} = any(${[...names]}::text[])`,
})

/** The metrics that every new tenant has. */
export const internal: Requested = {
  names: sql`
    select template.name from metric_templates as template
    join metric_template_tags as tagged on tagged.template_id = template.id
    join metric_tags as tag on tag.id = tagged.tag_id
    group by template.name
    having bool_or(tag.name = 'internal') and not bool_or(tag.name = 'eol')`,
  canBe: allTemplates,
}

/** What is imported, and what is removed; what is absent is not looked for. */
interface Synchronization {
  readonly requested?: Requested | undefined
  /** The group of imported metrics. */
  readonly group: string
  readonly dropped: readonly string[]
}

/**
 * Imports the metrics that `requested` selects and the tenant does not have into `group`, and removes those of `dropped`
 * that no profile contains any more. One statement for any number, or none. Each half starts its triggers even if it has no rows, so
 * the statement has only what it needs.
 */
export async function sync(db: Db, { requested, group, dropped }: Synchronization): Promise<SyncedMetric[]> {
  const halves = [
    ...(requested ? [{ expressions: importing(requested, group), outcomes: imported }] : []),
    ...(dropped.length > 0 ? [{ expressions: removing(dropped), outcomes: removedMetrics }] : []),
  ]
  if (halves.length === 0) return []
  return rowsIn(db)<SyncedMetric>`
    with ${sql.join(halves.map(({ expressions }) => expressions))}
    ${sql.join(
      halves.map(({ outcomes }) => outcomes),
      sql` union all `,
    )}
    order by name`
}

const imported = sql`
    select chosen.name, added.id, added.row_version as "rowVersion",
      case when chosen.version_id is null then 'unavailable' when chosen.version_id = (chosen.newest).id then 'imported'
        else 'warning' end as outcome,
      case when added.id is not null then own_document(metric_document(chosen.content, owner.name, added.config), added.reference_names) end as document
    from chosen
    -- Never compares each with each, as another join of lists does whose length PostgreSQL underestimates.
    full join added on added.template_version_id = chosen.version_id
    left join groups as owner on owner.tenant_id = current_tenant() and owner.id = added.group_id`

const removedMetrics = sql`
    select name, id, row_version as "rowVersion", 'deleted' as outcome, document from unused`

/**
 * A tenant uses one version of a package: if it differs from that of the template, the version of the template for that
 * package is used, if it has the same name. Contents are passed on as rows, because each further join with the contents of all
 * versions would read the catalogue. The planner underestimates the length of profiles, so no query joins two lists that can both
 * be as long as a profile in a way that compares each with each; `not in` uses a hash table.
 */
const choosing = ({ names, canBe }: Requested) => sql`
    missing as (
      select template.id as template_id, current.name, current.package_id, current.package_name, current as newest
      from (${names}) as requested
      join versions_with_content as current on current.name = requested.name and ${canBe(sql`current.name`)}
      join metric_templates as template on template.current_version_id = current.id
      where ${isOffered(sql`template.id`)}
        and requested.name not in (select metric.name from metrics_with_content as metric where ${canBe(sql`metric.name`)})
    ), pinned as materialized (
      -- The other version of a package that the tenant uses; none when it uses this one as well.
      select requested.package_id as instead_of, max(used.id) as package_id
      from (select distinct package_id, package_name from missing) as requested
      join packages as used on used.name = requested.package_name
      where exists (
        select from probe_versions as probe
        join metric_template_versions as version on version.probe_version_id = probe.id
        join metrics as metric on metric.template_version_id = version.id
        where probe.package_id = used.id)
      group by requested.package_id
      having not bool_or(used.id = requested.package_id)
    ), chosen as (
      select template_id, name, newest, content, (content).id as version_id
      from (
        select missing.template_id, missing.name, missing.newest,
          case
            -- The tenant has this template already, under an older name.
            when exists (select from metrics as metric where metric.template_id = missing.template_id) then null
            when pinned.package_id is null then missing.newest
            else (
              select version from versions_with_content as version
              where version.template_id = missing.template_id and version.name = missing.name
                and version.package_id = pinned.package_id
              order by version.id desc limit 1)
          end as content
        from missing left join pinned on pinned.instead_of = missing.package_id
        -- Evaluated once for each.
        offset 0
      ) as choice
    )`

const importing = (requested: Requested, group: string) => sql`
    ${choosing(requested)}, own as materialized (
      select jsonb_object_agg(named.name, named.own_name) as names
      from own_metric_names(array[current_tenant()]) as named
    ), added as (
      insert into metrics (template_id, template_version_id, group_id, config, reference_names)
      select chosen.template_id, chosen.version_id,
        (select id from groups where kind = 'metrics' and name = ${group}), (chosen.content).config,
        own_names_in((chosen.content).parent, (chosen.content).dependency, (select names from own))
      from chosen where chosen.version_id is not null
      returning id, row_version, template_id, template_version_id, config, group_id, reference_names
    ), renewed as (
      -- A metric that comes has its current name again, whatever the tenant called it before.
      update metrics as metric set row_version = metric.row_version + 1,
        reference_names = nullif(metric.reference_names - array(select name::text from chosen), '{}')
      where metric.tenant_id = current_tenant() and metric.reference_names ?| array(select name::text from chosen)
    )`

/** Internal metrics are kept, whether profiles contain them or not. */
const removing = (dropped: readonly string[]) => sql`
    unused as (
      select metric.id, metric.row_version, metric.name, metric_document(metric, owner.name) as document
      from metrics_with_content as metric
      join metrics as locked on locked.tenant_id = metric.tenant_id and locked.id = metric.id
      left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
      where metric.name = any(${[...dropped]}::text[])
        and not exists (select from metric_profile_instances as pair
                        where pair.tenant_id = current_tenant() and pair.metric = metric.name)
        and not exists (select from tags_of_templates() as tagged
                        where tagged.template_id = metric.template_id and tagged.name = 'internal')
      for update of locked
    ), removed as (
      delete from metrics as metric using unused
      where metric.tenant_id = current_tenant() and metric.id = unused.id
    )`
