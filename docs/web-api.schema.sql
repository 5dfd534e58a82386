grant usage on schema webapi to quatrain_webapi;

create table administrators (
  name text collate "C" not null,
  hash text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  constraint administrators_pkey PRIMARY KEY (name),
  constraint administrators_hash_key UNIQUE (hash)
);
comment on table administrators is 'The administrators of the whole installation, whose keys open no tenant.';

create table aggregation_profile_versions (
  tenant_id integer not null default current_tenant(),
  item_id uuid not null,
  day date not null,
  number integer not null,
  name text collate "C" not null,
  document json not null,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint aggregation_profile_versions_pkey PRIMARY KEY (tenant_id, item_id, day, number),
  constraint aggregation_profile_versions_item_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES aggregation_profiles(tenant_id, id) ON DELETE CASCADE
);
comment on table aggregation_profile_versions is 'Every change of the aggregation profiles, numbered in order; the version of a day is the last one that was written for it.';
CREATE INDEX aggregation_profile_versions_name ON aggregation_profile_versions USING btree (tenant_id, name, item_id);
alter table aggregation_profile_versions enable row level security;
alter table aggregation_profile_versions force row level security;
create policy own_tenant on aggregation_profile_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table aggregation_profile_versions to quatrain_webapi;

create table aggregation_profiles (
  tenant_id integer not null default current_tenant(),
  id uuid not null,
  name text collate "C" not null,
  day date not null,
  changes integer not null default 1,
  deleted_at timestamp with time zone,
  deleted_by text collate "C",
  constraint aggregation_profiles_pkey PRIMARY KEY (tenant_id, id),
  constraint aggregation_profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table aggregation_profiles is 'The current aggregation profiles; name and day are those of the newest version, which has the content.';
CREATE UNIQUE INDEX aggregation_profiles_name_key ON aggregation_profiles USING btree (tenant_id, name) WHERE deleted_at IS NULL;
alter table aggregation_profiles enable row level security;
alter table aggregation_profiles force row level security;
create policy own_tenant on aggregation_profiles for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table aggregation_profiles to quatrain_webapi;

create table data_feed_permissions (
  tenant_id integer not null default current_tenant(),
  tenants integer[] not null,
  constraint data_feed_permissions_pkey PRIMARY KEY (tenant_id),
  constraint data_feed_permissions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table data_feed_permissions is 'The tenants whose data a combined tenant may read; only operators write this table.';
alter table data_feed_permissions enable row level security;
alter table data_feed_permissions force row level security;
create policy own_tenant on data_feed_permissions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select on table data_feed_permissions to quatrain_webapi;

create table data_feeds (
  tenant_id integer not null default current_tenant(),
  tenants integer[] not null,
  constraint data_feeds_pkey PRIMARY KEY (tenant_id),
  constraint data_feeds_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table data_feeds is 'The other tenants whose data a combined tenant reads, in the given order.';
alter table data_feeds enable row level security;
alter table data_feeds force row level security;
create policy own_tenant on data_feeds for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table data_feeds to quatrain_webapi;

create table downtime_list_versions (
  tenant_id integer not null default current_tenant(),
  day date not null,
  number integer not null,
  document json,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint downtime_list_versions_pkey PRIMARY KEY (tenant_id, day, number),
  constraint downtime_list_versions_day_fkey FOREIGN KEY (tenant_id, day) REFERENCES downtime_lists(tenant_id, day) ON DELETE CASCADE
);
comment on table downtime_list_versions is 'Every change of the list of a day, numbered in order; a delete adds a version without a document.';
alter table downtime_list_versions enable row level security;
alter table downtime_list_versions force row level security;
create policy own_tenant on downtime_list_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table downtime_list_versions to quatrain_webapi;

create table downtime_lists (
  tenant_id integer not null default current_tenant(),
  day date not null,
  changes integer not null default 1,
  deleted_at timestamp with time zone,
  constraint downtime_lists_pkey PRIMARY KEY (tenant_id, day),
  constraint downtime_lists_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table downtime_lists is 'The days with a list of downtimes; the versions have the content.';
alter table downtime_lists enable row level security;
alter table downtime_lists force row level security;
create policy own_tenant on downtime_lists for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table downtime_lists to quatrain_webapi;

create table feed_versions (
  tenant_id integer not null default current_tenant(),
  feed text collate "C" not null,
  number integer not null,
  document json not null,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint feed_versions_pkey PRIMARY KEY (tenant_id, feed, number),
  constraint feed_versions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table feed_versions is 'The feeds of a tenant, by name: every version, numbered in order; the last one counts.';
alter table feed_versions enable row level security;
alter table feed_versions force row level security;
create policy own_tenant on feed_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table feed_versions to quatrain_webapi;

create table keys (
  tenant_id integer not null default current_tenant(),
  name text collate "C" not null,
  role text collate "C" not null,
  hash text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  constraint keys_pkey PRIMARY KEY (tenant_id, name),
  constraint keys_hash_key UNIQUE (tenant_id, hash),
  constraint keys_role_check CHECK (role = ANY (ARRAY['admin'::text, 'editor'::text, 'viewer'::text])),
  constraint keys_hash_fkey FOREIGN KEY (tenant_id, hash) REFERENCES tokens(tenant, hash) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table keys is 'The keys of a tenant with their roles.';
alter table keys enable row level security;
alter table keys force row level security;
create policy own_tenant on keys for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));

create table kysely_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint kysely_migration_pkey PRIMARY KEY (name)
);
grant select on table kysely_migration to quatrain_webapi;

create table metric_profile_versions (
  tenant_id integer not null default current_tenant(),
  item_id uuid not null,
  day date not null,
  number integer not null,
  name text collate "C" not null,
  document json not null,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint metric_profile_versions_pkey PRIMARY KEY (tenant_id, item_id, day, number),
  constraint metric_profile_versions_item_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES metric_profiles(tenant_id, id) ON DELETE CASCADE
);
comment on table metric_profile_versions is 'Every change of the metric profiles, numbered in order; the version of a day is the last one that was written for it.';
CREATE INDEX metric_profile_versions_name ON metric_profile_versions USING btree (tenant_id, name, item_id);
alter table metric_profile_versions enable row level security;
alter table metric_profile_versions force row level security;
create policy own_tenant on metric_profile_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table metric_profile_versions to quatrain_webapi;

create table metric_profiles (
  tenant_id integer not null default current_tenant(),
  id uuid not null,
  name text collate "C" not null,
  day date not null,
  changes integer not null default 1,
  deleted_at timestamp with time zone,
  deleted_by text collate "C",
  constraint metric_profiles_pkey PRIMARY KEY (tenant_id, id),
  constraint metric_profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table metric_profiles is 'The current metric profiles; name and day are those of the newest version, which has the content.';
CREATE UNIQUE INDEX metric_profiles_name_key ON metric_profiles USING btree (tenant_id, name) WHERE deleted_at IS NULL;
alter table metric_profiles enable row level security;
alter table metric_profiles force row level security;
create policy own_tenant on metric_profiles for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table metric_profiles to quatrain_webapi;

create table metric_tags (
  "position" integer not null,
  name text collate "C" not null,
  tags json not null,
  constraint metric_tags_pkey PRIMARY KEY ("position"),
  constraint metric_tags_name_key UNIQUE (name)
);
comment on table metric_tags is 'The tags of metrics: one list for the whole installation, written as a whole, in its order.';
grant select, insert, delete on table metric_tags to quatrain_webapi;

create table operations_profile_versions (
  tenant_id integer not null default current_tenant(),
  item_id uuid not null,
  day date not null,
  number integer not null,
  name text collate "C" not null,
  document json not null,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint operations_profile_versions_pkey PRIMARY KEY (tenant_id, item_id, day, number),
  constraint operations_profile_versions_item_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES operations_profiles(tenant_id, id) ON DELETE CASCADE
);
comment on table operations_profile_versions is 'Every change of the operations profiles, numbered in order; the version of a day is the last one that was written for it.';
CREATE INDEX operations_profile_versions_name ON operations_profile_versions USING btree (tenant_id, name, item_id);
alter table operations_profile_versions enable row level security;
alter table operations_profile_versions force row level security;
create policy own_tenant on operations_profile_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table operations_profile_versions to quatrain_webapi;

create table operations_profiles (
  tenant_id integer not null default current_tenant(),
  id uuid not null,
  name text collate "C" not null,
  day date not null,
  changes integer not null default 1,
  deleted_at timestamp with time zone,
  deleted_by text collate "C",
  constraint operations_profiles_pkey PRIMARY KEY (tenant_id, id),
  constraint operations_profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table operations_profiles is 'The current operations profiles; name and day are those of the newest version, which has the content.';
CREATE UNIQUE INDEX operations_profiles_name_key ON operations_profiles USING btree (tenant_id, name) WHERE deleted_at IS NULL;
alter table operations_profiles enable row level security;
alter table operations_profiles force row level security;
create policy own_tenant on operations_profiles for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table operations_profiles to quatrain_webapi;

create table report_versions (
  tenant_id integer not null default current_tenant(),
  item_id uuid not null,
  number integer not null,
  document json not null,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint report_versions_pkey PRIMARY KEY (tenant_id, item_id, number),
  constraint report_versions_item_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE
);
comment on table report_versions is 'Every change of the reports, numbered in order.';
alter table report_versions enable row level security;
alter table report_versions force row level security;
create policy own_tenant on report_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table report_versions to quatrain_webapi;

create table reports (
  tenant_id integer not null default current_tenant(),
  id uuid not null,
  name text collate "C" not null,
  changes integer not null default 1,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  deleted_by text collate "C",
  constraint reports_pkey PRIMARY KEY (tenant_id, id),
  constraint reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table reports is 'The current reports; they have no versions by day: the newest one is valid.';
CREATE UNIQUE INDEX reports_name_key ON reports USING btree (tenant_id, name) WHERE deleted_at IS NULL;
alter table reports enable row level security;
alter table reports force row level security;
create policy own_tenant on reports for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table reports to quatrain_webapi;

create table restores (
  epoch text collate "C" not null,
  restored_at timestamp with time zone not null default now()
);
comment on table restores is 'A random text in every entity tag of a database that was restored from a backup, which counts the same changes again.';
CREATE UNIQUE INDEX restores_one ON restores USING btree ((true));
grant select on table restores to quatrain_webapi;

create table service_type_list_versions (
  tenant_id integer not null default current_tenant(),
  day date not null,
  number integer not null,
  document json,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint service_type_list_versions_pkey PRIMARY KEY (tenant_id, day, number),
  constraint service_type_list_versions_day_fkey FOREIGN KEY (tenant_id, day) REFERENCES service_type_lists(tenant_id, day) ON DELETE CASCADE
);
comment on table service_type_list_versions is 'Every change of the list of a day, numbered in order; a delete adds a version without a document.';
alter table service_type_list_versions enable row level security;
alter table service_type_list_versions force row level security;
create policy own_tenant on service_type_list_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table service_type_list_versions to quatrain_webapi;

create table service_type_lists (
  tenant_id integer not null default current_tenant(),
  day date not null,
  changes integer not null default 1,
  deleted_at timestamp with time zone,
  constraint service_type_lists_pkey PRIMARY KEY (tenant_id, day),
  constraint service_type_lists_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table service_type_lists is 'The days with a list of service types; the versions have the content.';
CREATE INDEX service_type_lists_there ON service_type_lists USING btree (tenant_id, day) WHERE deleted_at IS NULL;
alter table service_type_lists enable row level security;
alter table service_type_lists force row level security;
create policy own_tenant on service_type_lists for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table service_type_lists to quatrain_webapi;

create table tenant_imports (
  tenant integer not null,
  import text collate "C" not null,
  constraint tenant_imports_pkey PRIMARY KEY (tenant),
  constraint tenant_imports_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table tenant_imports is 'Tenants whose import from a file is not complete until the console has stored its part too; a repeated import replaces them.';

create table tenants (
  id integer not null generated always as identity,
  name text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_name_key UNIQUE (name)
);
comment on table tenants is 'The tenants, whose keys open their own data only.';
CREATE TRIGGER delete_topology BEFORE DELETE ON tenants FOR EACH ROW EXECUTE FUNCTION delete_topology();

create table thresholds_profile_versions (
  tenant_id integer not null default current_tenant(),
  item_id uuid not null,
  day date not null,
  number integer not null,
  name text collate "C" not null,
  document json not null,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint thresholds_profile_versions_pkey PRIMARY KEY (tenant_id, item_id, day, number),
  constraint thresholds_profile_versions_item_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES thresholds_profiles(tenant_id, id) ON DELETE CASCADE
);
comment on table thresholds_profile_versions is 'Every change of the thresholds profiles, numbered in order; the version of a day is the last one that was written for it.';
CREATE INDEX thresholds_profile_versions_name ON thresholds_profile_versions USING btree (tenant_id, name, item_id);
alter table thresholds_profile_versions enable row level security;
alter table thresholds_profile_versions force row level security;
create policy own_tenant on thresholds_profile_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table thresholds_profile_versions to quatrain_webapi;

create table thresholds_profiles (
  tenant_id integer not null default current_tenant(),
  id uuid not null,
  name text collate "C" not null,
  day date not null,
  changes integer not null default 1,
  deleted_at timestamp with time zone,
  deleted_by text collate "C",
  constraint thresholds_profiles_pkey PRIMARY KEY (tenant_id, id),
  constraint thresholds_profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table thresholds_profiles is 'The current thresholds profiles; name and day are those of the newest version, which has the content.';
CREATE UNIQUE INDEX thresholds_profiles_name_key ON thresholds_profiles USING btree (tenant_id, name) WHERE deleted_at IS NULL;
alter table thresholds_profiles enable row level security;
alter table thresholds_profiles force row level security;
create policy own_tenant on thresholds_profiles for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table thresholds_profiles to quatrain_webapi;

create table tokens (
  hash text collate "C" not null,
  tenant integer not null,
  constraint tokens_pkey PRIMARY KEY (hash),
  constraint tokens_tenant_hash_key UNIQUE (tenant, hash),
  constraint tokens_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table tokens is 'The tenant of each token, which is needed before the tenant is known.';

create table topology_day_versions (
  tenant_id integer not null default current_tenant(),
  kind text collate "C" not null,
  day date not null,
  number integer not null,
  list integer,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  left_out jsonb,
  constraint topology_day_versions_pkey PRIMARY KEY (tenant_id, kind, day, number),
  constraint topology_day_versions_day_fkey FOREIGN KEY (tenant_id, kind, day) REFERENCES topology_days(tenant_id, kind, day) ON DELETE CASCADE,
  constraint topology_day_versions_list_fkey FOREIGN KEY (tenant_id, kind, list) REFERENCES topology_lists(tenant_id, kind, number) ON DELETE CASCADE
);
comment on table topology_day_versions is 'Every change of a day, numbered in order; a delete is a version without a list, and the versions before it are kept.';
CREATE INDEX topology_day_versions_list ON topology_day_versions USING btree (tenant_id, kind, list);
alter table topology_day_versions enable row level security;
alter table topology_day_versions force row level security;
create policy own_tenant on topology_day_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table topology_day_versions to quatrain_webapi;

create table topology_days (
  tenant_id integer not null default current_tenant(),
  kind text collate "C" not null,
  day date not null,
  changes integer not null default 1,
  deleted_at timestamp with time zone,
  constraint topology_days_pkey PRIMARY KEY (tenant_id, kind, day),
  constraint topology_days_kind_check CHECK (kind = ANY (ARRAY['groups'::text, 'endpoints'::text])),
  constraint topology_days_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table topology_days is 'The days for which a list was written; readers get the list of the newest day up to theirs that still has one.';
CREATE INDEX topology_days_current ON topology_days USING btree (tenant_id, kind, day) WHERE deleted_at IS NULL;
alter table topology_days enable row level security;
alter table topology_days force row level security;
create policy own_tenant on topology_days for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table topology_days to quatrain_webapi;

create table topology_endpoint_tags (
  tenant_id integer not null default current_tenant(),
  name text collate "C" not null,
  value_hash bigint not null,
  list integer not null,
  value text collate "C" not null,
  items integer[] not null
);
comment on table topology_endpoint_tags is 'The same for endpoints.';
CREATE INDEX topology_endpoint_tags_value ON topology_endpoint_tags USING btree (tenant_id, name, value_hash);
alter table topology_endpoint_tags enable row level security;
alter table topology_endpoint_tags force row level security;
create policy own_tenant on topology_endpoint_tags for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table topology_endpoint_tags to quatrain_webapi;

create table topology_endpoints (
  tenant_id integer not null default current_tenant(),
  id integer not null,
  since integer not null,
  until integer not null default 2147483647,
  hash bytea not null,
  "group" text collate "C" not null,
  type text collate "C" not null,
  service text collate "C" not null,
  hostname text collate "C" not null,
  tenant text collate "C" not null,
  written text collate "C" not null,
  constraint topology_endpoints_pkey PRIMARY KEY (tenant_id, id)
);
comment on table topology_endpoints is 'The rows of lists of endpoints, in the same way.';
CREATE INDEX topology_endpoints_group ON topology_endpoints USING btree (tenant_id, "group");
CREATE INDEX topology_endpoints_hostname ON topology_endpoints USING btree (tenant_id, hostname);
CREATE INDEX topology_endpoints_service ON topology_endpoints USING btree (tenant_id, service);
CREATE INDEX topology_endpoints_type ON topology_endpoints USING btree (tenant_id, type);
CREATE INDEX topology_endpoints_until ON topology_endpoints USING btree (tenant_id, until);
alter table topology_endpoints enable row level security;
alter table topology_endpoints force row level security;
create policy own_tenant on topology_endpoints for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table topology_endpoints to quatrain_webapi;

create table topology_group_tags (
  tenant_id integer not null default current_tenant(),
  name text collate "C" not null,
  value_hash bigint not null,
  list integer not null,
  value text collate "C" not null,
  items integer[] not null
);
comment on table topology_group_tags is 'An inverted index of tags: for each list that added rows, the rows with this value.';
CREATE INDEX topology_group_tags_value ON topology_group_tags USING btree (tenant_id, name, value_hash);
alter table topology_group_tags enable row level security;
alter table topology_group_tags force row level security;
create policy own_tenant on topology_group_tags for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table topology_group_tags to quatrain_webapi;

create table topology_groups (
  tenant_id integer not null default current_tenant(),
  id integer not null,
  since integer not null,
  until integer not null default 2147483647,
  hash bytea not null,
  "group" text collate "C" not null,
  type text collate "C" not null,
  subgroup text collate "C" not null,
  tenant text collate "C" not null,
  written text collate "C" not null,
  constraint topology_groups_pkey PRIMARY KEY (tenant_id, id)
);
comment on table topology_groups is 'The rows of lists of groups: a list stores only those in which it differs from the list with the number before.';
CREATE INDEX topology_groups_group ON topology_groups USING btree (tenant_id, "group");
CREATE INDEX topology_groups_subgroup ON topology_groups USING btree (tenant_id, subgroup);
CREATE INDEX topology_groups_type ON topology_groups USING btree (tenant_id, type);
CREATE INDEX topology_groups_until ON topology_groups USING btree (tenant_id, until);
alter table topology_groups enable row level security;
alter table topology_groups force row level security;
create policy own_tenant on topology_groups for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table topology_groups to quatrain_webapi;

create table topology_lists (
  tenant_id integer not null default current_tenant(),
  kind text collate "C" not null,
  number integer not null,
  size integer not null,
  hash bytea not null,
  constraint topology_lists_pkey PRIMARY KEY (tenant_id, kind, number),
  constraint topology_lists_hash_key UNIQUE (tenant_id, kind, hash),
  constraint topology_lists_kind_check CHECK (kind = ANY (ARRAY['groups'::text, 'endpoints'::text])),
  constraint topology_lists_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table topology_lists is 'The lists of groups and of endpoints, numbered in the order in which they are first written.';
alter table topology_lists enable row level security;
alter table topology_lists force row level security;
create policy own_tenant on topology_lists for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table topology_lists to quatrain_webapi;

create table weights (
  tenant_id integer not null default current_tenant(),
  id uuid not null,
  name text collate "C" not null,
  day date not null,
  changes integer not null default 1,
  deleted_at timestamp with time zone,
  deleted_by text collate "C",
  constraint weights_pkey PRIMARY KEY (tenant_id, id),
  constraint weights_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table weights is 'The current weights; name and day are those of the newest version, which has the content.';
CREATE UNIQUE INDEX weights_name_key ON weights USING btree (tenant_id, name) WHERE deleted_at IS NULL;
alter table weights enable row level security;
alter table weights force row level security;
create policy own_tenant on weights for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update on table weights to quatrain_webapi;

create table weights_versions (
  tenant_id integer not null default current_tenant(),
  item_id uuid not null,
  day date not null,
  number integer not null,
  name text collate "C" not null,
  document json not null,
  changed_at timestamp with time zone not null,
  changed_by text collate "C" not null,
  constraint weights_versions_pkey PRIMARY KEY (tenant_id, item_id, day, number),
  constraint weights_versions_item_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES weights(tenant_id, id) ON DELETE CASCADE
);
comment on table weights_versions is 'Every change of the weights, numbered in order; the version of a day is the last one that was written for it.';
CREATE INDEX weights_versions_name ON weights_versions USING btree (tenant_id, name, item_id);
alter table weights_versions enable row level security;
alter table weights_versions force row level security;
create policy own_tenant on weights_versions for all to public using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert on table weights_versions to quatrain_webapi;

CREATE OR REPLACE FUNCTION current_tenant()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('tenant'::text, true), ''::text))::integer;

CREATE OR REPLACE FUNCTION delete_topology()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before text := current_setting('tenant', true);
  removed text;
begin
  perform set_config('tenant', old.id::text, true);
  foreach removed in array array['groups', 'group_tags', 'endpoints', 'endpoint_tags'] loop
    execute format('delete from %I where tenant_id = $1', 'topology_' || removed) using old.id;
  end loop;
  perform set_config('tenant', coalesce(before, ''), true);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION fed_service_types(asked date)
 RETURNS TABLE(types text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'webapi', 'pg_temp'
AS $function$
declare
  before text := current_setting('tenant', true);
  feeding integer[];
  fed integer;
begin
  select array(
    select given.id from unnest(f.tenants) with ordinality as given (id, position)
    where given.id <> f.tenant_id group by given.id order by min(given.position))
  into feeding from data_feeds f where f.tenant_id = current_tenant();
  foreach fed in array coalesce(feeding, '{}') loop
    perform set_config('tenant', fed::text, true);
    return query
      select piece
      from (
        select l.tenant_id, l.day, l.changes from service_type_lists l
        where l.tenant_id = fed and l.deleted_at is null and l.day <= asked order by l.day desc limit 1
      ) list
      join service_type_list_versions version
        on version.tenant_id = list.tenant_id and version.day = list.day and version.number = list.changes
      join tenants t on t.id = fed
      left join lateral written_service_types(version.document, list.day, t.name) as piece on true;
  end loop;
  perform set_config('tenant', coalesce(before, ''), true);
end
$function$;
revoke execute on function fed_service_types(date) from public;
grant execute on function fed_service_types(date) to quatrain_webapi;

CREATE OR REPLACE FUNCTION holder_of_key(given text)
 RETURNS TABLE(tenant integer, key text, role text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'webapi', 'pg_temp'
AS $function$
declare
  before text := current_setting('tenant', true);
begin
  perform set_config('tenant', t.tenant::text, true) from tokens t where t.hash = given;
  return query select k.tenant_id, k.name, k.role from keys k
    where k.tenant_id = current_tenant() and k.hash = given and k.revoked_at is null;
  perform set_config('tenant', coalesce(before, ''), true);
end
$function$;
revoke execute on function holder_of_key(text) from public;
grant execute on function holder_of_key(text) to quatrain_webapi;

CREATE OR REPLACE FUNCTION name_of_administrator(given text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'webapi', 'pg_temp'
RETURN (SELECT administrators.name FROM administrators WHERE ((administrators.hash = name_of_administrator.given) AND (administrators.revoked_at IS NULL)));
revoke execute on function name_of_administrator(text) from public;
grant execute on function name_of_administrator(text) to quatrain_webapi;

CREATE OR REPLACE FUNCTION name_of_tenant()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'webapi', 'pg_temp'
RETURN (SELECT tenants.name FROM tenants WHERE (tenants.id = current_tenant()));
revoke execute on function name_of_tenant() from public;
grant execute on function name_of_tenant() to quatrain_webapi;

CREATE OR REPLACE FUNCTION names_of_tenants(given integer[])
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'webapi', 'pg_temp'
RETURN ARRAY(SELECT tenant.name FROM (unnest(names_of_tenants.given) WITH ORDINALITY wanted(id, "position") LEFT JOIN tenants tenant ON ((tenant.id = wanted.id))) ORDER BY wanted."position");
revoke execute on function names_of_tenants(integer[]) from public;
grant execute on function names_of_tenants(integer[]) to quatrain_webapi;

CREATE OR REPLACE FUNCTION protect(table_name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy own_tenant on %I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', table_name);
end
$function$;

CREATE OR REPLACE FUNCTION tenants_named(given text[])
 RETURNS integer[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'webapi', 'pg_temp'
RETURN ARRAY(SELECT tenant.id FROM (unnest(tenants_named.given) WITH ORDINALITY wanted(name, "position") LEFT JOIN tenants tenant ON (((tenant.name = wanted.name) AND ((tenant.id = current_tenant()) OR (tenant.id = ANY ((SELECT data_feed_permissions.tenants FROM data_feed_permissions WHERE (data_feed_permissions.tenant_id = current_tenant()))::integer[])))))) ORDER BY wanted."position");
revoke execute on function tenants_named(text[]) from public;
grant execute on function tenants_named(text[]) to quatrain_webapi;

CREATE OR REPLACE FUNCTION written_service_types(types json, day date, feeding text DEFAULT NULL::text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select string_agg(
    '{"date":"' || to_char(day, 'YYYY-MM-DD') || '","name":' || (type->'name') || ',"title":' || (type->'title')
      || ',"description":' || (type->'description')
      || case when json_array_length(coalesce(type->'tags', '[]')) > 0 then ',"tags":' || (type->'tags') else '' end
      || case when coalesce(feeding, type->>'tenant', '') = '' then ''
         else ',"tenant":' || coalesce(to_json(feeding), type->'tenant') end
      || '}',
    ',' order by position)
  from json_array_elements(types) with ordinality as entry (type, position)
  group by position / 100 order by position / 100
$function$;
