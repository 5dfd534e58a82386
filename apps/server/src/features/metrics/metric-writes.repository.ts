import type { Metric } from '@quatrain/contract/resources/metric.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import { fields, pairs, profileNames, source } from './metrics.repository.ts'

export type StoredMetric = Metric & { readonly rowVersion: number }

/** Those of these metrics that exist, by name, locked. One statement for any number. */
export async function findForUpdate(db: Db, names: readonly string[]): Promise<StoredMetric[]> {
  const { rows } = await sql<StoredMetric>`
    select ${fields}, metric.row_version as "rowVersion", coalesce((
      select jsonb_object_agg(metric, profiles) from (
        select pair.metric, ${profileNames} as profiles from ${pairs}
        where pair.metric = any(${[...names]}::text[]) group by pair.metric) as held
    ) -> template.name, '[]') as profiles
    from ${source} where template.name = any(${[...names]}::text[]) order by template.name
    for update of metric
  `.execute(db)
  return rows
}

/** Gives metrics their group and configuration. One statement, whatever their number. */
export async function update(db: Db, metrics: readonly Pick<Metric, 'id' | 'group' | 'config'>[]): Promise<void> {
  const given = metrics.map(({ id, group, config }) => ({ id, group, config }))
  await sql`
    update metrics as metric
    set config = given.config, row_version = row_version + 1,
      group_id = (select id from groups where kind = 'metrics' and name = given."group")
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id integer, "group" text, config json)
    where metric.tenant_id = current_tenant() and metric.id = given.id
  `.execute(db)
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('metrics').where('id', '=', id).execute()
}
