import type { Metric } from '@quatrain/contract/resources/metric.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** All metrics of the tenant, by name in code point order. */
export async function findAll(db: Db): Promise<Metric[]> {
  // A subquery and no join, because both metrics and pairs of profiles can be long lists.
  const profiles = sql`
    (select jsonb_object_agg(metric, profiles) from (
       select pair.metric, ${profileNames} as profiles from ${pairs} group by pair.metric) as held) -> metric.name`
  return rowsIn(db)<Metric>`
    select ${fields}, coalesce(${profiles}, '[]') as profiles from ${source} order by metric.name`
}

/** Throws `not_found`. */
export const find = (db: Db, name: string): Promise<Metric & { readonly rowVersion: number }> =>
  rowIn(db, () => notFound('Metric'))<Metric & { rowVersion: number }>`
    select ${fields}, metric.row_version as "rowVersion",
      (select coalesce(${profileNames}, '[]') from ${pairs}
       where pair.tenant_id = metric.tenant_id and pair.metric = metric.name) as profiles
    from ${source} where metric.name = ${name}`

/** Returns the names of all metrics in code point order. */
export const findNames = (db: Db): Promise<{ name: string }[]> =>
  db.selectFrom('metrics_with_content').select('name').orderBy('name').execute()

const fields = sql`
  metric.id, metric.name, metric.mtype, metric.tags, coalesce(metric.probeversion, '') as probeversion,
  coalesce(owner.name, '') as "group", metric.description, metric.parent, metric.probeexecutable, metric.config,
  metric.attribute, metric.dependency as dependancy, metric.flags, metric.parameter`

const source = sql`metrics_with_content as metric
  left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id`

/** A metric has the name of its template version; selected from the alias `object`. */
export const nameOfMetric = sql<string>`(
  select version.name from versions_with_content as version where version.id = object.template_version_id)`

export const pairs = sql`
  metric_profile_instances as pair
  join metric_profiles as profile on profile.tenant_id = pair.tenant_id and profile.id = pair.profile_id`

/** Each once, in order. */
export const profileNames = sql`jsonb_agg(distinct profile.name)`

export type StoredMetric = Metric & { readonly rowVersion: number }

/**
 * The existing ones of these metrics, by name, locked until the transaction ends. One statement for any number.
 */
export const findForUpdate = (db: Db, names: readonly string[]) =>
  rowsIn(db)<StoredMetric>`
    select ${fields}, metric.row_version as "rowVersion", coalesce((
      select jsonb_object_agg(metric, profiles) from (
        select pair.metric, ${profileNames} as profiles from ${pairs}
        where pair.metric = any(${[...names]}::text[]) group by pair.metric) as held
    ) -> metric.name, '[]') as profiles
    from ${source} join metrics as locked on locked.tenant_id = metric.tenant_id and locked.id = metric.id
    where metric.name = any(${[...names]}::text[]) order by metric.name
    for update of locked`

/** Stores the group and configuration of metrics. One statement for any number. */
export async function update(db: Db, metrics: readonly Pick<Metric, 'id' | 'group' | 'config'>[]): Promise<void> {
  const metricRows = metrics.map(({ id, group, config }) => ({ id, group, config }))
  await sql`
    update metrics as metric
    set config = given.config, row_version = row_version + 1,
      group_id = (select id from groups where kind = 'metrics' and name = given."group")
    from json_to_recordset(${JSON.stringify(metricRows)}::json) as given (id integer, "group" text, config json)
    where metric.tenant_id = current_tenant() and metric.id = given.id
  `.execute(db)
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('metrics').where('id', '=', id).execute()
}
