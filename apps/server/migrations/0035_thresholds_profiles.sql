-- This uses no rows.
create table thresholds_profiles (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  row_version integer not null default 1,
  apiid       uuid not null,
  name        text collate "C" not null,
  group_id    integer not null,
  description text not null default '',
  -- The list of rules in their order: the last one of several for the same metric, host and endpoint group is used.
  rules       jsonb not null,
  primary key (tenant_id, id),
  constraint thresholds_profiles_apiid_key unique (tenant_id, apiid),
  constraint thresholds_profiles_name_key  unique (tenant_id, name),
  constraint thresholds_profiles_group_fkey foreign key (tenant_id, group_id) references groups
);
create index thresholds_profiles_group on thresholds_profiles (tenant_id, group_id);
select protect('thresholds_profiles');
