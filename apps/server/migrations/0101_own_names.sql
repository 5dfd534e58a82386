-- A metric template can have several names: each version that tenants use has one. References between templates contain the
-- current one, so each tenant needs to know which of its own metrics is meant.

-- All names of the templates that have or had several.
create table metric_template_names (
  template_id integer not null,
  name        text collate "C" not null,
  primary key (template_id, name),
  constraint metric_template_names_template_fkey foreign key (template_id) references metric_templates on delete cascade
);
create index metric_template_names_name on metric_template_names (name);
select share('metric_template_names');

create function keep_template_names() returns trigger language plpgsql as $$
declare
  known text[] := array(
    select version.name from metric_template_versions as version where version.template_id = new.template_id
    union select kept.name from metric_template_names as kept where kept.template_id = new.template_id);
begin
  if tg_op = 'UPDATE' and not (old.name = any(known)) then known := known || old.name::text; end if;
  if cardinality(known) > 1 then
    insert into metric_template_names (template_id, name) select new.template_id, unnest(known) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger keep_template_names after insert on metric_template_versions
  for each row execute function keep_template_names();
create trigger keep_renamed_templates after update of name on metric_template_versions
  for each row when (old.name <> new.name) execute function keep_template_names();

with known as (
  select template_id, name from metric_template_versions
  union select template_id, name from roll_out_versions
  where template_id in (select id from metric_templates)
)
insert into metric_template_names (template_id, name)
select template_id, name from known
where template_id in (select template_id from known group by template_id having count(*) > 1);

-- The tenant's names of the metrics that its template version refers to by other names; null if there are none.
alter table metrics add column reference_names jsonb;

create function own_name(name text, names jsonb) returns text language sql immutable parallel safe
  return coalesce(names ->> name, name);

create function own_dependency(dependency json, names jsonb) returns json language sql immutable parallel safe
  return (
    select coalesce(json_agg(json_build_object('key', own_name(entry ->> 'key', names), 'value', entry -> 'value')
      order by position), '[]')
    from json_array_elements(dependency) with ordinality as listed (entry, position));

-- The document of a metric with the tenant's own names of others.
create function own_document(document json, names jsonb) returns json language sql immutable parallel safe
  return case when names is null then document else json_build_object(
    'name', document -> 'name', 'mtype', document -> 'mtype', 'tags', document -> 'tags',
    'probeversion', document -> 'probeversion', 'group', document -> 'group', 'description', document -> 'description',
    'parent', own_name(document ->> 'parent', names), 'probeexecutable', document -> 'probeexecutable',
    'config', document -> 'config', 'attribute', document -> 'attribute',
    'dependancy', own_dependency(document -> 'dependancy', names), 'flags', document -> 'flags',
    'parameter', document -> 'parameter') end;

-- As before, with the tenant's own names, and what the version has.
create or replace view metrics_with_content with (security_invoker = true) as
select metric.tenant_id, metric.id, metric.row_version, metric.template_id, metric.template_version_id, metric.group_id,
  metric.config, version.probe_version_id, probe_version_label(probe, package) as probeversion, probe.docurl,
  package.id as package_id, package.name as package_name, package.version as package_version, version.name, version.mtype,
  version.tags, version.description,
  case when metric.reference_names is null then version.parent else own_name(version.parent, metric.reference_names) end
    as parent,
  version.probeexecutable, version.config as template_config, version.attribute,
  case when metric.reference_names is null then version.dependency
    else own_dependency(version.dependency, metric.reference_names) end as dependency,
  version.flags, version.parameter, version.parent as template_parent, version.dependency as template_dependency,
  metric.reference_names
from metrics as metric
join metric_template_versions as version on version.id = metric.template_version_id
left join probe_versions as probe on probe.id = version.probe_version_id
left join packages as package on package.id = probe.package_id
where not exists (
  select from roll_out_jobs as job
  join roll_out_versions as former on former.roll_out_id = job.roll_out_id
  where job.tenant_id = metric.tenant_id and job.state <> 'done' and former.version_id = metric.template_version_id)
