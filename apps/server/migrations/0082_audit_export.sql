-- Receivers of the activity log outside of the installation. The process that sends to one holds it for a while, by the clock
-- of the database.
create table audit_receivers (
  name       text collate "C" primary key,
  holder     uuid not null,
  held_until timestamptz not null
);
grant select, insert, update, delete on audit_receivers to quatrain_spanning;

-- The number of the last row of a tenant's activity log that a receiver has. It outlives its tenant, as the activity log does.
create table audit_cursors (
  tenant_id integer not null default current_tenant(),
  receiver  text collate "C" not null,
  number    integer not null,
  primary key (tenant_id, receiver)
);
select protect('audit_cursors');
select leave_uncounted('audit_cursors');
