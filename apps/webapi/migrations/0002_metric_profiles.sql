-- The current metric profiles; the versions have the content. Name and day are those of the newest version.
create table metric_profiles (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  id         uuid    not null,
  name       text    collate "C" not null,
  day        date    not null,
  changes    integer not null default 1,
  deleted_at timestamptz,
  deleted_by text    collate "C",
  primary key (tenant_id, id)
);
select protect('metric_profiles');
grant select, insert, update on metric_profiles to quatrain_webapi;

-- No two profiles have the same name at the same time. A change or a delete frees the name.
create unique index metric_profiles_name_key on metric_profiles (tenant_id, name) where deleted_at is null;

-- Every change, numbered in order. The version of a day is the last one that was written for it.
create table metric_profile_versions (
  tenant_id  integer not null default current_tenant(),
  item_id    uuid    not null,
  day        date    not null,
  number     integer not null,
  name       text    collate "C" not null,
  document   json    not null,
  changed_at timestamptz not null,
  changed_by text    collate "C" not null,
  primary key (tenant_id, item_id, day, number),
  constraint metric_profile_versions_item_fkey foreign key (tenant_id, item_id) references metric_profiles on delete cascade
);
select protect('metric_profile_versions');
grant select, insert on metric_profile_versions to quatrain_webapi;

create index metric_profile_versions_name on metric_profile_versions (tenant_id, name, item_id);
