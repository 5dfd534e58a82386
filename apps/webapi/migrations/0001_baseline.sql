-- The database of the Web API. Tables are beside what serves them, by subject; later migrations change what is here, and
-- docs/web-api.schema.sql shows the result.

-- The role of the application, and what its sessions know
-- =======================================================
-- The role of the application. It cannot log in, owns nothing and cannot bypass row security.
do $$
declare
  -- Since PostgreSQL 16, a member of a role needs a separate grant to switch to it, also the creator of the role.
  acting text := case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end;
begin
  if not exists (select from pg_roles where rolname = 'quatrain_webapi') then
    begin
      create role quatrain_webapi nologin;
    exception
      -- Another database of the same server is being set up at the same time.
      when duplicate_object or unique_violation then null;
    end;
  end if;
  if not pg_has_role(current_user, 'quatrain_webapi', acting) then
    begin
      grant quatrain_webapi to current_user;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end if;
exception
  when insufficient_privilege then
    raise exception using
      errcode = 'insufficient_privilege',
      message = format('The login role %I may not create the role quatrain_webapi and act as it. Have an administrator '
        'run: create role quatrain_webapi nologin; grant quatrain_webapi to %I;', current_user, current_user);
end
$$;
grant usage on schema webapi to quatrain_webapi;

-- The login that serves owns nothing. It has to find out whether the tables are in the state that it expects.
grant select on kysely_migration to quatrain_webapi;

-- The tenant of the session. Null if none is set: then no row of any tenant is visible.
create function current_tenant() returns integer language sql stable parallel safe
  return nullif(current_setting('webapi.tenant', true), '')::integer;

-- Enables row security for a table with a tenant_id; it applies to the owner of the table too. The privileges of the
-- application on the table are granted separately.
create function protect(table_name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy own_tenant on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', table_name);
end
$$;

-- Tenants and keys
-- ================
create table tenants (
  id         integer generated always as identity primary key,
  name       text collate "C" not null,
  created_at timestamptz not null default now(),
  constraint tenants_name_key unique (name)
);
comment on table tenants is
  'The tenants, whose keys open their own data only.';

-- It has no row security, therefore; the application reads it only through holder_of_key.
create table tokens (
  hash   text collate "C" primary key,
  tenant integer not null references tenants (id) on delete cascade,
  constraint tokens_tenant_hash_key unique (tenant, hash)
);
comment on table tokens is
  'The tenant of each token, which is needed before the tenant is known.';

create table keys (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  name       text collate "C" not null,
  role       text collate "C" not null,
  hash       text collate "C" not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant_id, name),
  constraint keys_hash_key unique (tenant_id, hash),
  constraint keys_role_check check (role in ('admin', 'editor', 'viewer')),
  constraint keys_hash_fkey
    foreign key (tenant_id, hash) references tokens (tenant, hash) on update cascade on delete cascade
);
comment on table keys is
  'The keys of a tenant with their roles.';
select protect('keys');

-- The owner of a key; no row for an unknown or revoked key. Row security applies to the owner of the table as well, so
-- the function enters the tenant while it reads.
create function holder_of_key(given text) returns table (tenant integer, key text, role text)
language plpgsql security definer
set search_path = webapi, pg_temp
as $$
declare
  before text := current_setting('webapi.tenant', true);
begin
  perform set_config('webapi.tenant', t.tenant::text, true) from tokens t where t.hash = given;
  return query select k.tenant_id, k.name, k.role from keys k
    where k.tenant_id = current_tenant() and k.hash = given and k.revoked_at is null;
  perform set_config('webapi.tenant', coalesce(before, ''), true);
end
$$;
revoke execute on function holder_of_key(text) from public;
grant execute on function holder_of_key(text) to quatrain_webapi;

-- Reports contain the name of their tenant. The application cannot read anything else about tenants.
create function name_of_tenant() returns text language sql stable security definer
set search_path = webapi, pg_temp
return (select name from tenants where id = current_tenant());
revoke execute on function name_of_tenant() from public;
grant execute on function name_of_tenant() to quatrain_webapi;

