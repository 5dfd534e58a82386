-- The metrics that a saved profile imports and removes depend on all profiles of the tenant. Therefore they are written
-- one after the other: the statement that writes a profile takes this lock, and later statements see the previous writes.
create function take_turns() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('metric profiles'), current_tenant());
  return null;
end
$$;
create trigger take_turns before insert or update or delete on metric_profiles
  for each statement execute function take_turns();
