-- The keys with which the console of a tenant signs its SAML messages, and their certificates. The newest one signs.
create table saml_keys (
  tenant_id   integer not null default current_tenant() references tenants (id) on delete cascade,
  id          integer generated always as identity,
  -- PEM, encrypted with the server's secret.
  private_key_sealed text not null,
  certificate text not null,
  created_at  timestamptz not null,
  primary key (tenant_id, id)
);
select protect('saml_keys');
select leave_uncounted('saml_keys');

-- The SHA-256 of the issuers and ids of SAML messages that were accepted: each is accepted once.
create table saml_messages (
  tenant_id  integer not null default current_tenant() references tenants (id) on delete cascade,
  id_hash    text collate "C" not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id_hash)
);
create index saml_messages_expires_at on saml_messages (tenant_id, expires_at);
select protect('saml_messages');
select leave_uncounted('saml_messages');

-- The response that a page of a SAML provider has posted. Browsers send their cookie with the next request only.
alter table sign_on_requests add column response text;

-- Documents are complete.
alter table identity_providers no force row level security;
update identity_providers set content =
  (content::jsonb || '{"metadata_address": "", "metadata": "", "subject_attribute": ""}'::jsonb)::json;
alter table identity_providers force row level security;
alter table versions no force row level security;
update versions set document =
  (document::jsonb || '{"metadata_address": "", "metadata": "", "subject_attribute": ""}'::jsonb)::json
where kind = 'identityprovider';
alter table versions force row level security;
