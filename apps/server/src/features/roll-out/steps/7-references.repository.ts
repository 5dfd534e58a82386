// Step 7: names of metrics in what refers to them, in all tenants. The documents go into the pending changes of the transaction.
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { renamingInOverrides, renamingInThresholds } from './7-references-in-rules.repository.ts'

interface ProfileOfTenant {
  readonly kind: string
  readonly tenantId: number
  readonly tenant: string
  readonly name: string
}

/** Profiles are recorded after the metrics that they name. */
const step = sql`3::smallint`
const lists = sql`array['metricinstances']`

/** Selects the pairs in the order of the profile's own saves (`byServiceAndMetric`); null if there are none. */
const pairs = sql`json_agg(json_build_object('service', service, 'metric', metric)
  order by lower(service collate "default") collate "C", lower(metric collate "default") collate "C", service, metric)`
const documentWith = (pairs: RawBuilder<unknown>) => sql`json_build_object('name', profile.name,
  'groupname', profile.groupname, 'description', profile.description, 'metricinstances', coalesce(${pairs}, '[]'))`

/**
 * Replaces metrics in all metric profiles that contain them, and renames them in thresholds profiles and overrides, where those of
 * removed metrics stay. `replacements` is a query of `tenant_id`, `metric` and `by`, the new name or null; duplicates are removed.
 * Returns the profiles by tenant, kind and name. One statement for any number.
 */
export const replace = (db: Db, replacements: RawBuilder<unknown>) =>
  rowsIn(db)<ProfileOfTenant>`
    with replacements as materialized (${replacements}), renames as materialized (
      select tenant_id, metric, by collate "C" as by from replacements where by is not null
    ), ${renamingInThresholds}, ${renamingInOverrides}, affected as (
      select distinct pair.tenant_id, pair.profile_id
      from metric_profile_instances as pair
      join replacements on replacements.tenant_id = pair.tenant_id and replacements.metric = pair.metric
    ), profile as materialized (
      select profile.tenant_id, tenant.name as tenant, profile.id, profile.row_version, profile.name,
        coalesce(owner.name, '') as groupname, profile.description
      from affected
      join metric_profiles as profile on profile.tenant_id = affected.tenant_id and profile.id = affected.profile_id
      join tenants as tenant on tenant.id = profile.tenant_id
      left join groups as owner on owner.tenant_id = profile.tenant_id and owner.id = profile.group_id
    ), named as materialized (
      select pair.tenant_id, pair.profile_id, pair.service, pair.metric, replacements.metric is not null as is_replaced, replacements.by
      from profile
      join metric_profile_instances as pair on pair.tenant_id = profile.tenant_id and pair.profile_id = profile.id
      left join replacements on replacements.tenant_id = pair.tenant_id and replacements.metric = pair.metric
    ), old as (
      select tenant_id, profile_id, ${pairs} as pairs, ${pairs} filter (where is_replaced) as removed
      from named group by tenant_id, profile_id
    ), new as (
      select tenant_id, profile_id, ${pairs} as pairs, ${pairs} filter (where is_new) as added
      from (
        select tenant_id, profile_id, service, case when is_replaced then by else metric end as metric,
          bool_and(is_replaced) as is_new
        from named group by 1, 2, 3, 4
      ) as renamed
      where metric is not null group by tenant_id, profile_id
    ), removed_pairs as (
      delete from metric_profile_instances as pair using named
      where named.is_replaced and pair.tenant_id = named.tenant_id and pair.profile_id = named.profile_id
        and pair.service = named.service and pair.metric = named.metric
    ), added_pairs as (
      insert into metric_profile_instances (tenant_id, profile_id, service, metric)
      select tenant_id, profile_id, service, by from named where by is not null
      on conflict do nothing
    ), counted as (
      update metric_profiles as counted set row_version = counted.row_version + 1
      from profile where counted.tenant_id = profile.tenant_id and counted.id = profile.id
    ), documents as (
      -- Only the added and removed pairs are compared: a profile can be long.
      select profile.*, ${documentWith(sql`old.pairs`)} as before, ${documentWith(sql`new.pairs`)} as after,
        describe_change(${documentWith(sql`old.removed`)}, ${documentWith(sql`new.added`)}, ${lists}) as comment
      from profile
      join old on old.tenant_id = profile.tenant_id and old.profile_id = profile.id
      left join new on new.tenant_id = profile.tenant_id and new.profile_id = profile.id
    ), recorded as (
      insert into pending_changes
        (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
      select ${step}, tenant_id, ${metricProfiles.kind}, id, name, before, after, row_version, comment, true
      from documents
    )
    select ${metricProfiles.kind} as kind, tenant_id as "tenantId", tenant, name from profile
    union all
    select ${thresholdsProfiles.kind}, tenant_id, tenant, name from thresholds
    order by tenant, kind, name`

/**
 * The query for `replace` after versions of templates were renamed: in each of these tenants that has a metric of that
 * version, or no metric of the template at all, so that the name can only mean the template's. `versions` is a query of
 * versions with their content before and now, `tenants` one of the ids of tenants.
 */
export const renamedMetrics = (versions: RawBuilder<unknown>, tenants: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select tenant.id as tenant_id, (version.was).name as metric, (version.now).name as by
  from (${versions}) as version
  cross join (${tenants}) as tenant (id)
  left join metrics as metric on metric.tenant_id = tenant.id and metric.template_id = (version.now).template_id
  where (version.was).name <> (version.now).name and (metric.template_version_id = version.id
    or (metric.id is null and not ${hasOther(sql`(version.was).name`)}))`

/**
 * The query for `replace` before templates are removed, whatever the names of their metrics. `tenants` is a query of the ids of
 * tenants.
 */
export const removedMetrics = (
  templateIds: readonly number[],
  tenants: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select tenant.id as tenant_id, coalesce(held.name, template.name) as metric, null::text as by
  from (${tenants}) as tenant (id)
  join metric_templates as template on template.id = any(${[...templateIds]}::integer[])
  left join metrics_with_content as held on held.tenant_id = tenant.id and held.template_id = template.id
  where held.id is not null or not ${hasOther(sql`template.name`)}`

/** A metric and its replacement, or null to remove it. */
export interface Replacement {
  readonly metric: string
  readonly by: string | null
}

/** Selects the replacements for metrics of this tenant only, by their names. */
export const tenantMetrics = (replacements: readonly Replacement[]): RawBuilder<unknown> => sql`
  select current_tenant() as tenant_id, metric, by
  from json_to_recordset(${JSON.stringify(replacements)}::json) as given (metric text, by text)`

/** Whether the tenant has a metric with this name, of any template. */
const hasOther = (name: RawBuilder<unknown>) => sql`exists (
  select from metrics_with_content as other where other.tenant_id = tenant.id and other.name = ${name})`
