-- Every row of the log names the device, that is what the browser or script of the user calls itself. Rows from before have it in
-- `after`, and only those about logins and factors. Format 3 of the hashed text contains it.
alter table activity add column device text not null default '';
alter table activity alter column format set default 3;

create or replace function activity_text(entry activity) returns text language sql stable
  return case entry.format
    when 1 then concat_ws(E'\x1f', entry.tenant_id, entry.number, extract(epoch from entry.at), entry.request_id,
      entry.actor, entry.address, entry.action, entry.kind, entry.object_id, entry.object_name,
      coalesce(entry.before::text, ''), coalesce(entry.after::text, ''), entry.previous_hash)
    when 2 then json_build_array(entry.format, entry.tenant_id, entry.number, extract(epoch from entry.at)::text,
      entry.request_id, entry.actor, entry.address, entry.action, entry.kind, entry.object_id, entry.object_name,
      entry.before::text, entry.after::text, entry.previous_hash)::text
    when 3 then json_build_array(entry.format, entry.tenant_id, entry.number, extract(epoch from entry.at)::text,
      entry.request_id, entry.actor, entry.address, entry.device, entry.action, entry.kind, entry.object_id,
      entry.object_name, entry.before::text, entry.after::text, entry.previous_hash)::text
  end;

create or replace function chain_activity() returns trigger language plpgsql set enable_seqscan to off as $$
declare
  last record;
begin
  -- Each tenant has one chain: concurrent writers wait for each other.
  perform pg_advisory_xact_lock(hashtext('activity'), new.tenant_id);
  select number, hash into last from activity where tenant_id = new.tenant_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.previous_hash := coalesce(last.hash, '');
  new.format := 3;
  new.hash := encode(sha256(convert_to(activity_text(new), 'UTF8')), 'hex');
  return new;
end
$$;
