-- This uses no rows.
create table identity_providers (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  row_version integer not null default 1,
  name        text collate "C" not null,
  enabled     boolean not null,
  -- The other fields of the document.
  content     json not null,
  -- Encrypted with the server's secret. Null if the provider knows the console as a public client.
  client_secret_sealed text,
  primary key (tenant_id, id),
  constraint identity_providers_name_key unique (tenant_id, name)
);
select protect('identity_providers');

-- Who a user is at an identity provider. The subject is the only thing that a user is found by.
create table sign_on_subjects (
  tenant_id   integer not null default current_tenant(),
  provider_id integer not null,
  issuer      text collate "C" not null,
  subject     text collate "C" not null,
  user_id     integer not null,
  primary key (tenant_id, provider_id, issuer, subject),
  constraint sign_on_subjects_provider_fkey
    foreign key (tenant_id, provider_id) references identity_providers on delete cascade,
  constraint sign_on_subjects_user_fkey foreign key (tenant_id, user_id) references users on delete cascade
);
create index sign_on_subjects_user on sign_on_subjects (tenant_id, user_id);
select protect('sign_on_subjects');
-- No list shows subjects; the user of a new one is counted.
select leave_uncounted('sign_on_subjects');

-- Sign-ons that were sent to an identity provider. Each is used once, within minutes.
create table sign_on_requests (
  tenant_id     integer not null default current_tenant(),
  -- SHA-256 of the state that the provider returns, and of the cookie of the browser that began it; empty for a test
  -- until a browser begins it.
  state_hash    text collate "C" not null,
  browser_hash  text collate "C" not null,
  provider_id   integer not null,
  -- The user who tests the provider, and the address to return to; null for a sign-in.
  tested_by     text,
  return_to     text,
  nonce         text not null,
  code_verifier text not null,
  network       text collate "C" not null,
  begun_at      timestamptz not null,
  primary key (tenant_id, state_hash),
  constraint sign_on_requests_provider_fkey
    foreign key (tenant_id, provider_id) references identity_providers on delete cascade
);
create index sign_on_requests_provider on sign_on_requests (tenant_id, provider_id);
create index sign_on_requests_begun_at on sign_on_requests (tenant_id, begun_at);
select protect('sign_on_requests');
select leave_uncounted('sign_on_requests');

-- What arrived in test sign-ins.
create table sign_on_tests (
  tenant_id   integer not null default current_tenant(),
  id          text collate "C" not null,
  provider_id integer not null,
  tested_by   text not null,
  result      json not null,
  arrived_at  timestamptz not null,
  primary key (tenant_id, id),
  constraint sign_on_tests_provider_fkey
    foreign key (tenant_id, provider_id) references identity_providers on delete cascade
);
create index sign_on_tests_provider on sign_on_tests (tenant_id, provider_id);
create index sign_on_tests_arrived_at on sign_on_tests (tenant_id, arrived_at);
select protect('sign_on_tests');
select leave_uncounted('sign_on_tests');
