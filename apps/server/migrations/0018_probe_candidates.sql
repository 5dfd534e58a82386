-- This uses no rows.
-- Probes that users have submitted, with their status. Submitters choose the names, so two can be the same.
create table probe_candidates (
  tenant_id        integer not null default current_tenant() references tenants (id) on delete cascade,
  id               integer generated always as identity,
  row_version      integer not null default 1,
  name             text collate "C" not null,
  description      text not null default '',
  docurl           text not null,
  rpm              text not null default '',
  yum_baseurl      text not null default '',
  script           text not null default '',
  command          text not null,
  contact          text not null,
  status           text collate "C" not null default 'submitted',
  service_type     text not null default '',
  devel_url        text not null default '',
  production_url   text not null default '',
  rejection_reason text not null default '',
  created          timestamptz not null,
  last_update      timestamptz not null,
  -- The statuses that the submitter was notified of, each once.
  mailed           text[] not null default '{}',
  primary key (tenant_id, id),
  constraint probe_candidates_status_check
    check (status in ('submitted', 'processing', 'testing', 'deployed', 'rejected'))
);
create index probe_candidates_name on probe_candidates (tenant_id, name, id);
select protect('probe_candidates');
