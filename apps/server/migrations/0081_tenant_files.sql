-- A tenant was imported from a file, or its file was left behind.
alter table activity drop constraint activity_action_check;
alter table activity add constraint activity_action_check
  check (action in ('add', 'change', 'delete', 'reveal', 'reseal', 'sign-in', 'sign-out', 'refuse', 'set-password', 'send-link',
    'end-session', 'set-factor', 'remove-factor', 'renew-codes', 'confirm', 'require-factor', 'restore-backup',
    'import-tenant'));
