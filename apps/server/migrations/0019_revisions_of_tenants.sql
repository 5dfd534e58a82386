-- Every change of data that responses depend on adds a row here: the sum of a tenant's numbers identifies the state of
-- its data. Rows are only added, so writers do not wait for each other, and a rollback leaves none. From time to time they
-- are replaced by one row with the same sum.
drop function count_revision() cascade;
drop table revisions;

create table tenant_revisions (
  tenant_id integer not null default current_tenant() references tenants (id) on delete cascade,
  id        bigint generated always as identity,
  -- 'all' for the tenant's changes, and 'members' for changes of which metrics it has.
  part      text collate "C" not null,
  number    bigint not null default 1,
  primary key (tenant_id, id)
);
select protect('tenant_revisions');

-- The same for the shared catalogue.
create table catalogue_revisions (
  id     bigint generated always as identity primary key,
  number bigint not null default 1
);
grant select, insert on catalogue_revisions to quatrain_app, quatrain_spanning;
grant delete on catalogue_revisions to quatrain_spanning;

-- A statement that affects no row, or only columns that are declared as unseen, changes no response.
create function count_tenant_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_nargs > 1 then
    insert into tenant_revisions (tenant_id, part)
    select id, tg_argv[0] from tenants where id in (
      select changed.tenant_id from changed
      where not exists (select from former where to_jsonb(former) - tg_argv[1:] = to_jsonb(changed) - tg_argv[1:]));
  else
    -- The row of a tenant that is being deleted does not exist any more.
    insert into tenant_revisions (tenant_id, part)
    select id, tg_argv[0] from tenants where id in (select tenant_id from changed);
  end if;
  return null;
end
$$;

create function count_catalogue_change() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    insert into catalogue_revisions default values;
  end if;
  return null;
end
$$;

-- Counts every change of the table from now on; `call` is the function that counts, with its arguments.
create function count_changes(table_name text, call text) returns void language plpgsql as $$
begin
  execute format('create trigger count_insert after insert on %I referencing new table as changed '
    'for each statement execute function %s', table_name, call);
  execute format('create trigger count_update after update on %I referencing old table as former new table as changed '
    'for each statement execute function %s', table_name, call);
  execute format('create trigger count_delete after delete on %I referencing old table as changed '
    'for each statement execute function %s', table_name, call);
end
$$;

-- For a table that no list with an entity tag shows.
create function leave_uncounted(table_name text) returns void language plpgsql as $$
begin
  execute format('drop trigger count_insert on %I', table_name);
  execute format('drop trigger count_update on %I', table_name);
  execute format('drop trigger count_delete on %I', table_name);
end
$$;

do $$
declare
  counted text;
begin
  for counted in select tablename from pg_policies where schemaname = current_schema() and policyname = 'own_tenant'
      and tablename not in ('tenant_revisions', 'activity', 'versions', 'intents', 'sessions', 'login_failures', 'users', 'api_keys') loop
    perform count_changes(counted, 'count_tenant_change(''all'')');
  end loop;
  for counted in select tablename from pg_policies where schemaname = current_schema() and policyname = 'everybody_reads' loop
    perform count_changes(counted, 'count_catalogue_change()');
  end loop;
end
$$;
select count_changes('tenants', 'count_catalogue_change()');
select count_changes('users', 'count_tenant_change(''all'', ''last_login'')');
select count_changes('api_keys', 'count_tenant_change(''all'', ''last_used_at'', ''last_used_by'')');
-- The super-tenant's list of templates contains the tenants that have metrics of each.
create trigger count_members_insert after insert on metrics referencing new table as changed
  for each statement execute function count_tenant_change('members');
create trigger count_members_delete after delete on metrics referencing old table as changed
  for each statement execute function count_tenant_change('members');

-- Tables of later migrations are counted from the start: `protect` and `share` do that.
alter function protect(text) rename to protect_uncounted;
create function protect(table_name text) returns void language plpgsql as $$
begin
  perform protect_uncounted(table_name);
  perform count_changes(table_name, 'count_tenant_change(''all'')');
end
$$;
create or replace function protect_append_only(table_name text) returns void language plpgsql as $$
begin
  perform protect_uncounted(table_name);
  execute format('revoke update, delete on %I from quatrain_app, quatrain_spanning', table_name);
end
$$;
alter function share(text) rename to share_uncounted;
create function share(table_name text) returns void language plpgsql as $$
begin
  perform share_uncounted(table_name);
  perform count_changes(table_name, 'count_catalogue_change()');
end
$$;
