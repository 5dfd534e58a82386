-- A change of the catalogue that reaches some tenants later: the former content of what it changed, and a job for each of
-- these tenants. Until its job is done, a tenant sees the former content.
create table roll_outs (
  id         integer generated always as identity primary key,
  at         timestamptz not null,
  request_id text not null,
  actor      text not null,
  address    text not null,
  device     text not null
);
select share('roll_outs');

-- Versions of metric templates with their probes and packages, as they were before the change. Nothing refers to the probe or
-- the package: they may be deleted afterwards.
create table roll_out_versions (
  roll_out_id      integer not null,
  version_id       integer not null,
  template_id      integer not null,
  -- Whether templates had it as their current version.
  is_current       boolean not null,
  probe_version_id integer,
  probeversion     text,
  docurl           text,
  package_id       integer,
  package_name     text collate "C",
  package_version  text collate "C",
  name             text collate "C" not null,
  mtype            text collate "C" not null,
  tags             text[] not null,
  description      text not null,
  parent           text not null,
  probeexecutable  text not null,
  config           json not null,
  attribute        json not null,
  dependency       json not null,
  flags            json not null,
  parameter        json not null,
  primary key (roll_out_id, version_id),
  constraint roll_out_versions_roll_out_fkey foreign key (roll_out_id) references roll_outs on delete cascade,
  constraint roll_out_versions_version_fkey foreign key (version_id) references metric_template_versions on delete cascade
);
create index roll_out_versions_version on roll_out_versions (version_id);
select share('roll_out_versions');

create table roll_out_jobs (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  roll_out_id integer not null,
  state       text not null default 'waiting',
  -- Not before this time.
  due         timestamptz not null,
  attempts    integer not null default 0,
  -- Why the last attempt failed.
  last_error  text not null default '',
  done_at     timestamptz,
  primary key (tenant_id, roll_out_id),
  constraint roll_out_jobs_state_check check (state in ('waiting', 'paused', 'refused', 'done')),
  constraint roll_out_jobs_roll_out_fkey foreign key (roll_out_id) references roll_outs on delete cascade
);
create index roll_out_jobs_roll_out on roll_out_jobs (roll_out_id, tenant_id);
create index roll_out_jobs_open on roll_out_jobs (tenant_id, roll_out_id) where state <> 'done';
select protect_uncounted('roll_out_jobs');
-- A tenant sees only whether its job is done.
select count_changes('roll_out_jobs',
  'count_tenant_change(''all'', ''due'', ''attempts'', ''last_error'')');

-- The former content that each tenant still sees: that of the oldest of its open jobs.
create view former_contents with (security_invoker = true) as
select distinct on (job.tenant_id, former.version_id) job.tenant_id, former.*
from roll_out_jobs as job
join roll_out_versions as former on former.roll_out_id = job.roll_out_id
where job.state <> 'done'
order by job.tenant_id, former.version_id, job.roll_out_id;

-- Metrics with the content of their template version that their tenant sees.
create view metrics_with_content with (security_invoker = true) as
select metric.tenant_id, metric.id, metric.row_version, metric.template_id, metric.template_version_id, metric.group_id,
  metric.config, version.probe_version_id, probe_version_label(probe, package) as probeversion, probe.docurl,
  package.id as package_id, package.name as package_name, package.version as package_version, version.name, version.mtype,
  version.tags, version.description, version.parent, version.probeexecutable, version.config as template_config,
  version.attribute, version.dependency, version.flags, version.parameter
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
  former.package_version, former.name, former.mtype, former.tags, former.description, former.parent,
  former.probeexecutable, former.config, former.attribute, former.dependency, former.flags, former.parameter
from metrics as metric
join former_contents as former on former.tenant_id = metric.tenant_id and former.version_id = metric.template_version_id;

