-- Weights have the tables of all kinds with versions by day: the current items, whose name and day are those of the
-- newest version, and every version, numbered in order. The version of a day is the last one of that day.
create table weights (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  id         uuid    not null,
  name       text    collate "C" not null,
  day        date    not null,
  changes    integer not null default 1,
  deleted_at timestamptz,
  deleted_by text    collate "C",
  primary key (tenant_id, id)
);
select protect('weights');
grant select, insert, update on weights to quatrain_webapi;

create unique index weights_name_key on weights (tenant_id, name) where deleted_at is null;

create table weights_versions (
  tenant_id  integer not null default current_tenant(),
  item_id    uuid    not null,
  day        date    not null,
  number     integer not null,
  name       text    collate "C" not null,
  document   json    not null,
  changed_at timestamptz not null,
  changed_by text    collate "C" not null,
  primary key (tenant_id, item_id, day, number),
  constraint weights_versions_item_fkey foreign key (tenant_id, item_id) references weights on delete cascade
);
select protect('weights_versions');
grant select, insert on weights_versions to quatrain_webapi;

create index weights_versions_name on weights_versions (tenant_id, name, item_id);
