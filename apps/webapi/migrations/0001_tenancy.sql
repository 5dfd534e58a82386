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

create table tenants (
  id         integer generated always as identity primary key,
  name       text collate "C" not null,
  created_at timestamptz not null default now(),
  constraint tenants_name_key unique (name)
);

-- The tenant of each token. It is needed before the tenant is known, so it has no row security; the application reads
-- it only through holder_of_key.
create table tokens (
  hash   text collate "C" primary key,
  tenant integer not null references tenants (id) on delete cascade,
  constraint tokens_tenant_hash_key unique (tenant, hash)
);

create table keys (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  name       text collate "C" not null,
  role       text collate "C" not null,
  hash       text collate "C" not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant_id, name),
  constraint keys_role_check check (role in ('admin', 'editor', 'viewer')),
  constraint keys_hash_key   unique (tenant_id, hash),
  constraint keys_hash_fkey  foreign key (tenant_id, hash) references tokens (tenant, hash)
    on update cascade on delete cascade
);
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
