-- The days with a list of service types; the versions have the content.
create table service_type_lists (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  day        date    not null,
  changes    integer not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, day)
);
select protect('service_type_lists');
grant select, insert, update on service_type_lists to quatrain_webapi;

-- Readers need the newest day up to the requested one that has a list.
create index service_type_lists_there on service_type_lists (tenant_id, day) where deleted_at is null;

-- Every change of the list of a day, numbered in order. A delete adds a version without a document.
create table service_type_list_versions (
  tenant_id  integer not null default current_tenant(),
  day        date    not null,
  number     integer not null,
  document   json,
  changed_at timestamptz not null,
  changed_by text    collate "C" not null,
  primary key (tenant_id, day, number),
  constraint service_type_list_versions_day_fkey foreign key (tenant_id, day) references service_type_lists on delete cascade
);
select protect('service_type_list_versions');
grant select, insert on service_type_list_versions to quatrain_webapi;
