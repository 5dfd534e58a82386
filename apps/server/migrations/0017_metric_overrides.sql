-- This uses no rows.
-- Named sets of values that monitoring boxes use instead of those of the metrics. Each value has its own row, so that it
-- is kept unchanged and in order.
create table metric_overrides (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  row_version integer not null default 1,
  name        text collate "C" not null,
  primary key (tenant_id, id),
  constraint metric_overrides_name_key unique (tenant_id, name)
);
select protect('metric_overrides');

create table metric_override_global_attributes (
  tenant_id   integer not null default current_tenant(),
  override_id integer not null,
  position    integer not null,
  attribute   text collate "C" not null,
  value       text not null,
  primary key (tenant_id, override_id, position),
  constraint metric_override_global_attributes_row_key unique (tenant_id, override_id, attribute),
  constraint metric_override_global_attributes_override_fkey
    foreign key (tenant_id, override_id) references metric_overrides on delete cascade
);
select protect('metric_override_global_attributes');

create table metric_override_host_attributes (
  tenant_id   integer not null default current_tenant(),
  override_id integer not null,
  position    integer not null,
  hostname    text collate "C" not null,
  attribute   text collate "C" not null,
  value       text not null,
  primary key (tenant_id, override_id, position),
  constraint metric_override_host_attributes_row_key unique (tenant_id, override_id, hostname, attribute),
  constraint metric_override_host_attributes_override_fkey
    foreign key (tenant_id, override_id) references metric_overrides on delete cascade
);
select protect('metric_override_host_attributes');

create table metric_override_metric_parameters (
  tenant_id   integer not null default current_tenant(),
  override_id integer not null,
  position    integer not null,
  hostname    text collate "C" not null,
  metric      text collate "C" not null,
  parameter   text collate "C" not null,
  value       text not null,
  primary key (tenant_id, override_id, position),
  constraint metric_override_metric_parameters_row_key unique (tenant_id, override_id, hostname, metric, parameter),
  constraint metric_override_metric_parameters_override_fkey
    foreign key (tenant_id, override_id) references metric_overrides on delete cascade
);
select protect('metric_override_metric_parameters');
