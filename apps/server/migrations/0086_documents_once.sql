-- A document is stored once. A row of the activity log refers to the versions of its object from before and after the
-- write, and contains their hashes; it contains documents only if no version has the same text. What was stored before
-- stays as it is. Format 4 of the hashed text contains the references and the hashes.
alter table activity add column before_version integer;
alter table activity add column after_version integer;
alter table activity add column before_hash bytea;
alter table activity add column after_hash bytea;
alter table activity alter column format set default 4;

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
    when 4 then json_build_array(entry.format, entry.tenant_id, entry.number, extract(epoch from entry.at)::text,
      entry.request_id, entry.actor, entry.address, entry.device, entry.action, entry.kind, entry.object_id,
      entry.object_name, entry.before::text, entry.after::text, entry.before_version, entry.after_version,
      encode(entry.before_hash, 'hex'), encode(entry.after_hash, 'hex'), entry.previous_hash)::text
  end;

create function document_hash(document json) returns bytea language sql immutable
  return sha256(convert_to(document::text, 'UTF8'));

create or replace function chain_activity() returns trigger language plpgsql set enable_seqscan to off as $$
declare
  last record;
begin
  -- A document that a version has is replaced by its hash.
  if new.before_version is not null and new.before is not null then
    new.before_hash := document_hash(new.before);
    new.before := null;
  end if;
  if new.after_version is not null and new.after is not null then
    new.after_hash := document_hash(new.after);
    new.after := null;
  end if;
  -- Each tenant has one chain: concurrent writers wait for each other.
  perform pg_advisory_xact_lock(hashtext('activity'), new.tenant_id);
  select number, hash into last from activity where tenant_id = new.tenant_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.previous_hash := coalesce(last.hash, '');
  new.format := 4;
  new.hash := encode(sha256(convert_to(activity_text(new), 'UTF8')), 'hex');
  return new;
end
$$;

-- The log with its documents, wherever they are stored. Row security is that of its reader.
create view activity_with_documents with (security_invoker = true) as
select entry.tenant_id, entry.number, entry.at, entry.request_id, entry.actor, entry.address, entry.device, entry.action,
  entry.kind, entry.object_id, entry.object_name,
  case when entry.before_version is null then entry.before else (
    select document from versions as version where version.tenant_id = entry.tenant_id and version.kind = entry.kind
      and version.object_id = entry.object_id and version.number = entry.before_version) end as before,
  case when entry.after_version is null then entry.after else (
    select document from versions as version where version.tenant_id = entry.tenant_id and version.kind = entry.kind
      and version.object_id = entry.object_id and version.number = entry.after_version) end as after
from activity as entry;
grant select on activity_with_documents to quatrain_app, quatrain_spanning;

-- Documents are compressed in their row from a few hundred bytes on, instead of two thousand; only larger ones than fit
-- into a page are stored outside of it. It holds for rows from now on.
alter table versions
  alter column kind set storage main, alter column name set storage main, alter column document set storage main,
  alter column author set storage main, alter column comment set storage main, alter column remark set storage main,
  set (toast_tuple_target = 256);
alter table activity
  alter column request_id set storage main, alter column actor set storage main, alter column address set storage main,
  alter column device set storage main, alter column action set storage main, alter column kind set storage main,
  alter column object_name set storage main, alter column before set storage main, alter column after set storage main,
  alter column previous_hash set storage main, alter column hash set storage main, alter column before_hash set storage main,
  alter column after_hash set storage main, set (toast_tuple_target = 256);
