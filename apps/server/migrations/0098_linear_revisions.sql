-- As before, but in time that is linear in the rows of the statement. PostgreSQL keeps a plan for the whole session, often that
-- of an update without rows, and with it `not exists` compared every changed row with every former one.
create or replace function count_tenant_change() returns trigger language plpgsql as $$
declare
  tenants_seen integer[];
begin
  if tg_op = 'UPDATE' and tg_nargs > 1 then
    tenants_seen := array(
      select distinct tenant_id from (
        select tenant_id, to_jsonb(changed) - tg_argv[1:] from changed
        except select tenant_id, to_jsonb(former) - tg_argv[1:] from former) as seen);
  else
    tenants_seen := array(select distinct tenant_id from changed);
  end if;
  -- The row of a tenant that is being deleted does not exist any more.
  insert into tenant_revisions (tenant_id, part) select id, tg_argv[0] from tenants where id = any(tenants_seen);
  return null;
end
$$;
