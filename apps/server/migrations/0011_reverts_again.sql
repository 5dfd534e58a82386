-- This uses no rows.
alter table change_requests
  -- How often it could not be taken back although nobody has confirmed it, and since when it is tried.
  add column revert_attempts integer not null default 0,
  add column revert_tried_since timestamptz;
