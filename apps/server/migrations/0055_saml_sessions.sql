-- This uses no rows.
alter table sessions add constraint sessions_id_key unique (tenant_id, id);

-- How sessions that began with SAML are called at the provider, so that a logout can end them there, and one of the
-- provider here.
create table saml_sessions (
  tenant_id   integer not null default current_tenant(),
  session_id  integer not null,
  provider_id integer not null,
  issuer      text collate "C" not null,
  -- The value of `name`.
  name_value  text collate "C" not null,
  name        json not null,
  -- Null if the provider has not named its session.
  session_index text,
  primary key (tenant_id, session_id),
  constraint saml_sessions_session_fkey
    foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
  constraint saml_sessions_provider_fkey
    foreign key (tenant_id, provider_id) references identity_providers on delete cascade
);
create index saml_sessions_name on saml_sessions (tenant_id, provider_id, name_value);
select protect('saml_sessions');
select leave_uncounted('saml_sessions');
