-- A list of service types in the format of responses, without brackets. The database writes the JSON, so that the service
-- does not parse megabytes only to write them again. Empty tags and an absent tenant are left out.
create function written_service_types(types json, day date, feeding text default null) returns text
language sql stable parallel safe
return (
  select string_agg(
    '{"date":"' || to_char(day, 'YYYY-MM-DD') || '","name":' || (type->'name') || ',"title":' || (type->'title')
      || ',"description":' || (type->'description')
      || case when json_array_length(coalesce(type->'tags', '[]')) > 0 then ',"tags":' || (type->'tags') else '' end
      || case when coalesce(feeding, type->>'tenant', '') = '' then ''
         else ',"tenant":' || coalesce(to_json(feeding), type->'tenant') end
      || '}',
    ',' order by position)
  from json_array_elements(types) with ordinality as entry (type, position));

-- The lists that are in force on a day in the tenants that feed this one, each tenant once, in the order of the feed. Row
-- security applies to the owner of the tables as well, so the function enters each tenant while it reads.
drop function fed_service_types(date);
create function fed_service_types(asked date) returns table (types text)
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
      select coalesce(written_service_types(version.document, list.day, t.name), '')
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
revoke execute on function fed_service_types(date) from public;
grant execute on function fed_service_types(date) to quatrain_webapi;
