-- The number of metrics that each tenant has of each version of a probe; 0 stands for passive metrics, which no probe
-- runs. Maintained by triggers, in the transaction that changes the metrics, because counting takes longer with every
-- tenant. Incrementing a number is correct with concurrent writers; counting again would not be.
create table metric_counts (
  tenant_id        integer not null default current_tenant() references tenants (id) on delete cascade,
  probe_version_id integer not null,
  metrics          integer not null,
  primary key (tenant_id, probe_version_id)
);
select protect('metric_counts');

-- The numbers stay correct because a version of a template never changes its version of the probe.
create function refuse_other_probe() returns trigger language plpgsql as $$
begin
  raise exception 'A version of a metric template stays with its version of the probe.';
end
$$;
create trigger refuse_other_probe before update of probe_version_id on metric_template_versions
  for each row when (new.probe_version_id is distinct from old.probe_version_id) execute function refuse_other_probe();

create function count_added_metrics() returns trigger language plpgsql as $$
begin
  insert into metric_counts as counted (tenant_id, probe_version_id, metrics)
  select added.tenant_id, coalesce(version.probe_version_id, 0), count(*)
  from added join metric_template_versions as version on version.id = added.template_version_id
  group by 1, 2 order by 1, 2
  on conflict (tenant_id, probe_version_id) do update set metrics = counted.metrics + excluded.metrics;
  return null;
end
$$;
create trigger count_added after insert on metrics
  referencing new table as added for each statement execute function count_added_metrics();

-- Never adds a row: when a tenant is deleted, its numbers may be deleted already.
create function count_removed_metrics() returns trigger language plpgsql as $$
begin
  update metric_counts as counted set metrics = counted.metrics - gone.metrics
  from (
    select removed.tenant_id, coalesce(version.probe_version_id, 0) as probe_version_id, count(*) as metrics
    from removed join metric_template_versions as version on version.id = removed.template_version_id
    group by 1, 2
  ) as gone
  where counted.tenant_id = gone.tenant_id and counted.probe_version_id = gone.probe_version_id;
  return null;
end
$$;
create trigger count_removed after delete on metrics
  referencing old table as removed for each statement execute function count_removed_metrics();

create function count_moved_metrics() returns trigger language plpgsql as $$
begin
  insert into metric_counts as counted (tenant_id, probe_version_id, metrics)
  select moved.tenant_id, coalesce(version.probe_version_id, 0), sum(moved.change)
  from (
    select tenant_id, template_version_id, 1 as change from added
    union all
    select tenant_id, template_version_id, -1 from removed
  ) as moved
  join metric_template_versions as version on version.id = moved.template_version_id
  group by 1, 2
  having sum(moved.change) <> 0
  order by 1, 2
  on conflict (tenant_id, probe_version_id) do update set metrics = counted.metrics + excluded.metrics;
  return null;
end
$$;
create trigger count_moved after update on metrics
  referencing old table as removed new table as added for each statement execute function count_moved_metrics();

insert into metric_counts (tenant_id, probe_version_id, metrics)
select metric.tenant_id, coalesce(version.probe_version_id, 0), count(*)
from metrics as metric join metric_template_versions as version on version.id = metric.template_version_id
group by 1, 2;

-- The version of a probe that the newest version of each template uses, read from the index alone.
create index metric_template_versions_current on metric_template_versions (id) include (probe_version_id);
