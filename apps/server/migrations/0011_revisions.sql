-- Tells with one read whether a list that depends on shared data is unchanged: each write to the data is counted here.
create table revisions (
  name   text collate "C" primary key,
  number bigint not null default 0
);
grant select, update on revisions to quatrain_app, quatrain_spanning;
-- The shared catalogue, and which metrics each tenant has.
insert into revisions (name) values ('catalogue'), ('metrics');

create function count_revision() returns trigger language plpgsql as $$
begin
  update revisions set number = number + 1 where name = tg_argv[0];
  return null;
end
$$;

do $$
declare
  shared text;
begin
  foreach shared in array array['os_tags', 'yum_repos', 'packages', 'package_repos', 'probes', 'probe_versions',
    'metric_tags', 'metric_templates', 'metric_template_versions', 'metric_template_tags', 'default_ports'] loop
    execute format('create trigger count_revision after insert or update or delete on %I '
      'for each statement execute function count_revision(''catalogue'')', shared);
  end loop;
end
$$;
create trigger count_revision after insert or delete on metrics
  for each statement execute function count_revision('metrics');
