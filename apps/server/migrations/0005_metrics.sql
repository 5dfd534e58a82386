-- This uses no rows.
-- The tenant's own part of a metric: its group and configuration values. The rest, including the name, is that of the
-- template version it uses.
create table metrics (
  tenant_id           integer not null default current_tenant() references tenants (id) on delete cascade,
  id                  integer generated always as identity,
  row_version         integer not null default 1,
  template_id         integer not null,
  template_version_id integer not null,
  group_id            integer,
  config              json not null default '[]',
  primary key (tenant_id, id),
  constraint metrics_template_key unique (tenant_id, template_id),
  constraint metrics_template_fkey foreign key (template_id) references metric_templates,
  constraint metrics_template_version_fkey foreign key (template_version_id) references metric_template_versions,
  constraint metrics_group_fkey foreign key (tenant_id, group_id) references groups on delete set null (group_id)
);
create index metrics_template_version on metrics (tenant_id, template_version_id);
create index metrics_group on metrics (tenant_id, group_id);
select protect('metrics');
