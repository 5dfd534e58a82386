-- The last backup that was read again after it was written, and found complete. Not a part of backups.
create table verified_backups (
  -- When its snapshot was taken, and when it was last read.
  created_at  timestamptz not null,
  verified_at timestamptz not null,
  file        text not null,
  bytes       bigint not null,
  rows        bigint not null
);
create unique index verified_backups_one on verified_backups ((true));
grant select, insert, update on verified_backups to quatrain_spanning;

alter table activity drop constraint activity_action_check;
alter table activity add constraint activity_action_check
  check (action in ('add', 'change', 'delete', 'reveal', 'reseal', 'sign-in', 'sign-out', 'refuse', 'set-password', 'send-link',
    'end-session', 'set-factor', 'remove-factor', 'renew-codes', 'confirm', 'require-factor', 'restore-backup'));
