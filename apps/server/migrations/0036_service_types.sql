-- This uses no rows.
-- The numbers of service types in histories. The Web API stores their content. A row stays when its service type is
-- deleted, so that one of the same name continues its history.
create table service_types (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  row_version integer not null default 1,
  name        text collate "C" not null,
  primary key (tenant_id, id),
  constraint service_types_name_key unique (tenant_id, name)
);
select protect('service_types');

-- For the metric profiles that contain a service type.
create index metric_profile_instances_service on metric_profile_instances (tenant_id, service);
