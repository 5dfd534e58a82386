-- This uses no rows.
create table reports (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  row_version integer not null default 1,
  apiid       uuid not null,
  name        text collate "C" not null,
  group_id    integer not null,
  description text not null default '',
  -- The other fields as in the documents of its versions, the ids of its profiles in the Web API, and its last change.
  content     jsonb not null,
  primary key (tenant_id, id),
  constraint reports_apiid_key unique (tenant_id, apiid),
  constraint reports_name_key  unique (tenant_id, name),
  constraint reports_group_fkey foreign key (tenant_id, group_id) references groups
);
create index reports_group on reports (tenant_id, group_id);
select protect('reports');