-- The application reads them only through name_of_administrator.
create table administrators (
  name       text collate "C" primary key,
  hash       text collate "C" not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint administrators_hash_key unique (hash)
);
comment on table administrators is
  'The administrators of the whole installation, whose keys open no tenant.';

-- The owner of a key; no row for an unknown or revoked key.
create function name_of_administrator(given text) returns text language sql stable security definer
set search_path = webapi, pg_temp
return (select name from administrators where hash = given and revoked_at is null);
revoke execute on function name_of_administrator(text) from public;
grant execute on function name_of_administrator(text) to quatrain_webapi;

create table tenant_imports (
  tenant integer primary key references tenants (id) on delete cascade,
  import text collate "C" not null
);
comment on table tenant_imports is
  'Tenants whose import from a file is not complete until the console has stored its part too; a repeated import replaces them.';

-- Profiles and weights
-- ====================
-- All have the same two tables: the current items and their versions by day.
do $$
declare
  items    text;
  versions text;
begin
  for items, versions in values
    ('metric_profiles', 'metric_profile_versions'),
    -- Versions keep the id and the name of a deleted metric profile for readers of earlier days.
    ('aggregation_profiles', 'aggregation_profile_versions'),
    ('thresholds_profiles', 'thresholds_profile_versions'),
    ('operations_profiles', 'operations_profile_versions'),
    ('weights', 'weights_versions')
  loop
    execute format($sql$
      create table %1$s (
        tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
        id         uuid not null,
        name       text collate "C" not null,
        day        date not null,
        changes    integer not null default 1,
        deleted_at timestamptz,
        deleted_by text collate "C",
        primary key (tenant_id, id)
      );
      comment on table %1$s is
        'The current %3$s; name and day are those of the newest version, which has the content.';
      -- No two have the same name at the same time. A change or a delete frees the name.
      create unique index %1$s_name_key on %1$s (tenant_id, name) where deleted_at is null;
      select protect('%1$s');
      grant select, insert, update on %1$s to quatrain_webapi;

      create table %2$s (
        tenant_id  integer not null default current_tenant(),
        item_id    uuid not null,
        day        date not null,
        number     integer not null,
        name       text collate "C" not null,
        document   json not null,
        changed_at timestamptz not null,
        changed_by text collate "C" not null,
        primary key (tenant_id, item_id, day, number),
        constraint %2$s_item_fkey foreign key (tenant_id, item_id) references %1$s on delete cascade
      );
      comment on table %2$s is
        'Every change of the %3$s, numbered in order; the version of a day is the last one that was written for it.';
      create index %2$s_name on %2$s (tenant_id, name, item_id);
      select protect('%2$s');
      grant select, insert on %2$s to quatrain_webapi;
    $sql$, items, versions, replace(items, '_', ' '));
  end loop;
end
$$;

-- Reports and metric tags
-- =======================
create table reports (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  id         uuid not null,
  name       text collate "C" not null,
  changes    integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by text collate "C",
  primary key (tenant_id, id)
);
comment on table reports is
  'The current reports; they have no versions by day: the newest one is valid.';
create unique index reports_name_key on reports (tenant_id, name) where deleted_at is null;
select protect('reports');
grant select, insert, update on reports to quatrain_webapi;

create table report_versions (
  tenant_id  integer not null default current_tenant(),
  item_id    uuid not null,
  number     integer not null,
  document   json not null,
  changed_at timestamptz not null,
  changed_by text collate "C" not null,
  primary key (tenant_id, item_id, number),
  constraint report_versions_item_fkey foreign key (tenant_id, item_id) references reports on delete cascade
);
comment on table report_versions is
  'Every change of the reports, numbered in order.';
select protect('report_versions');
grant select, insert on report_versions to quatrain_webapi;

