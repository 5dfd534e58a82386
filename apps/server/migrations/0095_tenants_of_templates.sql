-- The number of tenants that have a metric of each template: numbers that are added up, because a tenant has at most one
-- metric of a template. Counting the metrics takes longer with every tenant. Rows are only added, so that saves of different
-- tenants do not wait for each other; from time to time they are replaced by one row for each template with the same sum.
create table template_tenant_counts (
  id          bigint generated always as identity primary key,
  -- Without a foreign key, which would be checked for every metric that is added: the rows of a template that does not exist
  -- any more add up to 0.
  template_id integer not null,
  tenants     integer not null
);
grant insert on template_tenant_counts to quatrain_app;
grant select, insert, delete on template_tenant_counts to quatrain_spanning;

-- The numbers stay correct because a metric never changes its template.
create function refuse_other_template() returns trigger language plpgsql as $$
begin
  raise exception 'A metric stays with its metric template.';
end
$$;
create trigger refuse_other_template before update of template_id on metrics
  for each row when (new.template_id <> old.template_id) execute function refuse_other_template();

create function count_added_tenants() returns trigger language plpgsql as $$
begin
  insert into template_tenant_counts (template_id, tenants) select template_id, count(*) from added group by template_id;
  return null;
end
$$;
create trigger count_added_tenants after insert on metrics
  referencing new table as added for each statement execute function count_added_tenants();

create function count_removed_tenants() returns trigger language plpgsql as $$
begin
  insert into template_tenant_counts (template_id, tenants) select template_id, -count(*) from removed group by template_id;
  return null;
end
$$;
create trigger count_removed_tenants after delete on metrics
  referencing old table as removed for each statement execute function count_removed_tenants();

-- As for every index and trigger: no metric is added between the count and the end of the migration.
insert into template_tenant_counts (template_id, tenants) select template_id, count(*) from metrics group by template_id;
