-- Saves that depend on metric templates wait while a roll-out determines its tenants. It did so early, and held the lock while
-- it counted and recorded; now it does so again at the end, for the tenants that it did not find before. `plan_roll_out` stays for
-- servers of the build before.

-- After a change of the stored versions: which tenants it concerns (`rolled_out_tenants`), and which of them follow in this
-- transaction, whose write locks it then holds: all, if they are not more than `most`; but none with an open job. Takes no other
-- lock: the tenants that get such metrics meanwhile are added at the end. Returns the number of tenants that follow later.
create function prepare_roll_out(most integer) returns integer language plpgsql as $$
declare
  concerned integer[];
  is_now    boolean;
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
  is_now := cardinality(concerned) <= most;
  if is_now then
    perform pg_advisory_xact_lock(hashtext('metric profiles'), tenant_id) from unnest(concerned) as tenant_id;
  end if;
  create temporary table rolled_out_tenants on commit drop as
  select tenant_id, is_now and not exists (
    select from roll_out_jobs as job where job.tenant_id = locked.tenant_id and job.state <> 'done') as is_now
  from unnest(concerned) as locked (tenant_id);
  analyze rolled_out_tenants;
  return (select count(*) from rolled_out_tenants where not rolled_out_tenants.is_now);
end
$$;

-- When the transaction ends: a job for each tenant that the roll-out concerns by now, and that `prepare_roll_out` has not found. No
-- metric is added to a tenant, and no metric profile saved, from then on until it has ended.
create function complete_roll_out() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('metric templates'), 0);
  create temporary table late_tenants on commit drop as
  select tenant.id, tenant.name
  from tenants as tenant
  -- Tenant by tenant: usually all that have such metrics are known.
  cross join lateral (
    select exists (
      select from changed_template_versions as changed
      join metrics as metric on metric.template_version_id = changed.id where metric.tenant_id = tenant.id
    ) or exists (
      select from changed_template_versions as changed
      join metric_profile_instances as pair on pair.metric = changed.former_name
      where changed.is_renamed and pair.tenant_id = tenant.id
    ) as is_concerned offset 0
  ) as found
  where not exists (select from rolled_out_tenants as known where known.tenant_id = tenant.id) and found.is_concerned;
  if not exists (select from late_tenants) then return null; end if;
  insert into rolled_out_tenants (tenant_id, is_now) select id, false from late_tenants;
  if new.id is null then
    perform store_roll_out(new.at, new.request_id, new.actor, new.address, new.device, new.chosen, new.others_due);
    return null;
  end if;
  insert into roll_out_jobs (tenant_id, roll_out_id, due, state)
  select late.id, new.id, case when is_chosen then new.at else coalesce(new.others_due, new.at) end,
    case when is_chosen or new.others_due is not null then 'waiting' else 'paused' end
  from late_tenants as late
  cross join lateral (select new.chosen is null or late.name = any(new.chosen) as is_chosen) as choice;
  return null;
end
$$;

-- After `prepare_roll_out`: `store_roll_out` with its result, and `complete_roll_out` when the transaction ends.
create function begin_roll_out(
  at timestamptz, request_id text, actor text, address text, device text, chosen text[], others_due timestamptz
) returns integer language plpgsql as $$
declare
  stored integer := store_roll_out($1, $2, $3, $4, $5, $6, $7);
begin
  create temporary table begun_roll_outs (
    id integer, at timestamptz, request_id text, actor text, address text, device text, chosen text[], others_due timestamptz
  ) on commit drop;
  create constraint trigger complete_roll_out after insert on begun_roll_outs
    deferrable initially deferred for each row execute function complete_roll_out();
  insert into begun_roll_outs values (stored, $1, $2, $3, $4, $5, $6, $7);
  return stored;
end
$$;
