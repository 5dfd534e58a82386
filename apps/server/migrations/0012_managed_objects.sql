-- This uses no rows.
alter table change_requests
  -- Who manages the objects of the request as code; null if people have collected its writes.
  add column managed json;

create table managed_objects (
  tenant_id integer not null default current_tenant() references tenants on delete cascade,
  kind text collate "C" not null,
  name text collate "C" not null,
  owner text not null,
  link text not null,
  commit text not null,
  spec json not null,
  applied_at timestamptz not null,
  primary key (tenant_id, kind, name)
);
comment on table managed_objects is 'Objects that are managed as code: by whom, and what files said when they were applied.';
select protect_uncounted('managed_objects');
