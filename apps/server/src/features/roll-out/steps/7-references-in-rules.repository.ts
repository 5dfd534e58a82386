// A part of step 7: names of metrics in thresholds profiles and in overrides. Those of removed metrics stay.
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { sql } from 'kysely'

/** Rules are recorded after the metrics that they name, and after metric profiles. */
const step = sql`4::smallint`

/** Queries that rename metrics in thresholds profiles and record that, after `renames`: `tenant_id`, `metric` and `by`. */
export const renamingInThresholds = sql`
  thresholds_affected as materialized (
    select distinct profile.tenant_id, profile.id
    from renames
    join thresholds_profiles as profile
      on profile.tenant_id = renames.tenant_id and renames.metric = any(profile.metric_names)
  ), thresholds as materialized (
    select profile.*, tenant.name as tenant, coalesce(owner.name, '') as groupname, renamed.rules as rules_now
    from thresholds_affected as affected
    join thresholds_profiles as profile on profile.tenant_id = affected.tenant_id and profile.id = affected.id
    join tenants as tenant on tenant.id = profile.tenant_id
    left join groups as owner on owner.tenant_id = profile.tenant_id and owner.id = profile.group_id
    cross join lateral (
      select jsonb_agg(case when renames.by is null then rule else rule || jsonb_build_object('metric', renames.by) end
        order by position) as rules
      from jsonb_array_elements(profile.rules) with ordinality as listed (rule, position)
      left join renames on renames.tenant_id = profile.tenant_id and renames.metric = listed.rule ->> 'metric' collate "C"
    ) as renamed
  ), thresholds_stored as (
    update thresholds_profiles as stored set rules = profile.rules_now, row_version = stored.row_version + 1,
      metric_names = array(select distinct rule ->> 'metric' from jsonb_array_elements(profile.rules_now) as rule)
    from thresholds as profile where stored.tenant_id = profile.tenant_id and stored.id = profile.id
  ), thresholds_recorded as (
    insert into pending_changes
      (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
    select ${step}, tenant_id, ${thresholdsProfiles.kind}, id, name, before, after, row_version,
      describe_change(before, after, '{}'), true
    from (
      select profile.*, json_build_object('name', name, 'groupname', groupname, 'description', description, 'rules', rules) as before,
        json_build_object('name', name, 'groupname', groupname, 'description', description, 'rules', rules_now) as after
      from thresholds as profile
    ) as documents
  )`

/**
 * Renames metrics in overrides. Of two rows that become equal, the renamed one stays: the other one named no metric. Rows are replaced, not
 * updated, because two metrics can exchange their names.
 */
export const renamingInOverrides = sql`
  parameter_renamed as materialized (
    select parameter.*, renames.by
    from renames
    join metric_override_metric_parameters as parameter
      on parameter.tenant_id = renames.tenant_id and parameter.metric = renames.metric
  ), parameter_replaced as materialized (
    select parameter.tenant_id, parameter.override_id, parameter.position
    from parameter_renamed as renamed
    join metric_override_metric_parameters as parameter
      on parameter.tenant_id = renamed.tenant_id and parameter.override_id = renamed.override_id
    where parameter.position = renamed.position or (parameter.hostname = renamed.hostname
      and parameter.parameter = renamed.parameter and parameter.metric = renamed.by)
  ), parameter_removed as (
    delete from metric_override_metric_parameters as parameter using parameter_replaced as replaced
    where parameter.tenant_id = replaced.tenant_id and parameter.override_id = replaced.override_id
      and parameter.position = replaced.position
    returning parameter.tenant_id
  ), parameter_added as (
    insert into metric_override_metric_parameters (tenant_id, override_id, position, hostname, metric, parameter, value)
    select tenant_id, override_id, position, hostname, by, parameter, value from parameter_renamed
    -- After the rows are removed, which have the same keys.
    where (select count(*) from parameter_removed) > 0
  ), override_affected as materialized (
    select override.tenant_id, override.id, override.row_version, override.name, override_document(override) as before
    from metric_overrides as override
    where (tenant_id, id) in (select tenant_id, override_id from parameter_renamed)
  ), override_recorded as (
    insert into pending_changes
      (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
    select ${step}, affected.tenant_id, ${metricOverrides.kind}, affected.id, affected.name, before, after, row_version,
      describe_change(before, after, '{}'), true
    from override_affected as affected
    cross join lateral (
      select json_build_object('name', affected.name, 'global_attributes', before -> 'global_attributes',
        'host_attributes', before -> 'host_attributes',
        'metric_parameters', json_agg(json_build_object('hostname', row.hostname, 'metric', row.metric,
          'parameter', row.parameter, 'value', row.value) order by row.position)) as after
      from (
        select position, hostname, by as metric, parameter, value from parameter_renamed as renamed
        where renamed.tenant_id = affected.tenant_id and renamed.override_id = affected.id
        union all
        select position, hostname, metric, parameter, value from metric_override_metric_parameters as kept
        where kept.tenant_id = affected.tenant_id and kept.override_id = affected.id and position not in (
          select position from parameter_replaced as replaced
          where replaced.tenant_id = affected.tenant_id and replaced.override_id = affected.id)
      ) as row
      offset 0
    ) as changed
  ), override_counted as (
    update metric_overrides as override set row_version = override.row_version + 1
    from override_affected as affected where override.tenant_id = affected.tenant_id and override.id = affected.id
  )`
