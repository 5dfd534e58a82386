-- This uses no rows.
create table finding_settings (
  tenant_id integer default current_tenant() primary key references tenants on delete cascade,
  settings json not null
);
comment on table finding_settings is 'Which findings of a tenant are suppressed, and which rules are off or of another severity; none without a row.';
select protect('finding_settings');

create table finding_counts (
  tenant_id integer not null default current_tenant() references tenants on delete cascade,
  day date not null,
  errors integer not null,
  warnings integer not null,
  hints integer not null,
  -- The state of the tenant that was looked at.
  revision text not null,
  primary key (tenant_id, day)
);
comment on table finding_counts is 'How many findings a tenant had at the end of each day.';
select protect_uncounted('finding_counts');
