-- This uses no rows.
-- Deleting a template or one of its versions searches the metrics of every tenant that refer to it. An index that starts
-- with the tenant does not help: every metric of every tenant would be read. The index on template versions serves both,
-- because within a tenant both columns are known.
create index metrics_template on metrics (template_id);
drop index metrics_template_version;
create index metrics_template_version on metrics (template_version_id, tenant_id);
