-- The person's own words about a version, as other kinds of object keep them.
alter table probe_versions add column remark text not null default '';