create table metric_tags (
  position integer primary key,
  name     text collate "C" not null,
  tags     json not null,
  constraint metric_tags_name_key unique (name)
);
comment on table metric_tags is
  'The tags of metrics: one list for the whole installation, written as a whole, in its order.';
grant select, insert, delete on metric_tags to quatrain_webapi;

-- Feeds
-- =====
create table data_feeds (
  tenant_id integer default current_tenant() primary key references tenants (id) on delete cascade,
  tenants   integer[] not null
);
comment on table data_feeds is
  'The other tenants whose data a combined tenant reads, in the given order.';
select protect('data_feeds');
grant select, insert, update on data_feeds to quatrain_webapi;

-- A number is never used again, so that of a deleted tenant permits nothing.
create table data_feed_permissions (
  tenant_id integer default current_tenant() primary key references tenants (id) on delete cascade,
  tenants   integer[] not null
);
comment on table data_feed_permissions is
  'The tenants whose data a combined tenant may read; only operators write this table.';
select protect('data_feed_permissions');
grant select on data_feed_permissions to quatrain_webapi;

-- The data feed has its current state in data_feeds, by the numbers of the tenants, and only its history here.
create table feed_versions (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  feed       text collate "C" not null,
  number     integer not null,
  document   json not null,
  changed_at timestamptz not null,
  changed_by text collate "C" not null,
  primary key (tenant_id, feed, number)
);
comment on table feed_versions is
  'The feeds of a tenant, by name: every version, numbered in order; the last one counts.';
select protect('feed_versions');
grant select, insert on feed_versions to quatrain_webapi;

-- The names of these tenants; null for a deleted one.
create function names_of_tenants(given integer[]) returns text[] language sql stable security definer
set search_path = webapi, pg_temp
return array(
  select tenant.name from unnest(given) with ordinality as wanted (id, position)
  left join tenants as tenant on tenant.id = wanted.id order by wanted.position);
revoke execute on function names_of_tenants(integer[]) from public;
grant execute on function names_of_tenants(integer[]) to quatrain_webapi;

-- The tenants with these names that may feed the current one: null for a name that is unknown or not permitted, which a
-- tenant cannot distinguish.
create function tenants_named(given text[]) returns integer[] language sql stable security definer
set search_path = webapi, pg_temp
return array(
  select tenant.id from unnest(given) with ordinality as wanted (name, position)
  left join tenants as tenant on tenant.name = wanted.name and (
    tenant.id = current_tenant()
    or tenant.id = any((select tenants from data_feed_permissions where tenant_id = current_tenant())::integer[]))
  order by wanted.position);
revoke execute on function tenants_named(text[]) from public;
grant execute on function tenants_named(text[]) to quatrain_webapi;

-- Lists by day
-- ============
create table service_type_lists (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  day        date not null,
  changes    integer not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, day)
);
comment on table service_type_lists is
  'The days with a list of service types; the versions have the content.';
-- Readers need the newest day up to the requested one that has a list.
create index service_type_lists_there on service_type_lists (tenant_id, day) where deleted_at is null;
select protect('service_type_lists');
grant select, insert, update on service_type_lists to quatrain_webapi;

create table service_type_list_versions (
  tenant_id  integer not null default current_tenant(),
  day        date not null,
  number     integer not null,
  document   json,
  changed_at timestamptz not null,
  changed_by text collate "C" not null,
  primary key (tenant_id, day, number),
  constraint service_type_list_versions_day_fkey
    foreign key (tenant_id, day) references service_type_lists on delete cascade
);
comment on table service_type_list_versions is
  'Every change of the list of a day, numbered in order; a delete adds a version without a document.';
select protect('service_type_list_versions');
grant select, insert on service_type_list_versions to quatrain_webapi;

create table downtime_lists (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  day        date not null,
  changes    integer not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, day)
);
comment on table downtime_lists is
  'The days with a list of downtimes; the versions have the content.';
select protect('downtime_lists');
grant select, insert, update on downtime_lists to quatrain_webapi;

