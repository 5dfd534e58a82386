-- What a report is now; its content is in its versions. There is no state of it for a day: the newest one counts.
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

-- Two reports cannot have one name at a time. Names given up, by a change or a delete, are free again.
create unique index reports_name_key on reports (tenant_id, name) where deleted_at is null;

-- Every change ever made, numbered in its order.
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

-- Reports say whose they are. What else is known of tenants stays out of the application's reach.
create function name_of_tenant() returns text language sql stable security definer
set search_path = webapi, pg_temp
return (select name from tenants where id = current_tenant());
revoke execute on function name_of_tenant() from public;
grant execute on function name_of_tenant() to quatrain_webapi;
