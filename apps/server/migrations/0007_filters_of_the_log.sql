-- This uses no rows.
-- Few values with many rows each: the list of changes looks for a part of them among the distinct ones.
create index activity_actor on activity (tenant_id, actor);
create index activity_name on activity (tenant_id, object_name);
