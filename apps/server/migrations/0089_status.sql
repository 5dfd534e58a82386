-- The console's processes, which the status page lists. Not a part of backups.
create table console_processes (
  id         uuid primary key,
  machine    text not null,
  pid        integer not null,
  version    text collate "C" not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null
);
create index console_processes_seen_at on console_processes (seen_at);
grant select, insert, update, delete on console_processes to quatrain_spanning;

-- The last comparison of a tenant's two stores. Not a part of backups.
create table store_comparisons (
  tenant_id   integer primary key default current_tenant(),
  compared_at timestamptz not null,
  -- Objects that differ; null if they could not be compared.
  differences integer,
  -- Why they could not be compared; empty if they could.
  failure     text not null default '',
  constraint store_comparisons_tenant_fkey foreign key (tenant_id) references tenants on delete cascade
);
select protect('store_comparisons');
select leave_uncounted('store_comparisons');
