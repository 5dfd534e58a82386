-- References that delete nothing are checked at the end of a statement if they are deferred. Otherwise the order in which
-- the parts of a tenant are removed decides whether the tenant can be removed, and a restored database has another order.
do $$
declare
  reference record;
begin
  for reference in
    select conrelid::regclass as relation, conname from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and confdeltype = 'a' and not condeferrable
  loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', reference.relation, reference.conname);
  end loop;
end $$;
