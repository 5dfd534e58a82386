-- This uses no rows.
create table aggregation_profiles (
  tenant_id      integer not null default current_tenant() references tenants (id) on delete cascade,
  id             integer generated always as identity,
  row_version    integer not null default 1,
  apiid          uuid not null,
  name           text collate "C" not null,
  group_id       integer not null,
  description    text not null default '',
  metric_profile text collate "C" not null,
  -- Operations, endpoint group and groups, as in the documents of its versions.
  content        jsonb not null,
  primary key (tenant_id, id),
  constraint aggregation_profiles_apiid_key unique (tenant_id, apiid),
  constraint aggregation_profiles_name_key  unique (tenant_id, name),
  constraint aggregation_profiles_group_fkey foreign key (tenant_id, group_id) references groups,
  -- Names of metric profiles are fixed.
  constraint aggregation_profiles_metric_profile_fkey
    foreign key (tenant_id, metric_profile) references metric_profiles (tenant_id, name)
);
create index aggregation_profiles_group on aggregation_profiles (tenant_id, group_id);
create index aggregation_profiles_metric_profile on aggregation_profiles (tenant_id, metric_profile);
select protect('aggregation_profiles');
