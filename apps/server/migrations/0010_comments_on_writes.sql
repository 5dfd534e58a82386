-- This uses no rows.
alter table change_request_comments
  -- The object of the write that a comment is about; null if it is about the request.
  add column kind text collate "C",
  add column name text collate "C",
  add constraint change_request_comments_about_check check ((kind is null) = (name is null));
