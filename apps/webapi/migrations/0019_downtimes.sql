-- The days for which downtimes were written, as they are now; what a list contains is in its versions.
create table downtime_lists (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  day        date    not null,
  changes    integer not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, day)
);
select protect('downtime_lists');
grant select, insert, update on downtime_lists to quatrain_webapi;

-- Every change of a day's list, numbered in order. A delete leaves a version without a document.
create table downtime_list_versions (
  tenant_id  integer not null default current_tenant(),
  day        date    not null,
  number     integer not null,
  document   json,
  changed_at timestamptz not null,
  changed_by text    collate "C" not null,
  primary key (tenant_id, day, number),
  constraint downtime_list_versions_day_fkey foreign key (tenant_id, day) references downtime_lists on delete cascade
);
select protect('downtime_list_versions');
grant select, insert on downtime_list_versions to quatrain_webapi;