union all
select metric.tenant_id, metric.id, metric.row_version, metric.template_id, metric.template_version_id, metric.group_id,
  metric.config, former.probe_version_id, former.probeversion, former.docurl, former.package_id, former.package_name,
  former.package_version, former.name, former.mtype, former.tags, former.description,
  case when metric.reference_names is null then former.parent else own_name(former.parent, metric.reference_names) end,
  former.probeexecutable, former.config, former.attribute,
  case when metric.reference_names is null then former.dependency
    else own_dependency(former.dependency, metric.reference_names) end,
  former.flags, former.parameter, former.parent, former.dependency, metric.reference_names
from metrics as metric
join former_contents as former on former.tenant_id = metric.tenant_id and former.version_id = metric.template_version_id;

-- The document of a metric with other names of those that it refers to.
create function metric_document(metric metrics_with_content, groupname text, names jsonb) returns json
  language sql immutable
  return own_document(json_build_object(
    'name', metric.name, 'mtype', metric.mtype, 'tags', to_json(metric.tags),
    'probeversion', coalesce(metric.probeversion, ''), 'group', coalesce(groupname, ''),
    'description', metric.description, 'parent', metric.template_parent, 'probeexecutable', metric.probeexecutable,
    'config', metric.config, 'attribute', metric.attribute, 'dependancy', metric.template_dependency,
    'flags', metric.flags, 'parameter', metric.parameter), names);

-- Which name each of these tenants has for what is called `name` in a reference. The current name of a template, as the tenant
-- sees the catalogue, comes before a former one.
create function own_metric_names(tenant_ids integer[]) returns table (tenant_id integer, name text, own_name text)
  language sql stable as $$
  select distinct on (own.tenant_id, known.name) own.tenant_id, known.name, own.name
  from metric_template_names as known
  join metrics_with_content as own on own.template_id = known.template_id and own.tenant_id = any(tenant_ids)
  join metric_templates as template on template.id = known.template_id
  left join lateral (
    select former.name from former_contents as former
    where former.tenant_id = own.tenant_id and former.template_id = template.id and former.is_current
    order by former.roll_out_id limit 1
  ) as former on true
  cross join lateral (select known.name = coalesce(former.name, template.name) as is_current offset 0) as seen
  where seen.is_current or not exists (
    select from metric_templates as other where other.name = known.name and other.id <> known.template_id)
  order by own.tenant_id, known.name, seen.is_current desc, (own.name = known.name) desc, known.template_id desc;
$$;

-- The own names in these references; null if all are the same.
create function own_names_in(parent text, dependency json, own_names jsonb) returns jsonb
  language sql immutable parallel safe
  return (
    select jsonb_object_agg(reference.name, own_names ->> reference.name)
    from (select parent as name union select entry ->> 'key' from json_array_elements(dependency) as entry) as reference
    where own_names ->> reference.name <> reference.name);

-- After metrics got other names, or refer to others: stores the own names of what they refer to, and adds what that changes to
-- the pending changes, unless the caller records the metric. Returns the documents of those.
create function follow_metric_names(tenant_ids integer[], recorded integer[], lists text[])
  returns table (id integer, document json) language plpgsql as $$
