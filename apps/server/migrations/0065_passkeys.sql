-- Public keys of WebAuthn, with which users prove who they are besides their password.
create table passkeys (
  tenant_id     integer not null default current_tenant(),
  id            integer generated always as identity,
  user_id       integer not null,
  name          text collate "C" not null,
  -- Bytes as base64url.
  credential_id text collate "C" not null,
  public_key    text not null,
  -- The number of signatures, as far as the authenticator counts them: a lower one shows a copy.
  signatures    bigint not null,
  transports    text[] not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (tenant_id, id),
  constraint passkeys_credential_id_key unique (tenant_id, credential_id),
  constraint passkeys_name_key unique (tenant_id, user_id, name),
  constraint passkeys_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('passkeys');
select leave_uncounted('passkeys');

-- Random numbers that a passkey has to sign. Each is accepted once.
create table passkey_challenges (
  tenant_id  integer not null default current_tenant(),
  challenge  text collate "C" not null,
  user_id    integer not null,
  -- SHA-256 of the purpose and of a secret of the browser or the session that asked for it.
  bound_to   text collate "C" not null,
  expires_at timestamptz not null,
  primary key (tenant_id, challenge),
  constraint passkey_challenges_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
create index passkey_challenges_user on passkey_challenges (tenant_id, user_id);
create index passkey_challenges_expires_at on passkey_challenges (tenant_id, expires_at);
select protect('passkey_challenges');
select leave_uncounted('passkey_challenges');

-- Users without an app have recovery codes too, so wrong codes are counted for users.
create table wrong_codes (
  tenant_id integer not null default current_tenant(),
  user_id   integer not null,
  -- Wrong codes since the last right one, and the time of the last.
  codes     integer not null,
  last_at   timestamptz not null,
  primary key (tenant_id, user_id),
  constraint wrong_codes_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
select protect('wrong_codes');
select leave_uncounted('wrong_codes');
insert into wrong_codes (tenant_id, user_id, codes, last_at)
  select tenant_id, user_id, wrong_codes, wrong_at from authenticator_apps where wrong_codes > 0 and wrong_at is not null;
-- Servers of the version before read and write the columns until the last of them has ended; a later version drops them.