-- All versions of templates with the content that the tenant of the session sees.
create view versions_with_content with (security_invoker = true) as
select version.id, version.template_id, version.probe_version_id, probe_version_label(probe, package) as probeversion,
  probe.docurl, package.id as package_id, package.name as package_name, package.version as package_version, version.name,
  version.mtype, version.tags, version.description, version.parent, version.probeexecutable, version.config,
  version.attribute, version.dependency, version.flags, version.parameter
from metric_template_versions as version
left join probe_versions as probe on probe.id = version.probe_version_id
left join packages as package on package.id = probe.package_id
where not exists (
  select from roll_out_jobs as job
  join roll_out_versions as former on former.roll_out_id = job.roll_out_id
  where job.tenant_id = current_tenant() and job.state <> 'done' and former.version_id = version.id)
union all
select former.version_id, former.template_id, former.probe_version_id, former.probeversion, former.docurl,
  former.package_id, former.package_name, former.package_version, former.name, former.mtype, former.tags,
  former.description, former.parent, former.probeexecutable, former.config, former.attribute, former.dependency,
  former.flags, former.parameter
from former_contents as former where former.tenant_id = current_tenant();

grant select on former_contents, metrics_with_content, versions_with_content to quatrain_app, quatrain_spanning;

-- The tags of templates that the tenant of the session sees: those of a template that is changed later are the former ones.
create function tags_of_templates() returns table (template_id integer, name text) language sql stable as $$
  with former as materialized (
    select former.template_id, former.tags from former_contents as former
    where former.tenant_id = current_tenant() and former.is_current
  )
  select tagged.template_id, tag.name from metric_template_tags as tagged
  join metric_tags as tag on tag.id = tagged.tag_id
  where not exists (select from former where former.template_id = tagged.template_id)
  union all
  select former.template_id, tag from former cross join unnest(former.tags) as tag;
$$;

create function metric_document(metric metrics_with_content, groupname text) returns json language sql immutable
  return json_build_object(
    'name', metric.name, 'mtype', metric.mtype, 'tags', to_json(metric.tags), 'group', coalesce(groupname, ''),
    'probeversion', coalesce(metric.probeversion, ''), 'description', metric.description, 'parent', metric.parent,
    'probeexecutable', metric.probeexecutable, 'config', metric.config, 'attribute', metric.attribute,
    'dependancy', metric.dependency, 'flags', metric.flags, 'parameter', metric.parameter);

-- The document of a metric of this version.
create function metric_document(version versions_with_content, groupname text, config json) returns json
  language sql immutable
  return json_build_object(
    'name', version.name, 'mtype', version.mtype, 'tags', to_json(version.tags), 'group', coalesce(groupname, ''),
    'probeversion', coalesce(version.probeversion, ''), 'description', version.description, 'parent', version.parent,
    'probeexecutable', version.probeexecutable, 'config', config, 'attribute', version.attribute,
    'dependancy', version.dependency, 'flags', version.flags, 'parameter', version.parameter);

create function version_before(former roll_out_versions) returns metric_template_versions language sql immutable
  return row(former.version_id, former.template_id, former.probe_version_id, former.name, former.mtype, former.tags,
    former.description, former.parent, former.probeexecutable, former.config, former.attribute, former.dependency,
    former.flags, former.parameter, '', null, '', '')::metric_template_versions;

-- The content that a roll-out replaces for the tenant of the session, and the content that the tenant sees afterwards: the
-- former one of its next open job, or the current one.
create function roll_out_step(roll_out integer) returns table (
  id integer, was metric_template_versions, was_for text, now metric_template_versions, now_for text
) language sql stable as $$
  select former.version_id, version_before(former), former.probeversion,
    case when later.version_id is null then template else version_before(later) end,
    case when later.version_id is null then probe_version_label(probe, package) else later.probeversion end
  from roll_out_versions as former
  join metric_template_versions as template on template.id = former.version_id
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id
  left join lateral (
    select later.* from roll_out_jobs as job
    join roll_out_versions as later on later.roll_out_id = job.roll_out_id
    where job.tenant_id = current_tenant() and job.state <> 'done' and later.version_id = former.version_id
      and job.roll_out_id > roll_out
    order by job.roll_out_id limit 1
  ) as later on true
  where former.roll_out_id = roll_out;
