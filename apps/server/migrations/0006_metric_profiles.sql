-- This uses no rows.
create table metric_profiles (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  row_version integer not null default 1,
  apiid       uuid not null,
  name        text collate "C" not null,
  group_id    integer not null,
  description text not null default '',
  primary key (tenant_id, id),
  constraint metric_profiles_apiid_key unique (tenant_id, apiid),
  constraint metric_profiles_name_key  unique (tenant_id, name),
  -- A profile always has an owner: its group cannot be removed while the profile exists.
  constraint metric_profiles_group_fkey foreign key (tenant_id, group_id) references groups
);
create index metric_profiles_group on metric_profiles (tenant_id, group_id);
select protect('metric_profiles');

create table metric_profile_instances (
  tenant_id  integer not null default current_tenant(),
  profile_id integer not null,
  service    text collate "C" not null,
  metric     text collate "C" not null,
  primary key (tenant_id, profile_id, service, metric),
  constraint metric_profile_instances_profile_fkey foreign key (tenant_id, profile_id) references metric_profiles on delete cascade
);
create index metric_profile_instances_metric on metric_profile_instances (tenant_id, metric);
select protect('metric_profile_instances');