#variable_conflict use_column
begin
  if not exists (select from metric_template_names) and not exists (
    select from metrics as metric where metric.tenant_id = any(tenant_ids) and metric.reference_names is not null
  ) then return; end if;
  return query
  with own as materialized (
    select tenant.id as tenant_id, (
      select jsonb_object_agg(named.name, named.own_name) from own_metric_names(array[tenant.id]) as named
      where named.own_name <> named.name) as names
    from unnest(tenant_ids) as tenant (id)
  ), concerned as materialized (
    -- Most tenants have no other names, and their metrics are not read.
    select own.* from own
    where own.names is not null or cardinality(recorded) > 0 or exists (
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
    where metric.reference_names is distinct from known.names_now or metric.id = any(recorded)
  ), pending as materialized (
    select change.tenant_id, change.object_id, change.before
    from pending_changes as change
    join found on found.tenant_id = change.tenant_id and found.id = change.object_id
    where change.kind = 'metric'
  ), other as materialized (
    select found.*, pending.object_id is not null or found.id = any(recorded) as is_recorded,
      coalesce(pending.before, found.before)::text <> found.after::text as is_other, pending.before as before_all
    from found left join pending on pending.tenant_id = found.tenant_id and pending.object_id = found.id
    where found.reference_names is distinct from found.names_now
  ), stored as (
    update metrics as metric set reference_names = other.names_now,
      row_version = metric.row_version + case when other.is_other and not other.is_recorded then 1 else 0 end
    from other where metric.tenant_id = other.tenant_id and metric.id = other.id
  ), repeated as (
    update pending_changes as change
    set after = other.after, comment = describe_change(other.before_all, other.after, lists)
    from other
    where change.kind = 'metric' and change.tenant_id = other.tenant_id and change.object_id = other.id and other.is_other
      and other.before_all is not null
  ), undone as (
    delete from pending_changes as change using other
    where change.kind = 'metric' and change.tenant_id = other.tenant_id and change.object_id = other.id
      and not other.is_other
  ), added as (
    insert into pending_changes (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
    select 2, other.tenant_id, 'metric', other.id, other.name, other.before, other.after, other.row_version,
      describe_change(other.before, other.after, lists), true
    from other where other.is_other and not other.is_recorded
  )
  select found.id, found.after from found where found.id = any(recorded);
end
$$;

-- Replaces names of metrics in thresholds profiles and in overrides: `renames` has entries of `tenant_id`, `metric` and `by`.
-- What changes is added to the pending changes. Returns the thresholds profiles.
create function rename_in_rules(renames json) returns table (tenant_id integer, tenant text, name text)
  language plpgsql as $$
#variable_conflict use_column
begin
  if renames is null then return; end if;
  perform rename_in_overrides(renames);
  return query
  with given as materialized (
    select given.tenant_id, given.metric collate "C" as metric, given.by collate "C" as by
    from json_to_recordset(renames) as given (tenant_id integer, metric text, by text)
  ), affected as materialized (
    select distinct profile.tenant_id, profile.id
    from given
    join thresholds_profiles as profile
      on profile.tenant_id = given.tenant_id and given.metric = any(profile.metric_names)
  ), profile as materialized (
    select profile.*, tenant.name as tenant, coalesce(owner.name, '') as groupname, renamed.rules as rules_now
    from affected
    join thresholds_profiles as profile on profile.tenant_id = affected.tenant_id and profile.id = affected.id
    join tenants as tenant on tenant.id = profile.tenant_id
    left join groups as owner on owner.tenant_id = profile.tenant_id and owner.id = profile.group_id
    cross join lateral (
      select jsonb_agg(case when given.by is null then rule else rule || jsonb_build_object('metric', given.by) end
        order by position) as rules
      from jsonb_array_elements(profile.rules) with ordinality as listed (rule, position)
      left join given on given.tenant_id = profile.tenant_id and given.metric = listed.rule ->> 'metric' collate "C"
    ) as renamed
  ), stored as (
    update thresholds_profiles as stored set rules = profile.rules_now, row_version = stored.row_version + 1,
      metric_names = array(select distinct rule ->> 'metric' from jsonb_array_elements(profile.rules_now) as rule)
    from profile where stored.tenant_id = profile.tenant_id and stored.id = profile.id
  ), documents as (
    select profile.*,
      json_build_object('name', profile.name, 'groupname', groupname, 'description', description, 'rules', rules) as before,
      json_build_object('name', profile.name, 'groupname', groupname, 'description', description, 'rules', rules_now)
        as after
    from profile
  ), recorded as (
    insert into pending_changes (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
    select 4, tenant_id, 'thresholdsprofile', id, name, before, after, row_version, describe_change(before, after, '{}'),
      true
    from documents
  )
  select profile.tenant_id, profile.tenant, profile.name::text from profile;
end
$$;

create function override_document(override metric_overrides) returns json language sql stable as $$
  select json_build_object('name', override.name,
    'global_attributes', (
      select coalesce(json_agg(json_build_object('attribute', row.attribute, 'value', row.value) order by row.position), '[]')
      from metric_override_global_attributes as row
      where row.tenant_id = override.tenant_id and row.override_id = override.id),
    'host_attributes', (
      select coalesce(json_agg(json_build_object('hostname', row.hostname, 'attribute', row.attribute, 'value', row.value)
        order by row.position), '[]')
      from metric_override_host_attributes as row
      where row.tenant_id = override.tenant_id and row.override_id = override.id),
    'metric_parameters', (
      select coalesce(json_agg(json_build_object('hostname', row.hostname, 'metric', row.metric,
        'parameter', row.parameter, 'value', row.value) order by row.position), '[]')
      from metric_override_metric_parameters as row
      where row.tenant_id = override.tenant_id and row.override_id = override.id));
$$;

-- Replaces names of metrics in overrides, as above. Of two rows that are the same then, the renamed one stays: the other one named no
-- metric.
create function rename_in_overrides(renames json) returns void language plpgsql as $$
#variable_conflict use_column
declare
  renamed_rows json := (
    select json_agg(found) from (
      select row.*, given.by
      from metric_override_metric_parameters as row
      join json_to_recordset(renames) as given (tenant_id integer, metric text, by text)
        on given.tenant_id = row.tenant_id and given.metric collate "C" = row.metric
    ) as found);
  former_overrides json := (
    select json_agg(json_build_object('tenant_id', tenant_id, 'id', id, 'row_version', row_version, 'name', name, 'before',
      override_document(override)))
    from metric_overrides as override
    where (tenant_id, id) in (
      select tenant_id, override_id from json_to_recordset(renamed_rows) as row (tenant_id integer, override_id integer)));
begin
  if renamed_rows is null then return; end if;
  delete from metric_override_metric_parameters as row
  using json_to_recordset(renamed_rows) as renamed (
    tenant_id integer, override_id integer, position integer, hostname text, parameter text, by text)
  where row.tenant_id = renamed.tenant_id and row.override_id = renamed.override_id
    and (row.position = renamed.position or (row.hostname = renamed.hostname collate "C"
      and row.parameter = renamed.parameter collate "C" and row.metric = renamed.by collate "C"));
  insert into metric_override_metric_parameters (tenant_id, override_id, position, hostname, metric, parameter, value)
  select tenant_id, override_id, position, hostname, by, parameter, value
  from json_to_recordset(renamed_rows) as renamed (
    tenant_id integer, override_id integer, position integer, hostname text, parameter text, value text, by text);
  insert into pending_changes (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
  select 4, former.tenant_id, 'metricoverride', former.id, former.name, former.before, changed.after, former.row_version,
    describe_change(former.before, changed.after, '{}'), true
  from json_to_recordset(former_overrides) as former (tenant_id integer, id integer, row_version integer, name text, before json)
  join metric_overrides as override on override.tenant_id = former.tenant_id and override.id = former.id
  cross join lateral (select override_document(override) as after offset 0) as changed;
  update metric_overrides as override set row_version = override.row_version + 1
  from json_to_recordset(former_overrides) as former (tenant_id integer, id integer)
  where override.tenant_id = former.tenant_id and override.id = former.id;
end
$$;

-- Metrics whose tenants have other names for what they refer to, which boxes have read wrongly so far.
update metrics as metric set reference_names = followed.names, row_version = metric.row_version + 1
from (
  select found.tenant_id, found.id, own_names_in(found.template_parent, found.template_dependency, own.names) as names
  from tenants as tenant
  cross join lateral (
    select jsonb_object_agg(named.name, named.own_name) as names from own_metric_names(array[tenant.id]) as named
    where named.own_name <> named.name) as own
  join metrics_with_content as found on found.tenant_id = tenant.id
  where own.names is not null
) as followed
where metric.tenant_id = followed.tenant_id and metric.id = followed.id and followed.names is not null;
