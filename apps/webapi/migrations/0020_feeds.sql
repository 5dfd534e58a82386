-- The feeds of a tenant, by name: every version, numbered in order. The last one counts. The data feed has its current state
-- in data_feeds, by the numbers of the tenants, and only its history here.
create table feed_versions (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  feed       text    collate "C" not null,
  number     integer not null,
  document   json    not null,
  changed_at timestamptz not null,
  changed_by text    collate "C" not null,
  primary key (tenant_id, feed, number)
);
select protect('feed_versions');
grant select, insert on feed_versions to quatrain_webapi;

-- The tenants whose data a combined tenant may read. Only operators write this table. A number is never used again, so that
-- of a deleted tenant permits nothing.
create table data_feed_permissions (
  tenant_id integer   not null default current_tenant() references tenants (id) on delete cascade,
  tenants   integer[] not null,
  primary key (tenant_id)
);
select protect('data_feed_permissions');
grant select on data_feed_permissions to quatrain_webapi;

-- Feeds that exist already stay permitted.
do $$
declare
  known integer;
begin
  for known in select id from tenants loop
    perform set_config('webapi.tenant', known::text, true);
    insert into data_feed_permissions (tenants) select tenants from data_feeds where tenant_id = known;
  end loop;
  perform set_config('webapi.tenant', '', true);
end
$$;

-- The tenants with these names that may feed the current one: null for a name that is unknown or not permitted, which a
-- tenant cannot distinguish.
create or replace function tenants_named(given text[]) returns integer[] language sql stable security definer
set search_path = webapi, pg_temp
return array(
  select tenant.id from unnest(given) with ordinality as wanted (name, position)
  left join tenants as tenant on tenant.name = wanted.name and (
    tenant.id = current_tenant()
    or tenant.id = any((select tenants from data_feed_permissions where tenant_id = current_tenant())::integer[]))
  order by wanted.position);
