-- This uses no rows.
-- Links with which users set a password. A user has one at most.
create table password_links (
  tenant_id   integer not null default current_tenant(),
  user_id     integer not null,
  -- SHA-256 of the token: a copy of this table opens no account.
  token_hash  text collate "C" not null,
  -- A link ends when the address or the password of its user changes otherwise.
  email       text not null,
  of_password text not null,
  expires_at  timestamptz not null,
  primary key (tenant_id, user_id),
  constraint password_links_token_key unique (tenant_id, token_hash),
  constraint password_links_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
create index password_links_expires_at on password_links (tenant_id, expires_at);
select protect('password_links');
select leave_uncounted('password_links');
