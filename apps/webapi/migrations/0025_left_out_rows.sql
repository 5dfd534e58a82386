-- The rows of a submitted list that were not stored, because a required field was empty or a text too long for an index:
-- how many, and the first of them with the reason. Null if all rows were stored.
alter table topology_day_versions add column left_out jsonb;
