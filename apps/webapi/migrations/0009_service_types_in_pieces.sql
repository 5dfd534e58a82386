-- A long list of service types is returned in pieces of a hundred, in order: a single value of megabytes would be copied
-- several times on its way.
drop function written_service_types(json, date, text);
create function written_service_types(types json, day date, feeding text default null) returns setof text
language sql stable parallel safe
as $$
  select string_agg(
    '{"date":"' || to_char(day, 'YYYY-MM-DD') || '","name":' || (type->'name') || ',"title":' || (type->'title')
      || ',"description":' || (type->'description')
      || case when json_array_length(coalesce(type->'tags', '[]')) > 0 then ',"tags":' || (type->'tags') else '' end
      || case when coalesce(feeding, type->>'tenant', '') = '' then ''
         else ',"tenant":' || coalesce(to_json(feeding), type->'tenant') end
      || '}',
    ',' order by position)
  from json_array_elements(types) with ordinality as entry (type, position)
  group by position / 100 order by position / 100
$$;

-- As before, but in pieces; the list of a tenant with an empty list is null.
create or replace function fed_service_types(asked date) returns table (types text)
language plpgsql security definer
set search_path = webapi, pg_temp
as $$
declare
  before text := current_setting('webapi.tenant', true);
  feeding integer[];
  fed integer;
begin
  select array(
    select given.id from unnest(f.tenants) with ordinality as given (id, position)
    where given.id <> f.tenant_id group by given.id order by min(given.position))
  into feeding from data_feeds f where f.tenant_id = current_tenant();
  foreach fed in array coalesce(feeding, '{}') loop
    perform set_config('webapi.tenant', fed::text, true);
    return query
      select piece
      from (
        select l.tenant_id, l.day, l.changes from service_type_lists l
        where l.tenant_id = fed and l.deleted_at is null and l.day <= asked order by l.day desc limit 1
      ) list
      join service_type_list_versions version
        on version.tenant_id = list.tenant_id and version.day = list.day and version.number = list.changes
      join tenants t on t.id = fed
      left join lateral written_service_types(version.document, list.day, t.name) as piece on true;
  end loop;
  perform set_config('webapi.tenant', coalesce(before, ''), true);
end
$$;
