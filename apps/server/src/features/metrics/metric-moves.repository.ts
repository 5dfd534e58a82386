import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import type { MetricDocument } from '@quatrain/contract/resources/metric.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { pairs, profileNames } from './metrics.repository.ts'

/** A metric with a probe of another version of the package, and its template version for the chosen version. */
export interface MovableMetric {
  readonly id: number
  readonly rowVersion: number
  readonly before: MetricDocument
  /** The configuration of its template version. */
  readonly current: KeyValue[]
  readonly profiles: string[]
  /** This and the next three are null if the template has no version for the chosen package. */
  readonly versionId: number | null
  readonly target: KeyValue[] | null
  /** The metric after the move, with its current configuration; null if it is deleted. */
  readonly after: MetricDocument | null
  /** Whether another metric has the name that this one would get. */
  readonly isTaken: boolean | null
}

/**
 * The metrics that run a probe of another version of this package, by name, locked until the transaction ends. One
 * statement for any number.
 */
export async function findMovable(
  db: Db,
  template: { readonly id: number; readonly name: string },
): Promise<MovableMetric[]> {
  const profiles = sql`
    (select jsonb_object_agg(metric, profiles) from (
       select pair.metric, ${profileNames} as profiles from ${pairs} group by pair.metric) as listed) -> metric.name`
  return rowsIn(db)<MovableMetric>`
    select metric.id, metric.row_version as "rowVersion", metric.template_config as current,
      metric_document(metric, owner.name) as before,
      coalesce(${profiles}, '[]') as profiles, target.id as "versionId", target.config as target,
      case when target.id is not null then
        metric_document(target, owner.name, metric.config) end as after,
      case when target.name <> metric.name then exists (
        select from metrics_with_content as other where other.name = target.name) end as "isTaken"
    from metrics_with_content as metric
    join metrics as locked on locked.tenant_id = metric.tenant_id and locked.id = metric.id
    left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
    left join (
      select distinct on (version.template_id) version.template_id, version.id
      from probe_versions as run
      join metric_template_versions as version on version.probe_version_id = run.id
      join metric_templates as template on template.id = version.template_id
      where run.package_id = ${template.id}
      order by version.template_id, (version.id = template.current_version_id) desc, version.id desc
    ) as offered on offered.template_id = metric.template_id
    left join versions_with_content as target on target.id = offered.id
    where metric.package_name = ${template.name} and metric.package_id <> ${template.id}
    order by metric.name
    for update of locked`
}

/** Moves metrics to other versions of their templates, and removes others. One statement for any number. */
export async function move(
  db: Db,
  moved: readonly { readonly id: number; readonly versionId: number; readonly config: readonly KeyValue[] }[],
  removed: readonly number[],
): Promise<void> {
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(moved)}::json)
        as given (id integer, "versionId" integer, config json)
    ), moved as (
      update metrics as metric
      set template_version_id = given."versionId", config = given.config, row_version = row_version + 1
      from given where metric.tenant_id = current_tenant() and metric.id = given.id
    )
    delete from metrics where tenant_id = current_tenant() and id = any(${[...removed]}::integer[])
  `.execute(db)
}
