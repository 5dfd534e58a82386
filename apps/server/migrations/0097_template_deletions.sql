-- Metric templates that many tenants use are deleted by a roll-out: its jobs remove the metrics, tenant by tenant, and the
-- templates leave the catalogue when no tenant has a metric of them any more.
alter table roll_outs
  add column is_deletion boolean not null default false,
  -- The choice of tenants of a deletion, for those that get such a metric while it is stored.
  add column chosen      text[],
  add column others_due  timestamptz;

create table deleted_templates (
  -- Without a foreign key: the roll-out also names templates that have left the catalogue.
  template_id integer primary key,
  roll_out_id integer not null,
  name        text collate "C" not null,
  constraint deleted_templates_roll_out_fkey foreign key (roll_out_id) references roll_outs on delete cascade
);
create index deleted_templates_roll_out on deleted_templates (roll_out_id);
select share('deleted_templates');

-- Templates that are being deleted and of which the tenant of the session has no metric: it cannot add one any more.
create view withdrawn_templates with (security_invoker = true) as
select deleted.template_id from deleted_templates as deleted
where not exists (
  select from metrics as metric where metric.tenant_id = current_tenant() and metric.template_id = deleted.template_id);
grant select on withdrawn_templates to quatrain_app, quatrain_spanning;

-- The tenants with metrics of these templates, or with their names in metric profiles; without those that have a job of
-- `roll_out`.
create function tenants_of_templates(ids integer[], roll_out integer) returns setof integer language sql stable as $$
  select tenant.id from tenants as tenant
  where not exists (
      select from roll_out_jobs as job where job.tenant_id = tenant.id and job.roll_out_id = roll_out)
    and (exists (select from metrics as metric where metric.tenant_id = tenant.id and metric.template_id = any(ids))
      or exists (
        select from metric_profile_instances as pair
        where pair.tenant_id = tenant.id and pair.metric in (select name from metric_templates where id = any(ids))))
  order by tenant.id;
$$;

-- Before these templates are deleted: which tenants that concerns (`rolled_out_tenants`), and whether their metrics are
-- removed in this transaction: if they are not more than `most`. It holds their write locks then, and no metric is added until it
-- ends; a dry run does not make others wait for that. Returns the number of tenants that follow later.
create function plan_deletion(ids integer[], most integer, dry_run boolean) returns integer language plpgsql as $$
declare
  concerned integer[] := array(select tenants_of_templates(ids, null));
  locked    integer[];
  is_now    boolean := cardinality(concerned) <= most;
begin
  if is_now then
    perform pg_advisory_xact_lock(hashtext('metric profiles'), tenant_id) from unnest(concerned) as tenant_id;
    if not dry_run then
      -- After the locks of tenants, as in transactions that add metrics.
      perform pg_advisory_xact_lock(hashtext('metric templates'), 0);
      locked := concerned;
      concerned := array(select tenants_of_templates(ids, null));
      -- A tenant that has got such a metric meanwhile is not locked: then all follow by jobs.
      is_now := locked @> concerned;
    end if;
  end if;
  create temporary table rolled_out_tenants on commit drop as
  select tenant_id, is_now from unnest(concerned) as tenant_id;
  analyze rolled_out_tenants;
  return case when is_now then 0 else cardinality(concerned) end;
end
$$;

-- A job of a deletion for each of these tenants; one that is done is open again.
create function add_deletion_jobs(deletion roll_outs, tenant_ids integer[]) returns void language sql as $$
  insert into roll_out_jobs (tenant_id, roll_out_id, due, state)
  select tenant.id, deletion.id, case when is_chosen then deletion.at else coalesce(deletion.others_due, deletion.at) end,
    case when is_chosen or deletion.others_due is not null then 'waiting' else 'paused' end
  from tenants as tenant
  cross join lateral (select deletion.chosen is null or tenant.name = any(deletion.chosen) as is_chosen) as choice
  where tenant.id = any(tenant_ids)
  on conflict (tenant_id, roll_out_id) do update set state = 'waiting', done_at = null where roll_out_jobs.state = 'done';
$$;

-- After plan_deletion: marks the templates, and stores a job for each tenant. Returns the id of the roll-out.
create function store_deletion(
  ids integer[], at timestamptz, request_id text, actor text, address text, device text, chosen text[],
  others_due timestamptz
) returns integer language plpgsql as $$
declare
  deletion roll_outs;
begin
  insert into roll_outs (at, request_id, actor, address, device, is_deletion, chosen, others_due)
  values ($2, $3, $4, $5, $6, true, $7, $8) returning * into deletion;
  insert into deleted_templates (template_id, roll_out_id, name)
  select id, deletion.id, name from metric_templates where id = any(ids);
  perform add_deletion_jobs(deletion, array(select tenant_id from rolled_out_tenants));
  return deletion.id;
end
$$;

-- When that transaction ends: a job for each tenant that plan_deletion has not found. Saves that started before have ended
-- by then, and later ones see the mark.
create function complete_deletion() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('metric templates'), 0);
  perform add_deletion_jobs(new, array(select tenants_of_templates(
    array(select template_id from deleted_templates where roll_out_id = new.id), new.id)));
  return null;
end
$$;
create constraint trigger complete_deletion after insert on roll_outs
  deferrable initially deferred for each row when (new.is_deletion) execute function complete_deletion();

-- Before the templates of a deletion leave the catalogue: a job for each tenant that still has a metric of them, such as one
-- that a server of the build before has added. None is added from then on until the transaction ends. Returns the number of
-- these tenants.
create function reopen_deletion(deletion roll_outs) returns integer language plpgsql as $$
declare
  left_over integer[];
begin
  perform pg_advisory_xact_lock(hashtext('metric templates'), 0);
  left_over := array(
    select distinct metric.tenant_id from deleted_templates as deleted
    join metrics as metric on metric.template_id = deleted.template_id where deleted.roll_out_id = deletion.id);
  perform add_deletion_jobs(deletion, left_over);
  return cardinality(left_over);
end
$$;

-- As before, with what happens to these objects.
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
    count     integer not null,
    action    text collate "C" not null default 'change'
  ) on commit drop;
end
$$;
