-- Complete documents, one row for each version, for every kind of object. They outlive their object and its tenant.
create table versions (
  tenant_id     integer not null default current_tenant(),
  kind          text collate "C" not null,
  object_id     integer not null,
  number        integer not null,
  name          text collate "C" not null,
  document      json not null,
  author        text not null,
  created_at    timestamptz not null,
  comment       text not null,
  remark        text not null default '',
  restored_from integer,
  primary key (tenant_id, kind, object_id, number)
);
create index versions_name on versions (tenant_id, kind, name, created_at);
select protect_append_only('versions');

-- Who changed what, when and from where: one row for each affected object, linked to the previous row of the tenant.
create table activity (
  tenant_id     integer not null default current_tenant(),
  number        integer not null,
  at            timestamptz not null,
  request_id    text not null,
  actor         text not null,
  address       text not null,
  action        text collate "C" not null,
  kind          text collate "C" not null,
  object_id     integer not null,
  object_name   text collate "C" not null,
  before        json,
  after         json,
  previous_hash text not null,
  hash          text not null,
  primary key (tenant_id, number),
  constraint activity_action_check check (action in ('add', 'change', 'delete', 'reveal'))
);
create index activity_object on activity (tenant_id, kind, object_id, number);
create index activity_at on activity (tenant_id, at);
select protect_append_only('activity');

-- The text that a row's hash is computed of. JSON is used exactly as it is stored.
create function activity_text(entry activity) returns text language sql stable
  return concat_ws(E'\x1f', entry.tenant_id, entry.number, extract(epoch from entry.at), entry.request_id, entry.actor,
    entry.address, entry.action, entry.kind, entry.object_id, entry.object_name, coalesce(entry.before::text, ''),
    coalesce(entry.after::text, ''), entry.previous_hash);

create function chain_activity() returns trigger language plpgsql as $$
declare
  last record;
begin
  -- Each tenant has one chain: concurrent writers wait for each other.
  perform pg_advisory_xact_lock(hashtext('activity'), new.tenant_id);
  select number, hash into last from activity where tenant_id = new.tenant_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.previous_hash := coalesce(last.hash, '');
  new.hash := encode(sha256(convert_to(activity_text(new), 'UTF8')), 'hex');
  return new;
end
$$;
create trigger chain_activity before insert on activity for each row execute function chain_activity();

-- A write to two stores that has not ended. It claims its object until then.
create table intents (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  id         integer generated always as identity,
  kind       text collate "C" not null,
  key        text collate "C" not null,
  action     text collate "C" not null,
  before     json,
  request_id text not null,
  actor      text not null,
  address    text not null,
  opened_at  timestamptz not null,
  mended_at  timestamptz,
  last_error text not null default '',
  primary key (tenant_id, id),
  constraint intents_action_check check (action in ('add', 'change', 'delete')),
  constraint intents_object_key unique (tenant_id, kind, key)
);
select protect('intents');