create table downtime_list_versions (
  tenant_id  integer not null default current_tenant(),
  day        date not null,
  number     integer not null,
  document   json,
  changed_at timestamptz not null,
  changed_by text collate "C" not null,
  primary key (tenant_id, day, number),
  constraint downtime_list_versions_day_fkey foreign key (tenant_id, day) references downtime_lists on delete cascade
);
comment on table downtime_list_versions is
  'Every change of the list of a day, numbered in order; a delete adds a version without a document.';
select protect('downtime_list_versions');
grant select, insert on downtime_list_versions to quatrain_webapi;

-- A list of service types in the format of responses, without brackets. The database writes the JSON, so that the service
-- does not parse megabytes only to write them again. Empty tags and an absent tenant are left out. A long list is returned in pieces of
-- a hundred, in order: a single value of megabytes would be copied several times on its way.
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

-- The lists that are in force on a day in the tenants that feed this one, in pieces, each tenant once, in the order of the feed; null for
-- an empty list. Row security applies to the owner of the tables as well, so the function enters each tenant while it reads.
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
revoke execute on function fed_service_types(date) from public;
grant execute on function fed_service_types(date) to quatrain_webapi;

-- Topology
-- ========
-- The days refer to them, so that days with the same list cost no further rows.
create table topology_lists (
  tenant_id integer not null default current_tenant() references tenants (id) on delete cascade,
  kind      text collate "C" not null,
  number    integer not null,
  -- The number of its rows, and a hash of them.
  size      integer not null,
  hash      bytea not null,
  primary key (tenant_id, kind, number),
  constraint topology_lists_hash_key unique (tenant_id, kind, hash),
  constraint topology_lists_kind_check check (kind in ('groups', 'endpoints'))
);
comment on table topology_lists is
  'The lists of groups and of endpoints, numbered in the order in which they are first written.';
select protect('topology_lists');
grant select, insert on topology_lists to quatrain_webapi;

create table topology_days (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  kind       text collate "C" not null,
  day        date not null,
  changes    integer not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, kind, day),
  constraint topology_days_kind_check check (kind in ('groups', 'endpoints'))
);
comment on table topology_days is
  'The days for which a list was written; readers get the list of the newest day up to theirs that still has one.';
create index topology_days_current on topology_days (tenant_id, kind, day) where deleted_at is null;
select protect('topology_days');
grant select, insert, update on topology_days to quatrain_webapi;

create table topology_day_versions (
  tenant_id  integer not null default current_tenant(),
  kind       text collate "C" not null,
  day        date not null,
  number     integer not null,
  list       integer,
  changed_at timestamptz not null,
  changed_by text collate "C" not null,
  -- The rows of a submitted list that were not stored, because a required field was empty or a text too long for an index:
  -- how many, and the first of them with the reason. Null if all rows were stored.
  left_out   jsonb,
  primary key (tenant_id, kind, day, number),
  constraint topology_day_versions_day_fkey
    foreign key (tenant_id, kind, day) references topology_days on delete cascade,
  constraint topology_day_versions_list_fkey
    foreign key (tenant_id, kind, list) references topology_lists on delete cascade
);
comment on table topology_day_versions is
  'Every change of a day, numbered in order; a delete is a version without a list, and the versions before it are kept.';
create index topology_day_versions_list on topology_day_versions (tenant_id, kind, list);
select protect('topology_day_versions');
grant select, insert on topology_day_versions to quatrain_webapi;

-- A row belongs to every list from `since` up to, but not including, `until`; to all later lists by default. Rows are numbered
-- within their tenant by the writer, who holds the lock of the list, and who alone needs their hashes. There is no foreign key to the
-- tenant: checking it would take a third of the time of a write. The trigger below deletes the rows with their tenant.
create table topology_groups (
  tenant_id integer not null default current_tenant(),
  id        integer not null,
  since     integer not null,
  until     integer not null default 2147483647,
  hash      bytea not null,
  "group"   text collate "C" not null,
  type      text collate "C" not null,
  subgroup  text collate "C" not null,
  tenant    text collate "C" not null,
  -- The other members of the row and these, as JSON without braces.
  written   text collate "C" not null,
  primary key (tenant_id, id)
);
comment on table topology_groups is
  'The rows of lists of groups: a list stores only those in which it differs from the list with the number before.';
