-- The current reports; the versions have the content. A report has no versions by day: the newest one is valid.
create table reports (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  id         uuid    not null,
  name       text    collate "C" not null,
  changes    integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by text    collate "C",
  primary key (tenant_id, id)
);
select protect('reports');
grant select, insert, update on reports to quatrain_webapi;

-- No two reports have the same name at the same time. A change or a delete frees the name.
create unique index reports_name_key on reports (tenant_id, name) where deleted_at is null;

-- Every change, numbered in order.
create table report_versions (
  tenant_id  integer not null default current_tenant(),
  item_id    uuid    not null,
  number     integer not null,
  document   json    not null,
  changed_at timestamptz not null,
  changed_by text    collate "C" not null,
  primary key (tenant_id, item_id, number),
  constraint report_versions_item_fkey foreign key (tenant_id, item_id) references reports on delete cascade
);
select protect('report_versions');
grant select, insert on report_versions to quatrain_webapi;

-- Reports contain the name of their tenant. The application cannot read anything else about tenants.
create function name_of_tenant() returns text language sql stable security definer
set search_path = webapi, pg_temp
return (select name from tenants where id = current_tenant());
revoke execute on function name_of_tenant() from public;
grant execute on function name_of_tenant() to quatrain_webapi;
