// A part of step 7: the names by which metrics of a tenant refer to others of it (decision 129).
import { type MetricDocument, metrics } from '@quatrain/contract/resources/metric.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { metricWords } from '../roll-out.reads.ts'

/** Own names are recorded with the metrics that a step has changed. */
const step = sql`2::smallint`

/**
 * After metrics of these tenants got other names, or refer to others: stores the tenant's names of what they refer to, and adds what that
 * changes to the pending changes, unless the caller records the metric. Returns the documents of those; without one, what the caller knows
 * is right. `tenants` is a query of ids. One statement.
 */
export async function followNames(
  db: Db,
  tenants: RawBuilder<unknown>,
  recorded: readonly number[],
): Promise<ReadonlyMap<number, MetricDocument>> {
  const recordedIds = sql`${[...recorded]}::integer[]`
  const lists = sql`${Object.keys(metricWords)}::text[]`
  const { rows } = await sql<{ id: number; document: MetricDocument }>`
    with tenant as materialized (
      select id from (${tenants}) as given (id)
      where exists (select from metric_template_names) or exists (
        select from metrics as metric where metric.tenant_id = given.id and metric.reference_names is not null)
    ), own as materialized (
      select tenant.id as tenant_id, (
        select jsonb_object_agg(named.name, named.own_name) from own_metric_names(array[tenant.id]) as named
        where named.own_name <> named.name) as names
      from tenant
    ), concerned as materialized (
      -- Most tenants have no other names, and their metrics are not read.
      select own.* from own
      where own.names is not null or cardinality(${recordedIds}) > 0 or exists (
        select from metrics as metric where metric.tenant_id = own.tenant_id and metric.reference_names is not null)
    ), found as materialized (
      select metric.tenant_id, metric.id, metric.name, metric.row_version, metric.reference_names, known.names_now,
        owner.name as groupname, metric_document(metric, owner.name, metric.reference_names) as before,
        metric_document(metric, owner.name, known.names_now) as after
      from concerned
      join metrics_with_content as metric on metric.tenant_id = concerned.tenant_id
      cross join lateral (
        select own_names_in(metric.template_parent, metric.template_dependency, concerned.names) as names_now offset 0
      ) as known
      left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
      where metric.reference_names is distinct from known.names_now or metric.id = any(${recordedIds})
    ), pending as materialized (
      select change.tenant_id, change.object_id, change.before
      from pending_changes as change
      join found on found.tenant_id = change.tenant_id and found.id = change.object_id
      where change.kind = ${metrics.kind}
    ), other as materialized (
      select found.*, pending.object_id is not null or found.id = any(${recordedIds}) as is_recorded,
        coalesce(pending.before, found.before)::text <> found.after::text as is_other, pending.before as before_all
      from found left join pending on pending.tenant_id = found.tenant_id and pending.object_id = found.id
      where found.reference_names is distinct from found.names_now
    ), stored as (
      update metrics as metric set reference_names = other.names_now,
        row_version = metric.row_version + case when other.is_other and not other.is_recorded then 1 else 0 end
      from other where metric.tenant_id = other.tenant_id and metric.id = other.id
    ), repeated as (
      update pending_changes as change
      set after = other.after, comment = describe_change(other.before_all, other.after, ${lists})
      from other
      where change.kind = ${metrics.kind} and change.tenant_id = other.tenant_id and change.object_id = other.id
        and other.is_other and other.before_all is not null
    ), undone as (
      delete from pending_changes as change using other
      where change.kind = ${metrics.kind} and change.tenant_id = other.tenant_id and change.object_id = other.id
        and not other.is_other
    ), added as (
      insert into pending_changes
        (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
      select ${step}, other.tenant_id, ${metrics.kind}, other.id, other.name, other.before, other.after, other.row_version,
        describe_change(other.before, other.after, ${lists}), true
      from other where other.is_other and not other.is_recorded
    )
    select found.id, found.after as document from found where found.id = any(${recordedIds})
  `.execute(db)
  return new Map(rows.map(({ id, document }) => [id, document]))
}