create index topology_groups_until on topology_groups (tenant_id, until);
create index topology_groups_group on topology_groups (tenant_id, "group");
create index topology_groups_type on topology_groups (tenant_id, type);
create index topology_groups_subgroup on topology_groups (tenant_id, subgroup);
select protect('topology_groups');
grant select, insert, update on topology_groups to quatrain_webapi;

create table topology_endpoints (
  tenant_id integer not null default current_tenant(),
  id        integer not null,
  since     integer not null,
  until     integer not null default 2147483647,
  hash      bytea not null,
  "group"   text collate "C" not null,
  type      text collate "C" not null,
  service   text collate "C" not null,
  hostname  text collate "C" not null,
  tenant    text collate "C" not null,
  written   text collate "C" not null,
  primary key (tenant_id, id)
);
comment on table topology_endpoints is
  'The rows of lists of endpoints, in the same way.';
create index topology_endpoints_until on topology_endpoints (tenant_id, until);
create index topology_endpoints_group on topology_endpoints (tenant_id, "group");
create index topology_endpoints_type on topology_endpoints (tenant_id, type);
create index topology_endpoints_service on topology_endpoints (tenant_id, service);
create index topology_endpoints_hostname on topology_endpoints (tenant_id, hostname);
select protect('topology_endpoints');
grant select, insert, update on topology_endpoints to quatrain_webapi;

-- PostgreSQL uses no GIN index behind row security, because its operators are not leakproof. Values can be longer than an index allows, so
-- their hash is in it. Several rows may hold the same value of a list, so that a list need not be in one piece to be indexed.
create table topology_group_tags (
  tenant_id  integer not null default current_tenant(),
  name       text collate "C" not null,
  value_hash bigint not null,
  list       integer not null,
  value      text collate "C" not null,
  items      integer[] not null
);
comment on table topology_group_tags is
  'An inverted index of tags: for each list that added rows, the rows with this value.';
create index topology_group_tags_value on topology_group_tags (tenant_id, name, value_hash);
select protect('topology_group_tags');
grant select, insert on topology_group_tags to quatrain_webapi;

create table topology_endpoint_tags (
  tenant_id  integer not null default current_tenant(),
  name       text collate "C" not null,
  value_hash bigint not null,
  list       integer not null,
  value      text collate "C" not null,
  items      integer[] not null
);
comment on table topology_endpoint_tags is
  'The same for endpoints.';
create index topology_endpoint_tags_value on topology_endpoint_tags (tenant_id, name, value_hash);
select protect('topology_endpoint_tags');
grant select, insert on topology_endpoint_tags to quatrain_webapi;

create function delete_topology() returns trigger language plpgsql as $$
declare
  before text := current_setting('webapi.tenant', true);
  removed text;
begin
  perform set_config('webapi.tenant', old.id::text, true);
  foreach removed in array array['groups', 'group_tags', 'endpoints', 'endpoint_tags'] loop
    execute format('delete from %I where tenant_id = $1', 'topology_' || removed) using old.id;
  end loop;
  perform set_config('webapi.tenant', coalesce(before, ''), true);
  return old;
end
$$;
create trigger delete_topology before delete on tenants
  for each row execute function delete_topology();

-- Restored databases
-- ==================
-- Without a restore there is no row, and tags have no such text.
create table restores (
  epoch       text collate "C" not null,
  restored_at timestamptz not null default now()
);
comment on table restores is
  'A random text in every entity tag of a database that was restored from a backup, which counts the same changes again.';
create unique index restores_one on restores ((true));
grant select on restores to quatrain_webapi;