$$;

-- As before, with what else a tenant sees of a version.
create or replace function keep_template_versions(ids integer[]) returns integer language plpgsql as $$
begin
  create temporary table former_template_versions on commit drop as
  select template.id, template as version, probe_version_label(probe, package) as probeversion,
    exists (select from metric_templates where current_version_id = template.id) as is_current,
    probe.docurl, package.id as package_id, package.name as package_name, package.version as package_version
  from metric_template_versions as template
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id
  where template.id = any(ids);
  analyze former_template_versions;
  return (select count(*) from former_template_versions);
end
$$;

-- The number of objects that a write changes in a tenant later.
create or replace function collect_changes() returns void language plpgsql as $$
begin
  create temporary table pending_changes (
    step        smallint not null,
    tenant_id   integer not null,
    kind        text collate "C" not null,
    object_id   integer not null,
    name        text collate "C" not null,
    before      json,
    after       json,
    row_version integer,
    comment     text not null default '',
    -- Not for kinds that store their own versions.
    is_version  boolean not null
  ) on commit drop;
  create temporary table later_changes (
    tenant_id integer not null,
    kind      text collate "C" not null,
    count     integer not null
  ) on commit drop;
end
$$;

-- The tenants that the versions in `changed_template_versions` concern: those with metrics of them, with their former names in
-- metric profiles, or with an open job for them.
create function tenants_of_changed_versions() returns setof integer language plpgsql as $$
begin
  return query
    select metric.tenant_id from changed_template_versions as changed
    join metrics as metric on metric.template_version_id = changed.id
    union
    select pair.tenant_id from changed_template_versions as changed
    join metric_profile_instances as pair on pair.metric = changed.former_name
    where changed.is_renamed
    union
    select job.tenant_id from changed_template_versions as changed
    join roll_out_versions as former on former.version_id = changed.id
    join roll_out_jobs as job on job.roll_out_id = former.roll_out_id
    where job.state <> 'done';
end
$$;

-- After a change of the stored versions: which tenants it concerns (`rolled_out_tenants`), and which of them follow in this
-- transaction, whose write locks it then holds: all, if they are not more than `most`; but none with an open job. Every
-- statement in here sees what was committed before it, and no metric is added to the tenants between the last statement
-- and the end of the transaction. Returns the number of tenants that follow later.
create function plan_roll_out(most integer) returns integer language plpgsql as $$
declare
  concerned integer[];
begin
  create temporary table changed_template_versions on commit drop as
  select former.id, (former.version).name as former_name, (former.version).name <> template.name as is_renamed
  from former_template_versions as former
  join metric_template_versions as template on template.id = former.id
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id
  where template_document(former.version, former.probeversion)::text
      <> template_document(template, probe_version_label(probe, package))::text
    or row(former.docurl, former.package_id, former.package_name, former.package_version)
      is distinct from row(probe.docurl, package.id, package.name, package.version);
  analyze changed_template_versions;
  concerned := array(select tenants_of_changed_versions() order by 1);
  if cardinality(concerned) <= most then
    perform pg_advisory_xact_lock(hashtext('metric profiles'), tenant_id) from unnest(concerned) as tenant_id;
  end if;
  -- After the locks of tenants, as in transactions that add metrics.
  perform pg_advisory_xact_lock(hashtext('metric templates'), 0);
  create temporary table rolled_out_tenants on commit drop as
  select tenant_id, cardinality(concerned) <= most and tenant_id = any(concerned) and not exists (
    select from roll_out_jobs as job where job.tenant_id = concerned_now.tenant_id and job.state <> 'done') as is_now
  from tenants_of_changed_versions() as concerned_now (tenant_id);
  analyze rolled_out_tenants;
  return (select count(*) from rolled_out_tenants where not is_now);
end
$$;
