-- What a saved profile imports and removes depends on what all profiles of the tenant hold. So they are written one
-- after the other: this lock is taken by the statement that writes a profile, and what follows it sees what came before.
create function take_turns() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('metric profiles'), current_tenant());
  return null;
end
$$;
create trigger take_turns before insert or update or delete on metric_profiles
  for each statement execute function take_turns();
