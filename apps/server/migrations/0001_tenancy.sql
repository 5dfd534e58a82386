-- The roles of the application. Neither can log in, own a table or bypass row security.
do $$
declare
  -- Since PostgreSQL 16, a member of a role needs a separate grant to switch to it, also the creator of the role.
  acting text := case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end;
  wanted text;
begin
  foreach wanted in array array['quatrain_app', 'quatrain_spanning'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception
      -- Another database of the same server is being set up at the same time.
      when duplicate_object or unique_violation then null;
    end;
    begin
      if not pg_has_role(current_user, wanted, acting) then
        execute format('grant %I to current_user', wanted);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end loop;
exception
  when insufficient_privilege then
    raise exception using
      errcode = 'insufficient_privilege',
      message = format('The login role %I may not create the roles quatrain_app and quatrain_spanning and act as them. '
        'Have an administrator create both (nologin) and grant them to %I.', current_user, current_user);
end
$$;

do $$ begin execute format('grant usage on schema %I to quatrain_app, quatrain_spanning', current_schema()); end $$;

-- The tenant of the session. Null if none is set: then no row of any tenant is visible.
create function current_tenant() returns integer language sql stable parallel safe
  return nullif(current_setting('quatrain.tenant', true), '')::integer;

create function is_super_deployment() returns boolean language sql stable parallel safe
  return coalesce(current_setting('quatrain.deployment', true) = 'super', false);

-- Enables row security for a table with a tenant_id. The spanning role sees the rows of every tenant; only the few
-- statements that span tenants use it.
create function protect(table_name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy own_tenant on %I to quatrain_app using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', table_name);
  execute format('create policy every_tenant on %I to quatrain_spanning using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to quatrain_app, quatrain_spanning', table_name);
end
$$;

-- The same for a table whose rows cannot be changed or removed.
create function protect_append_only(table_name text) returns void language plpgsql as $$
begin
  perform protect(table_name);
  execute format('revoke update, delete on %I from quatrain_app, quatrain_spanning', table_name);
end
$$;

-- The shared catalogue: all tenants read it, only the super-tenant writes it.
create function share(table_name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('create policy everybody_reads on %I for select to quatrain_app, quatrain_spanning using (true)', table_name);
  execute format('create policy super_tenant_writes on %I to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment())', table_name);
  execute format('grant select, insert, update, delete on %I to quatrain_app, quatrain_spanning', table_name);
end
$$;

create table tenants (
  id                integer generated always as identity primary key,
  name              text collate "C" not null,
  schema_name       text collate "C" not null,
  domain_url        text collate "C" not null,
  created_on        date not null default current_date,
  combined          boolean not null default false,
  combined_from     text[] not null default '{}',
  use_service_title boolean not null default false,
  terms_url         text not null default '',
  privacy_url       text not null default '',
  saml_login_string text not null default '',
  row_version       integer not null default 1,
  constraint tenants_name_key        unique (name),
  constraint tenants_schema_name_key unique (schema_name),
  constraint tenants_domain_url_key  unique (domain_url)
);
grant select on tenants to quatrain_app;
grant select, insert, update, delete on tenants to quatrain_spanning;
