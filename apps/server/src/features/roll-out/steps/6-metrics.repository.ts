// Step 6: metrics of tenants after a change of the catalogue. The documents go into the pending changes of the transaction.
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { metricWords } from '../roll-out.reads.ts'
import type { Step } from '../roll-out.ts'

/** Metrics are recorded after the templates that they use, and before the profiles that contain them. */
const step = sql`2::smallint`
const { kind } = metrics
const lists = sql`${Object.keys(metricWords)}::text[]`

/**
 * Updates the metrics of these template versions if their documents differ now. The tenant's own values are kept, also
 * those of keys that they lose, for the step in the other direction. One statement for any number.
 */
export async function updateMetrics(db: Db, { versions, tenants, rollOut }: Step): Promise<void> {
  const keptFor = sql`${rollOut ?? null}::integer`
  const previousDocument = documentOf(sql`version.was`, sql`version.was_for`)
  const after = documentOf(sql`version.now`, sql`version.now_for`)
  const [groupname, own, config] = [sql`changed.groupname`, sql`changed.own`, sql`changed.config`]
  await sql`
    with kept as (${versions}), version as materialized (
      select *, (was).config::text <> (now).config::text as is_reconfigured,
        metric_document(was, was_for, '', '[]')::text <> metric_document(now, now_for, '', '[]')::text as is_changed
      from kept
    ), changed as materialized (
      select metric.tenant_id, metric.id, metric.row_version, version.id as version_id, owner.name as groupname,
        metric.reference_names as names, metric.config as own, case when followed.is_other then followed.config else metric.config end as config,
        case when followed.is_other then metric.config::text else '[]' end as other_own,
        case when followed.is_other then followed.config::text else '[]' end as other_config
      from metrics as metric
      join version on version.id = metric.template_version_id
      left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
      cross join lateral (
        select case when version.is_reconfigured then followed_config((version.now).config, metric.config, (
          select config from roll_out_configs as kept
          where kept.tenant_id = metric.tenant_id and kept.roll_out_id = ${keptFor} and kept.metric_id = metric.id)
        ) end as config
        offset 0
      ) as computed
      cross join lateral (
        select computed.config, computed.config::jsonb <> metric.config::jsonb as is_other offset 0
      ) as followed
      where metric.tenant_id in (${tenants}) and (version.is_changed or followed.is_other)
    ), updated as (
      update metrics as metric set config = changed.config, row_version = metric.row_version + 1
      from changed where metric.tenant_id = changed.tenant_id and metric.id = changed.id
    ), kept_configs as (
      insert into roll_out_configs as kept (tenant_id, roll_out_id, metric_id, config)
      select tenant_id, ${keptFor}, id, own from changed
      where ${keptFor} is not null and has_other_keys(own, config)
      on conflict (tenant_id, roll_out_id, metric_id) do update set config = excluded.config
    ), commented as materialized (
      -- What does not depend on the tenant is described once for all of them.
      select distinctly.*,
        describe_change(${previousDocument('', sql`other_own::json`)}, ${after('', sql`other_config::json`)}, ${lists}) as comment
      from (select distinct version_id, other_own, other_config from changed) as distinctly
      join version on version.id = distinctly.version_id
    )
    insert into pending_changes
      (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
    select ${step}, changed.tenant_id, ${kind}, changed.id, (version.now).name,
      own_document(${previousDocument(groupname, own)}, changed.names), own_document(${after(groupname, config)}, changed.names),
      changed.row_version, commented.comment, true
    from changed
    join version on version.id = changed.version_id
    join commented on commented.version_id = changed.version_id and commented.other_own = changed.other_own
      and commented.other_config = changed.other_config
  `.execute(db)
}

const documentOf =
  (version: RawBuilder<unknown>, probeversion: RawBuilder<unknown>) =>
  (group: RawBuilder<unknown> | '', config: RawBuilder<unknown>) =>
    sql`metric_document(${version}, ${probeversion}, ${group === '' ? sql`''` : group}, ${config})`

/** Removes every metric of these templates, also after a rename, with one statement. */
export async function removeMetricsOf(db: Db, templateIds: readonly number[]): Promise<void> {
  await sql`
    with removed as (
      delete from metrics where template_id = any(${[...templateIds]}::integer[]) returning tenant_id, id
    )
    insert into pending_changes (step, tenant_id, kind, object_id, name, before, row_version, is_version)
    select ${step}, metric.tenant_id, ${kind}, metric.id, metric.name, metric_document(metric, owner.name),
      metric.row_version, false
    from metrics_with_content as metric
    join removed on removed.tenant_id = metric.tenant_id and removed.id = metric.id
    left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
    where metric.template_id = any(${[...templateIds]}::integer[])
  `.execute(db)
}
