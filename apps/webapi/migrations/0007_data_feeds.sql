-- The other tenants whose data a combined tenant reads, in the given order.
create table data_feeds (
  tenant_id integer   not null default current_tenant() references tenants (id) on delete cascade,
  tenants   integer[] not null,
  primary key (tenant_id)
);
select protect('data_feeds');
grant select, insert, update on data_feeds to quatrain_webapi;

-- The names of these tenants; no row for a deleted one.
create function names_of_tenants(given integer[]) returns text[] language sql stable security definer
set search_path = webapi, pg_temp
return array(
  select tenant.name from unnest(given) with ordinality as wanted (id, position)
  left join tenants as tenant on tenant.id = wanted.id order by wanted.position);

-- The tenants with these names; no row for an unknown name.
create function tenants_named(given text[]) returns integer[] language sql stable security definer
set search_path = webapi, pg_temp
return array(
  select tenant.id from unnest(given) with ordinality as wanted (name, position)
  left join tenants as tenant on tenant.name = wanted.name order by wanted.position);

-- The lists of service types that are in force on a day in the tenants that feed this one. Row security applies to the
-- owner of the tables as well, so the function enters each tenant while it reads.
create function fed_service_types(asked date) returns table (tenant text, day text, types json)
language plpgsql security definer
set search_path = webapi, pg_temp
as $$
declare
  before text := current_setting('webapi.tenant', true);
  feeding integer[];
  fed integer;
begin
  select f.tenants into feeding from data_feeds f where f.tenant_id = current_tenant();
  foreach fed in array coalesce(feeding, '{}') loop
    perform set_config('webapi.tenant', fed::text, true);
    return query
      select t.name, to_char(list.day, 'YYYY-MM-DD'), version.document
      from (
        select l.tenant_id, l.day, l.changes from service_type_lists l
        where l.tenant_id = fed and l.deleted_at is null and l.day <= asked order by l.day desc limit 1
      ) list
      join service_type_list_versions version
        on version.tenant_id = list.tenant_id and version.day = list.day and version.number = list.changes
      join tenants t on t.id = fed;
  end loop;
  perform set_config('webapi.tenant', coalesce(before, ''), true);
end
$$;

do $$
declare
  opened text;
begin
  foreach opened in array array['names_of_tenants(integer[])', 'tenants_named(text[])', 'fed_service_types(date)'] loop
    execute format('revoke execute on function %s from public', opened);
    execute format('grant execute on function %s to quatrain_webapi', opened);
  end loop;
end
$$;
