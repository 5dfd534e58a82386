// Step 5: the numbers of objects that change in each tenant later, for the recorder.
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { queryOfIds } from '../ids.repository.ts'
import { changedVersions } from './1-former-versions.repository.ts'
import { removedMetrics } from './7-references.repository.ts'

/** The numbers of metrics, and of what names them, that change later in these tenants. Configurations are compared once for all equal ones. */
export const countLater = (db: Db, tenants: readonly number[]) => {
  const later = sql`(${queryOfIds(tenants)})`
  return sql`
  with version as materialized (
    select id, (was).name <> (now).name as is_renamed, (was).name as was_called, (now).config as config,
      (was).config::text <> (now).config::text as is_reconfigured,
      metric_document(was, was_for, '', '[]')::text <> metric_document(now, now_for, '', '[]')::text as is_changed
    from (${changedVersions}) as changed
  ), held as (
    select metric.tenant_id, metric.template_version_id, count(*) as count,
      case when version.is_reconfigured and not version.is_changed then metric.config::text end as config
    from version
    join metrics as metric on metric.template_version_id = version.id
    where metric.tenant_id in ${later}
      and (version.is_changed or version.is_reconfigured)
    group by metric.tenant_id, metric.template_version_id, 4
  ), equal as materialized (
    select own.template_version_id, own.config
    from (select distinct template_version_id, config from held where config is not null) as own
    join version on version.id = own.template_version_id
    where followed_config(version.config, own.config::json)::jsonb = own.config::jsonb
  )
  insert into later_changes (tenant_id, kind, count)
  select held.tenant_id, ${metrics.kind}, sum(held.count)
  from held
  where not exists (
    select from equal where equal.template_version_id = held.template_version_id and equal.config = held.config)
  group by held.tenant_id
  union all
  select pair.tenant_id, ${metricProfiles.kind}, count(distinct pair.profile_id)
  from version
  join metric_profile_instances as pair on pair.metric = version.was_called
  where version.is_renamed and pair.tenant_id in ${later}
  group by pair.tenant_id
  union all
  select profile.tenant_id, ${thresholdsProfiles.kind}, count(distinct profile.id)
  from version
  join thresholds_profiles as profile on version.was_called = any(profile.metric_names)
  where version.is_renamed and profile.tenant_id in ${later}
  group by profile.tenant_id
  union all
  select parameter.tenant_id, ${metricOverrides.kind}, count(distinct parameter.override_id)
  from version
  join metric_override_metric_parameters as parameter on parameter.metric = version.was_called
  where version.is_renamed and parameter.tenant_id in ${later}
  group by parameter.tenant_id
`.execute(db)
}

/**
 * Counts for the recorder what a delete of templates changes later: the metrics that are removed, the metric profiles that change then, and
 * the templates, which are removed last.
 */
export const countLaterDeleted = ({ db, tenant }: Context, ids: readonly number[], tenants: readonly number[]) =>
  sql`
  with removed as materialized (${removedMetrics(ids, queryOfIds(tenants))})
  insert into later_changes (tenant_id, kind, action, count)
  select tenant_id, ${metrics.kind}, 'delete', count(*) from metrics
  where template_id = any(${[...ids]}::integer[]) group by tenant_id
  union all
  select pair.tenant_id, ${metricProfiles.kind}, 'change', count(distinct pair.profile_id)
  from removed join metric_profile_instances as pair on pair.tenant_id = removed.tenant_id and pair.metric = removed.metric
  group by pair.tenant_id
  union all
  select ${tenant.id}, ${metricTemplates.kind}, 'delete', ${ids.length}
`.execute(db)
