-- The console process that holds a claim. Each process has a number, and holds a lock on it while it is alive: nobody
-- works on the claim of a process without its lock. Of a claim without a number this is unknown.
create sequence processes as integer;
grant usage on sequence processes to quatrain_spanning;

create function own_process() returns integer language sql stable parallel safe
  return nullif(current_setting('quatrain.process', true), '')::integer;

create function is_process_gone(process integer) returns boolean language sql
  return process is not null and not exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid = hashtext('console process')::oid and objid = process::oid);

-- Differs after any change of data that a write to two stores may have been prepared with: something was recorded in the
-- tenant, or written to the catalogue.
create function prepared_state() returns text language sql
  return (select coalesce(sum(number), 0) from catalogue_revisions) || '/' || coalesce(
    (select number from activity where tenant_id = current_tenant() order by number desc limit 1), 0);

alter table intents
  add column process     integer default own_process(),
  add column prepared_in text;
