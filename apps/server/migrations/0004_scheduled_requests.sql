-- This uses no rows.
alter table change_requests
  -- When it is to be applied; null if it is not scheduled.
  add column apply_at timestamptz,
  drop constraint change_requests_state_check,
  add constraint change_requests_state_check check (state in ('draft', 'in review', 'approved', 'scheduled', 'applying', 'applied',
    'failed', 'withdrawn', 'reverted')),
  add constraint change_requests_apply_at_check check ((state = 'scheduled') = (apply_at is not null));
create index change_requests_due on change_requests (tenant_id, apply_at) where state = 'scheduled';

alter table change_request_comments
  drop constraint change_request_comments_action_check,
  add constraint change_request_comments_action_check check (action in ('comment', 'submit', 'approve', 'refuse', 'void',
    'schedule', 'unschedule', 'apply', 'fail', 'withdraw', 'revert'));

create table change_request_approvals (
  tenant_id integer not null default current_tenant() references tenants (id) on delete cascade,
  request   integer not null,
  username  text collate "C" not null,
  at        timestamptz not null,
  primary key (tenant_id, request, username),
  constraint change_request_approvals_request_fkey foreign key (tenant_id, request)
    references change_requests (tenant_id, id) on delete cascade
);
comment on table change_request_approvals is 'Who has approved the effect of a change request.';
select protect('change_request_approvals');
