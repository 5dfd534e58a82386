-- The authenticator apps of users: one-time codes of RFC 6238.
create table authenticator_apps (
  tenant_id     integer not null default current_tenant(),
  id            integer generated always as identity,
  user_id       integer not null,
  -- Encrypted with the server's secret.
  secret_sealed text not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at  timestamptz,
  -- The step of the last accepted code: neither it nor an earlier one is accepted again.
  last_step     integer not null default 0,
  -- Wrong codes since the last right one, and the time of the last.
  wrong_codes   integer not null default 0,
  wrong_at      timestamptz,
  primary key (tenant_id, id),
  constraint authenticator_apps_user_key unique (tenant_id, user_id),
  constraint authenticator_apps_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('authenticator_apps');
select leave_uncounted('authenticator_apps');

-- Each replaces one code of the app.
create table recovery_codes (
  tenant_id integer not null default current_tenant(),
  user_id   integer not null,
  code_hash text collate "C" not null,
  primary key (tenant_id, user_id, code_hash),
  constraint recovery_codes_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('recovery_codes');
select leave_uncounted('recovery_codes');

-- When the user of a session last proved who they are.
alter table sessions add column verified_at timestamptz not null default 'epoch';
alter table sessions alter column verified_at drop default;

alter table activity drop constraint activity_action_check;
alter table activity add constraint activity_action_check
  check (action in ('add', 'change', 'delete', 'reveal', 'reseal', 'sign-in', 'sign-out', 'refuse', 'set-password', 'send-link',
    'end-session', 'set-factor', 'remove-factor', 'renew-codes', 'confirm'));
