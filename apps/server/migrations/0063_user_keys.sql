-- This uses no rows.
-- Keys with which scripts call the internal API as a user. Tokens are shown once: only their hashes are stored.
create table user_keys (
  tenant_id      integer not null default current_tenant(),
  id             integer generated always as identity,
  user_id        integer not null,
  name           text collate "C" not null,
  token_hash     text collate "C" not null,
  read_only      boolean not null,
  expires_at     timestamptz,
  networks       text[] collate "C" not null default '{}',
  created_at     timestamptz not null,
  rotated_at     timestamptz,
  -- The token before the last rotation, which is accepted until then.
  previous_hash  text collate "C",
  previous_until timestamptz,
  last_used_at   timestamptz,
  last_used_by   text not null default '',
  primary key (tenant_id, id),
  constraint user_keys_name_key unique (tenant_id, user_id, name),
  constraint user_keys_token_key unique (tenant_id, token_hash),
  constraint user_keys_previous_check check ((previous_hash is null) = (previous_until is null)),
  constraint user_keys_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
create index user_keys_previous on user_keys (tenant_id, previous_hash) where previous_hash is not null;
select protect('user_keys');
select leave_uncounted('user_keys');
