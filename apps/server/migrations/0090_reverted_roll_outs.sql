-- A tenant can be taken back to before a roll-out that it has followed: its job is open again, and does not run by itself.
alter table roll_out_jobs
  drop constraint roll_out_jobs_state_check,
  add constraint roll_out_jobs_state_check check (state in ('waiting', 'paused', 'refused', 'done', 'reverted')),
  add column reverted_at timestamptz,
  add column reverted_by text not null default '';

-- The configuration that a metric had before the last step of a job, forward or back, if the step removed keys from it: the
-- step in the other direction gives them their values again.
create table roll_out_configs (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  roll_out_id integer not null,
  metric_id   integer not null,
  config      json not null,
  primary key (tenant_id, roll_out_id, metric_id),
  constraint roll_out_configs_job_fkey foreign key (tenant_id, roll_out_id) references roll_out_jobs on delete cascade,
  constraint roll_out_configs_metric_fkey foreign key (tenant_id, metric_id) references metrics (tenant_id, id) on delete cascade
);
create index roll_out_configs_metric on roll_out_configs (tenant_id, metric_id);
select protect_uncounted('roll_out_configs');

-- What the tenant's own configuration becomes, with the values that were kept of keys that it does not have.
create function followed_config(template json, own json, kept json) returns json language sql immutable
  return followed_config(template, case when kept is null then own else (own::jsonb || kept::jsonb)::json end);

-- Whether `own` has keys that `other` does not have.
create function has_other_keys(own json, other json) returns boolean language sql immutable
  return not jsonb_path_query_array(own::jsonb, '$[*].key') <@ jsonb_path_query_array(other::jsonb, '$[*].key');

-- After plan_roll_out: stores the former content of what was changed, and a job for each tenant that it concerns: done for those
-- that follow in this transaction. If `chosen` is not null, only these tenants follow now: the others at `others_due`, or not by
-- themselves if that is null. Returns the id; null if no tenant is concerned.
create function store_roll_out(
  at timestamptz, request_id text, actor text, address text, device text, chosen text[], others_due timestamptz
) returns integer language plpgsql as $$
declare
  stored integer;
begin
  if not exists (select from rolled_out_tenants) then return null; end if;
  insert into roll_outs (at, request_id, actor, address, device) values ($1, $2, $3, $4, $5) returning id into stored;
  insert into roll_out_versions (roll_out_id, version_id, template_id, is_current, probe_version_id, probeversion, docurl,
    package_id, package_name, package_version, name, mtype, tags, description, parent, probeexecutable, config, attribute,
    dependency, flags, parameter)
  select stored, former.id, (version).template_id, is_current, (version).probe_version_id, probeversion, docurl, package_id,
    package_name, package_version, (version).name, (version).mtype, (version).tags, (version).description, (version).parent,
    (version).probeexecutable, (version).config, (version).attribute, (version).dependency, (version).flags,
    (version).parameter
  from former_template_versions as former
  where former.id in (select id from changed_template_versions);
  insert into roll_out_jobs (tenant_id, roll_out_id, due, state, done_at)
  select concerned.tenant_id, stored, case when is_chosen then $1 else coalesce($7, $1) end,
    case when concerned.is_now then 'done' when is_chosen or $7 is not null then 'waiting' else 'paused' end,
    case when concerned.is_now then $1 end
  from rolled_out_tenants as concerned
  join tenants as tenant on tenant.id = concerned.tenant_id
  cross join lateral (select $6 is null or tenant.name = any($6) as is_chosen) as choice;
  return stored;
end
$$;
