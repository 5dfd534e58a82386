-- This uses no rows.
-- The user's comment on a version, as for other kinds of objects.
alter table probe_versions add column remark text not null default '';
