-- This uses no rows.
alter table change_requests
  -- Minutes in which a scheduled request has to be confirmed after it was applied; null if it need not be.
  add column confirm_within integer,
  -- When an applied request is taken back unless it is confirmed before; null if it need not be.
  add column confirm_by timestamptz,
  -- Why it could not be taken back; empty if it could, or need not be.
  add column revert_problem text not null default '',
  -- Whether it takes back a request that nobody has confirmed. It is scheduled, and needs no approval.
  add column is_automatic boolean not null default false,
  add constraint change_requests_confirm_by_check check (confirm_by is null or state = 'applied');
create index change_requests_unconfirmed on change_requests (tenant_id, confirm_by)
  where confirm_by is not null or revert_problem <> '';

alter table change_request_comments
  drop constraint change_request_comments_action_check,
  add constraint change_request_comments_action_check check (action in ('comment', 'submit', 'approve', 'refuse', 'void',
    'schedule', 'unschedule', 'apply', 'fail', 'withdraw', 'confirm', 'revert', 'fail-revert'));
