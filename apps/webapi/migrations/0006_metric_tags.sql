-- The administrators of the whole installation, whose keys open no tenant. The application reads them only through
-- name_of_administrator.
create table administrators (
  name       text collate "C" primary key,
  hash       text collate "C" not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint administrators_hash_key unique (hash)
);

-- The owner of a key; no row for an unknown or revoked key.
create function name_of_administrator(given text) returns text language sql stable security definer
set search_path = webapi, pg_temp
return (select name from administrators where hash = given and revoked_at is null);
revoke execute on function name_of_administrator(text) from public;
grant execute on function name_of_administrator(text) to quatrain_webapi;

-- One list for the whole installation, written as a whole, in its order.
create table metric_tags (
  position integer primary key,
  name     text collate "C" not null,
  tags     json not null,
  constraint metric_tags_name_key unique (name)
);
grant select, insert, delete on metric_tags to quatrain_webapi;
