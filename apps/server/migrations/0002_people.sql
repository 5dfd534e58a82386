-- This uses no rows.
create table users (
  tenant_id     integer not null default current_tenant() references tenants (id) on delete cascade,
  id            integer generated always as identity,
  row_version   integer not null default 1,
  username      text collate "C" not null,
  -- Null if the user signs in elsewhere; no password matches then.
  password_hash text,
  first_name    text not null default '',
  last_name     text not null default '',
  email         text not null default '',
  is_superuser  boolean not null default false,
  is_active     boolean not null default true,
  date_joined   timestamptz not null default now(),
  last_login    timestamptz,
  displayname   text not null default '',
  subject       text not null default '',
  egiid         text not null default '',
  primary key (tenant_id, id),
  constraint users_username_key unique (tenant_id, username)
);
select protect('users');

create table groups (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  row_version integer not null default 1,
  kind        text collate "C" not null,
  name        text collate "C" not null,
  primary key (tenant_id, id),
  constraint groups_kind_check check (kind in ('reports', 'metrics', 'aggregations', 'metricprofiles', 'thresholdsprofiles')),
  constraint groups_name_key unique (tenant_id, kind, name)
);
select protect('groups');

create table group_members (
  tenant_id integer not null default current_tenant(),
  user_id   integer not null,
  group_id  integer not null,
  primary key (tenant_id, user_id, group_id),
  constraint group_members_user_fkey  foreign key (tenant_id, user_id) references users on delete cascade,
  constraint group_members_group_fkey foreign key (tenant_id, group_id) references groups on delete cascade
);
create index group_members_group on group_members (tenant_id, group_id);
select protect('group_members');

create table sessions (
  tenant_id    integer not null default current_tenant() references tenants (id) on delete cascade,
  -- SHA-256 of the cookie: a copy of this table opens no session.
  token_hash   text collate "C" not null,
  user_id      integer not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, token_hash),
  constraint sessions_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
create index sessions_user on sessions (tenant_id, user_id);
create index sessions_last_seen on sessions (tenant_id, last_seen_at);
select protect('sessions');

create table login_failures (
  tenant_id integer not null default current_tenant() references tenants (id) on delete cascade,
  id        integer generated always as identity,
  username  text collate "C" not null,
  address   text collate "C" not null,
  failed_at timestamptz not null,
  primary key (tenant_id, id)
);
create index login_failures_username on login_failures (tenant_id, username, failed_at);
create index login_failures_address on login_failures (tenant_id, address, failed_at);
select protect('login_failures');

create table api_keys (
  tenant_id    integer not null default current_tenant() references tenants (id) on delete cascade,
  id           integer generated always as identity,
  row_version  integer not null default 1,
  name         text collate "C" not null,
  used_by      text collate "C" not null,
  -- A keyed hash to find the key, and the key itself, encrypted with the server's secret.
  token_lookup text collate "C" not null,
  token_sealed text not null,
  created      timestamptz not null,
  revoked      boolean not null default false,
  last_used_at timestamptz,
  last_used_by text not null default '',
  primary key (tenant_id, id),
  constraint api_keys_used_by_check check (used_by in ('poem', 'webapi')),
  constraint api_keys_token_key unique (tenant_id, token_lookup)
);
create unique index api_keys_live_name on api_keys (tenant_id, used_by, name) where not revoked;
select protect('api_keys');
