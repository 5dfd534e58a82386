-- The current aggregation profiles; the versions have the content. Name and day are those of the newest version.
create table aggregation_profiles (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  id         uuid    not null,
  name       text    collate "C" not null,
  day        date    not null,
  changes    integer not null default 1,
  deleted_at timestamptz,
  deleted_by text    collate "C",
  primary key (tenant_id, id)
);
select protect('aggregation_profiles');
grant select, insert, update on aggregation_profiles to quatrain_webapi;

create unique index aggregation_profiles_name_key on aggregation_profiles (tenant_id, name) where deleted_at is null;

-- Every change, numbered in order. The version of a day is the last one that was written for it. The id and the name of
-- a deleted metric profile are kept here for readers of earlier days.
create table aggregation_profile_versions (
  tenant_id  integer not null default current_tenant(),
  item_id    uuid    not null,
  day        date    not null,
  number     integer not null,
  name       text    collate "C" not null,
  document   json    not null,
  changed_at timestamptz not null,
  changed_by text    collate "C" not null,
  primary key (tenant_id, item_id, day, number),
  constraint aggregation_profile_versions_item_fkey foreign key (tenant_id, item_id) references aggregation_profiles on delete cascade
);
select protect('aggregation_profile_versions');
grant select, insert on aggregation_profile_versions to quatrain_webapi;

create index aggregation_profile_versions_name on aggregation_profile_versions (tenant_id, name, item_id);
