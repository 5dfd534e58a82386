-- Ranges of rows that were moved from the beginning of a tenant's activity log to a file, with the versions that went with
-- them. They outlive their tenant, as the log does. Only the owner of the tables archives: the login that serves can remove
-- neither rows nor versions, and cannot say that it did.
create table activity_archives (
  tenant_id     integer not null default current_tenant(),
  first_number  integer not null,
  last_number   integer not null,
  -- Of the row before the first one, and of the last one.
  previous_hash text not null,
  last_hash     text not null,
  -- Times of both rows.
  first_at      timestamptz not null,
  last_at       timestamptz not null,
  versions      integer not null,
  -- Its path in the folder of the archives.
  file          text not null,
  bytes         bigint not null,
  sha256        text not null,
  -- The number of the row of the log that records it.
  recorded_in   integer not null,
  created_at    timestamptz not null,
  -- The imports of tenants that its rows record: later imports and verifications ask for them.
  imports       json not null,
  primary key (tenant_id, last_number)
);
select protect_append_only('activity_archives');
revoke insert on activity_archives from quatrain_app, quatrain_spanning;
create policy owner_archives on activity_archives to current_user using (true) with check (true);

-- Row security binds the owner too.
create policy owner_reads on activity for select to current_user using (true);
create policy owner_removes on activity for delete to current_user using (true);
create policy owner_reads on versions for select to current_user using (true);
create policy owner_removes on versions for delete to current_user using (true);

-- Every stored action is one of the former list, so the rows are not read again.
alter table activity drop constraint activity_action_check;
alter table activity add constraint activity_action_check
  check (action in ('add', 'change', 'delete', 'reveal', 'reseal', 'sign-in', 'sign-out', 'refuse', 'set-password', 'send-link',
    'end-session', 'set-factor', 'remove-factor', 'renew-codes', 'confirm', 'require-factor', 'restore-backup',
    'import-tenant', 'archive-activity')) not valid;

-- Whether a receiver gets the rows of all tenants, or was only used for chosen ones.
alter table audit_receivers add column every_tenant boolean not null default true;
