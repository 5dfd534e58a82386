-- This uses no rows.
create table change_requests (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  row_version integer not null default 1,
  title       text not null,
  description text not null,
  link        text not null,
  -- In the order in which they are made: kind, operation, input, and the object as it was called and was when each was collected.
  writes      json not null,
  state       text collate "C" not null default 'draft',
  -- The effect that reviewers have approved; empty while nobody has.
  approved    text not null default '',
  author      text collate "C" not null,
  created_at  timestamptz not null,
  changed_at  timestamptz not null,
  -- The request of the API that has applied it: rows of the activity log have the same.
  request_id  text,
  -- The time of these rows.
  applied_at  timestamptz,
  -- The applied request that it takes back; null if it is no inverse of one.
  reverts     integer,
  -- The process that applies it; null if unknown.
  process     integer default own_process(),
  -- By the clock of the database, as claims are.
  held_at     timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  constraint change_requests_state_check check (state in ('draft', 'in review', 'approved', 'applying', 'applied', 'failed',
    'withdrawn', 'reverted'))
);
comment on table change_requests is 'Writes that are prepared without effect, reviewed, and made together.';
create index change_requests_changed on change_requests (tenant_id, changed_at);
create index change_requests_applied on change_requests (tenant_id, request_id) where request_id is not null;
select protect('change_requests');

-- The activity page finds words in remarks.
create index versions_remarked on versions (tenant_id, kind, object_id, number) where remark <> '';

create table change_request_comments (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  request    integer not null,
  number     integer generated always as identity,
  at         timestamptz not null,
  author     text not null,
  action     text collate "C" not null,
  text       text not null,
  primary key (tenant_id, request, number),
  constraint change_request_comments_request_fkey foreign key (tenant_id, request)
    references change_requests (tenant_id, id) on delete cascade,
  constraint change_request_comments_action_check check (action in ('comment', 'submit', 'approve', 'refuse', 'void', 'apply',
    'fail', 'withdraw', 'revert'))
);
comment on table change_request_comments is 'What was said about a change request, and what was done with it.';
select protect('change_request_comments');
