grant usage on schema console to quatrain_app, quatrain_spanning;

create sequence processes as integer start 1 increment 1;
grant usage on sequence processes to quatrain_spanning;

create table activity (
  tenant_id integer not null default current_tenant(),
  number integer not null,
  at timestamp with time zone not null,
  request_id text not null storage main,
  actor text not null storage main,
  address text not null storage main,
  action text collate "C" not null storage main,
  kind text collate "C" not null storage main,
  object_id integer not null,
  object_name text collate "C" not null storage main,
  before json storage main,
  after json storage main,
  previous_hash text not null storage main,
  hash text not null storage main,
  format smallint not null default 4,
  device text not null default ''::text storage main,
  before_version integer,
  after_version integer,
  before_hash bytea storage main,
  after_hash bytea storage main,
  constraint activity_pkey PRIMARY KEY (tenant_id, number),
  constraint activity_action_check CHECK (action = ANY (ARRAY['add'::text, 'change'::text, 'delete'::text, 'reveal'::text, 'reseal'::text, 'sign-in'::text, 'sign-out'::text, 'refuse'::text, 'set-password'::text, 'send-link'::text, 'end-session'::text, 'set-factor'::text, 'remove-factor'::text, 'renew-codes'::text, 'confirm'::text, 'require-factor'::text, 'restore-backup'::text, 'import-tenant'::text, 'archive-activity'::text]))
) with (toast_tuple_target=256);
comment on table activity is 'Who changed what, when and from where: one row for each affected object, linked to the previous row of the tenant by its hash.';
CREATE INDEX activity_actor ON activity USING btree (tenant_id, actor);
CREATE INDEX activity_at ON activity USING btree (tenant_id, at);
CREATE INDEX activity_name ON activity USING btree (tenant_id, object_name);
CREATE INDEX activity_object ON activity USING btree (tenant_id, kind, object_id, number);
alter table activity enable row level security;
alter table activity force row level security;
create policy every_tenant on activity for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on activity for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
create policy owner_reads on activity for select to current_user using (true);
create policy owner_removes on activity for delete to current_user using (true);
CREATE TRIGGER announce_activity AFTER INSERT ON activity REFERENCING NEW TABLE AS logged FOR EACH STATEMENT EXECUTE FUNCTION announce_activity();
CREATE TRIGGER chain_activity BEFORE INSERT ON activity FOR EACH ROW EXECUTE FUNCTION chain_activity();
CREATE TRIGGER mail_watchers AFTER INSERT ON activity REFERENCING NEW TABLE AS logged FOR EACH STATEMENT EXECUTE FUNCTION mail_watchers();
grant select, insert on table activity to quatrain_app, quatrain_spanning;

create table activity_anchors (
  tenant_id integer not null default current_tenant(),
  day date not null,
  constraint activity_anchors_pkey PRIMARY KEY (tenant_id)
);
comment on table activity_anchors is 'The last day (UTC) on which the last row of a tenant''s activity log was written to the server''s log.';
alter table activity_anchors enable row level security;
alter table activity_anchors force row level security;
create policy every_tenant on activity_anchors for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on activity_anchors for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON activity_anchors REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON activity_anchors REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON activity_anchors REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table activity_anchors to quatrain_app, quatrain_spanning;

create table activity_archives (
  tenant_id integer not null default current_tenant(),
  first_number integer not null,
  last_number integer not null,
  previous_hash text not null,
  last_hash text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  versions integer not null,
  file text not null,
  bytes bigint not null,
  sha256 text not null,
  recorded_in integer not null,
  created_at timestamp with time zone not null,
  imports json not null,
  constraint activity_archives_pkey PRIMARY KEY (tenant_id, last_number)
);
comment on table activity_archives is 'Ranges of rows that were moved from the beginning of a tenant''s activity log to a file, with the versions that went with them.';
alter table activity_archives enable row level security;
alter table activity_archives force row level security;
create policy every_tenant on activity_archives for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on activity_archives for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
create policy owner_archives on activity_archives for all to current_user using (true) with check (true);
grant select on table activity_archives to quatrain_app, quatrain_spanning;

create table aggregation_profiles (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  apiid uuid not null,
  name text collate "C" not null,
  group_id integer,
  description text not null default ''::text,
  metric_profile text collate "C" not null,
  content jsonb not null,
  service_names text[] collate "C" not null,
  constraint aggregation_profiles_pkey PRIMARY KEY (tenant_id, id),
  constraint aggregation_profiles_apiid_key UNIQUE (tenant_id, apiid),
  constraint aggregation_profiles_name_key UNIQUE (tenant_id, name),
  constraint aggregation_profiles_group_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) DEFERRABLE,
  constraint aggregation_profiles_metric_profile_fkey FOREIGN KEY (tenant_id, metric_profile) REFERENCES metric_profiles(tenant_id, name) DEFERRABLE,
  constraint aggregation_profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table aggregation_profiles is 'How the results of metrics are combined to those of services and groups; the Web API has them under their apiid.';
CREATE INDEX aggregation_profiles_group ON aggregation_profiles USING btree (tenant_id, group_id);
CREATE INDEX aggregation_profiles_metric_profile ON aggregation_profiles USING btree (tenant_id, metric_profile);
alter table aggregation_profiles enable row level security;
alter table aggregation_profiles force row level security;
create policy every_tenant on aggregation_profiles for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on aggregation_profiles for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON aggregation_profiles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON aggregation_profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON aggregation_profiles REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table aggregation_profiles to quatrain_app, quatrain_spanning;

create table api_keys (
  tenant_id integer not null default current_tenant(),
  id integer not null generated by default as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  used_by text collate "C" not null,
  token_lookup text collate "C" not null,
  token_sealed text not null,
  created timestamp with time zone not null,
  revoked boolean not null default false,
  last_used_at timestamp with time zone,
  last_used_by text not null default ''::text,
  expires_at timestamp with time zone,
  networks text[] collate "C" not null default '{}'::text[],
  scopes text[] collate "C" not null default '{}'::text[],
  rotated_at timestamp with time zone,
  previous_lookup text collate "C",
  previous_until timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint api_keys_token_key UNIQUE (tenant_id, token_lookup),
  constraint api_keys_previous_check CHECK ((previous_lookup IS NULL) = (previous_until IS NULL)),
  constraint api_keys_used_by_check CHECK (used_by = ANY (ARRAY['poem'::text, 'webapi'::text])),
  constraint api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table api_keys is 'The keys of monitoring boxes, and those with which the console calls the Web API.';
CREATE UNIQUE INDEX api_keys_live_name ON api_keys USING btree (tenant_id, used_by, name) WHERE NOT revoked;
CREATE INDEX api_keys_previous ON api_keys USING btree (tenant_id, previous_lookup) WHERE previous_lookup IS NOT NULL;
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy every_tenant on api_keys for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on api_keys for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON api_keys REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'last_used_at', 'last_used_by');
CREATE TRIGGER count_insert AFTER INSERT ON api_keys REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'last_used_at', 'last_used_by');
CREATE TRIGGER count_update AFTER UPDATE ON api_keys REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'last_used_at', 'last_used_by');
grant select, insert, update, delete on table api_keys to quatrain_app, quatrain_spanning;
grant usage on sequence api_keys_id_seq to quatrain_app, quatrain_spanning;

create table audit_cursors (
  tenant_id integer not null default current_tenant(),
  receiver text collate "C" not null,
  number integer not null,
  constraint audit_cursors_pkey PRIMARY KEY (tenant_id, receiver)
);
comment on table audit_cursors is 'The number of the last row of a tenant''s activity log that a receiver has; it outlives its tenant, as the log does.';
alter table audit_cursors enable row level security;
alter table audit_cursors force row level security;
create policy every_tenant on audit_cursors for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on audit_cursors for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table audit_cursors to quatrain_app, quatrain_spanning;

create table audit_receivers (
  name text collate "C" not null,
  holder uuid not null,
  held_until timestamp with time zone not null,
  every_tenant boolean not null default true,
  constraint audit_receivers_pkey PRIMARY KEY (name)
);
comment on table audit_receivers is 'Receivers of the activity log; the process that sends to one holds it for a while, by the clock of the database.';
grant select, insert, update, delete on table audit_receivers to quatrain_spanning;

create table authenticator_apps (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  user_id integer not null,
  secret_sealed text not null,
  confirmed_at timestamp with time zone,
  last_step integer not null default 0,
  constraint authenticator_apps_pkey PRIMARY KEY (tenant_id, id),
  constraint authenticator_apps_user_key UNIQUE (tenant_id, user_id),
  constraint authenticator_apps_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table authenticator_apps is 'The authenticator apps of users, which show one-time codes of RFC 6238.';
alter table authenticator_apps enable row level security;
alter table authenticator_apps force row level security;
create policy every_tenant on authenticator_apps for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on authenticator_apps for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table authenticator_apps to quatrain_app, quatrain_spanning;

create table catalogue_revisions (
  id bigint not null generated always as identity,
  number bigint not null default 1 + floor(random() * 2147483647::double precision)::bigint,
  constraint catalogue_revisions_pkey PRIMARY KEY (id)
);
comment on table catalogue_revisions is 'Counts the changes of the shared catalogue in the same way.';
grant select, insert on table catalogue_revisions to quatrain_app;
grant select, insert, delete on table catalogue_revisions to quatrain_spanning;

create table change_request_approvals (
  tenant_id integer not null default current_tenant(),
  request integer not null,
  username text collate "C" not null,
  at timestamp with time zone not null,
  constraint change_request_approvals_pkey PRIMARY KEY (tenant_id, request, username),
  constraint change_request_approvals_request_fkey FOREIGN KEY (tenant_id, request) REFERENCES change_requests(tenant_id, id) ON DELETE CASCADE,
  constraint change_request_approvals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table change_request_approvals is 'Who has approved the effect of a change request.';
alter table change_request_approvals enable row level security;
alter table change_request_approvals force row level security;
create policy every_tenant on change_request_approvals for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on change_request_approvals for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON change_request_approvals REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON change_request_approvals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON change_request_approvals REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table change_request_approvals to quatrain_app, quatrain_spanning;

create table change_request_comments (
  tenant_id integer not null default current_tenant(),
  request integer not null,
  number integer not null generated always as identity,
  at timestamp with time zone not null,
  author text not null,
  action text collate "C" not null,
  text text not null,
  kind text collate "C",
  name text collate "C",
  constraint change_request_comments_pkey PRIMARY KEY (tenant_id, request, number),
  constraint change_request_comments_about_check CHECK ((kind IS NULL) = (name IS NULL)),
  constraint change_request_comments_action_check CHECK (action = ANY (ARRAY['comment'::text, 'submit'::text, 'approve'::text, 'refuse'::text, 'void'::text, 'schedule'::text, 'unschedule'::text, 'apply'::text, 'fail'::text, 'withdraw'::text, 'confirm'::text, 'revert'::text, 'fail-revert'::text])),
  constraint change_request_comments_request_fkey FOREIGN KEY (tenant_id, request) REFERENCES change_requests(tenant_id, id) ON DELETE CASCADE,
  constraint change_request_comments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table change_request_comments is 'What was said about a change request, and what was done with it.';
alter table change_request_comments enable row level security;
alter table change_request_comments force row level security;
create policy every_tenant on change_request_comments for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on change_request_comments for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER announce_request AFTER INSERT ON change_request_comments FOR EACH ROW EXECUTE FUNCTION announce_request();
CREATE TRIGGER count_delete AFTER DELETE ON change_request_comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON change_request_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON change_request_comments REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER mail_about_request AFTER INSERT ON change_request_comments FOR EACH ROW EXECUTE FUNCTION mail_about_request();
grant select, insert, update, delete on table change_request_comments to quatrain_app, quatrain_spanning;

create table change_requests (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  title text not null,
  description text not null,
  link text not null,
  writes json not null,
  state text collate "C" not null default 'draft'::text,
  approved text not null default ''::text,
  author text collate "C" not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  request_id text,
  applied_at timestamp with time zone,
  reverts integer,
  process integer default own_process(),
  held_at timestamp with time zone not null default clock_timestamp(),
  apply_at timestamp with time zone,
  confirm_within integer,
  confirm_by timestamp with time zone,
  revert_problem text not null default ''::text,
  is_automatic boolean not null default false,
  revert_attempts integer not null default 0,
  revert_tried_since timestamp with time zone,
  managed json,
  constraint change_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint change_requests_apply_at_check CHECK ((state = 'scheduled'::text) = (apply_at IS NOT NULL)),
  constraint change_requests_confirm_by_check CHECK (confirm_by IS NULL OR state = 'applied'::text),
  constraint change_requests_state_check CHECK (state = ANY (ARRAY['draft'::text, 'in review'::text, 'approved'::text, 'scheduled'::text, 'applying'::text, 'applied'::text, 'failed'::text, 'withdrawn'::text, 'reverted'::text])),
  constraint change_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table change_requests is 'Writes that are prepared without effect, reviewed, and made together.';
CREATE INDEX change_requests_applied ON change_requests USING btree (tenant_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX change_requests_changed ON change_requests USING btree (tenant_id, changed_at);
CREATE INDEX change_requests_due ON change_requests USING btree (tenant_id, apply_at) WHERE state = 'scheduled'::text;
CREATE INDEX change_requests_unconfirmed ON change_requests USING btree (tenant_id, confirm_by) WHERE confirm_by IS NOT NULL OR revert_problem <> ''::text;
alter table change_requests enable row level security;
alter table change_requests force row level security;
create policy every_tenant on change_requests for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on change_requests for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON change_requests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON change_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON change_requests REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table change_requests to quatrain_app, quatrain_spanning;

create table change_rules (
  tenant_id integer not null default current_tenant(),
  all_kinds boolean not null,
  kinds text[] not null,
  approvals integer not null,
  approver_group integer,
  counts_author boolean not null,
  bypass boolean not null,
  constraint change_rules_pkey PRIMARY KEY (tenant_id),
  constraint change_rules_approvals_check CHECK (approvals >= 0),
  constraint change_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table change_rules is 'Which kinds of a tenant are changed by change requests only, and who approves these; none without a row.';
alter table change_rules enable row level security;
alter table change_rules force row level security;
create policy every_tenant on change_rules for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on change_rules for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table change_rules to quatrain_app, quatrain_spanning;

create table console_processes (
  id uuid not null,
  machine text not null,
  pid integer not null,
  version text collate "C" not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint console_processes_pkey PRIMARY KEY (id)
);
comment on table console_processes is 'The console''s processes, which the status page lists; not a part of backups.';
CREATE INDEX console_processes_seen_at ON console_processes USING btree (seen_at);
grant select, insert, update, delete on table console_processes to quatrain_spanning;

create table database_epoch (
  epoch uuid not null default gen_random_uuid(),
  identity text not null default ''::text
);
comment on table database_epoch is 'A random text in the entity tag of every list, so that a restored database matches no old tag.';
CREATE UNIQUE INDEX database_epoch_one ON database_epoch USING btree ((true));
grant select on table database_epoch to quatrain_app, quatrain_spanning;

create table default_ports (
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  value integer not null,
  constraint default_ports_pkey PRIMARY KEY (id),
  constraint default_ports_name_key UNIQUE (name),
  constraint default_ports_value_check CHECK (value >= 1 AND value <= 65535)
);
comment on table default_ports is 'The ports that are offered for attributes of metrics.';
alter table default_ports enable row level security;
create policy everybody_reads on default_ports for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on default_ports for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON default_ports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON default_ports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON default_ports REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table default_ports to quatrain_app, quatrain_spanning;

create table deleted_templates (
  template_id integer not null,
  roll_out_id integer not null,
  name text collate "C" not null,
  constraint deleted_templates_pkey PRIMARY KEY (template_id),
  constraint deleted_templates_roll_out_fkey FOREIGN KEY (roll_out_id) REFERENCES roll_outs(id) ON DELETE CASCADE
);
comment on table deleted_templates is 'The metric templates that a roll-out deletes: they leave the catalogue when no tenant has a metric of them any more.';
CREATE INDEX deleted_templates_roll_out ON deleted_templates USING btree (roll_out_id);
alter table deleted_templates enable row level security;
create policy everybody_reads on deleted_templates for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on deleted_templates for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON deleted_templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON deleted_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON deleted_templates REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table deleted_templates to quatrain_app, quatrain_spanning;

create table finding_counts (
  tenant_id integer not null default current_tenant(),
  day date not null,
  errors integer not null,
  warnings integer not null,
  hints integer not null,
  revision text not null,
  rules json not null default '[]'::json,
  groups json,
  constraint finding_counts_pkey PRIMARY KEY (tenant_id, day),
  constraint finding_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table finding_counts is 'How many findings a tenant had at the end of each day.';
alter table finding_counts enable row level security;
alter table finding_counts force row level security;
create policy every_tenant on finding_counts for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on finding_counts for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table finding_counts to quatrain_app, quatrain_spanning;

create table finding_settings (
  tenant_id integer not null default current_tenant(),
  settings json not null,
  constraint finding_settings_pkey PRIMARY KEY (tenant_id),
  constraint finding_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table finding_settings is 'Which findings of a tenant are suppressed, and which rules are off or of another severity; none without a row.';
alter table finding_settings enable row level security;
alter table finding_settings force row level security;
create policy every_tenant on finding_settings for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on finding_settings for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON finding_settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON finding_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON finding_settings REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table finding_settings to quatrain_app, quatrain_spanning;

create table group_members (
  tenant_id integer not null default current_tenant(),
  user_id integer not null,
  group_id integer not null,
  constraint group_members_pkey PRIMARY KEY (tenant_id, user_id, group_id),
  constraint group_members_group_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) DEFERRABLE,
  constraint group_members_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table group_members is 'Which users are in which groups.';
CREATE INDEX group_members_group ON group_members USING btree (tenant_id, group_id);
alter table group_members enable row level security;
alter table group_members force row level security;
create policy every_tenant on group_members for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on group_members for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON group_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON group_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON group_members REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table group_members to quatrain_app, quatrain_spanning;

create table groups (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  kind text collate "C" not null,
  name text collate "C" not null,
  constraint groups_pkey PRIMARY KEY (tenant_id, id),
  constraint groups_name_key UNIQUE (tenant_id, kind, name),
  constraint groups_kind_check CHECK (kind = ANY (ARRAY['reports'::text, 'metrics'::text, 'aggregations'::text, 'metricprofiles'::text, 'thresholdsprofiles'::text])),
  constraint groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table groups is 'Groups of users that own objects of one kind: members of its group may change an object.';
alter table groups enable row level security;
alter table groups force row level security;
create policy every_tenant on groups for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on groups for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON groups REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table groups to quatrain_app, quatrain_spanning;

create table identity_providers (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  enabled boolean not null,
  content json not null,
  client_secret_sealed text,
  constraint identity_providers_pkey PRIMARY KEY (tenant_id, id),
  constraint identity_providers_name_key UNIQUE (tenant_id, name),
  constraint identity_providers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table identity_providers is 'The OpenID and SAML providers at which users of a tenant sign on.';
alter table identity_providers enable row level security;
alter table identity_providers force row level security;
create policy every_tenant on identity_providers for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on identity_providers for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON identity_providers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON identity_providers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON identity_providers REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table identity_providers to quatrain_app, quatrain_spanning;

create table intents (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  kind text collate "C" not null,
  key text collate "C" not null,
  action text collate "C" not null,
  memo json,
  request_id text not null,
  actor text not null,
  address text not null,
  opened_at timestamp with time zone not null,
  last_error text not null default ''::text,
  holder uuid not null default gen_random_uuid(),
  held_at timestamp with time zone not null default clock_timestamp(),
  process integer default own_process(),
  prepared_in text,
  constraint intents_pkey PRIMARY KEY (tenant_id, id),
  constraint intents_object_key UNIQUE (tenant_id, kind, key),
  constraint intents_action_check CHECK (action = ANY (ARRAY['add'::text, 'change'::text, 'delete'::text])),
  constraint intents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table intents is 'Writes to the console and the Web API that have not ended; each claims its object until then.';
alter table intents enable row level security;
alter table intents force row level security;
create policy every_tenant on intents for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on intents for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table intents to quatrain_app, quatrain_spanning;

create table kysely_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint kysely_migration_pkey PRIMARY KEY (name)
);
grant select on table kysely_migration to quatrain_spanning;

create table last_seen_collections (
  tenant_id integer not null default current_tenant(),
  collection text collate "C" not null,
  data json not null,
  seen_at timestamp with time zone not null,
  constraint last_seen_collections_pkey PRIMARY KEY (tenant_id, collection),
  constraint last_seen_collections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table last_seen_collections is 'The last response of the Web API for a collection that only it stores, which is shown while it fails.';
alter table last_seen_collections enable row level security;
alter table last_seen_collections force row level security;
create policy every_tenant on last_seen_collections for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on last_seen_collections for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table last_seen_collections to quatrain_app, quatrain_spanning;

create table list_views (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  user_id integer,
  list text collate "C" not null,
  name text collate "C" not null,
  search text not null,
  constraint list_views_pkey PRIMARY KEY (tenant_id, id),
  constraint list_views_name_key UNIQUE NULLS NOT DISTINCT (tenant_id, user_id, list, name),
  constraint list_views_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  constraint list_views_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table list_views is 'Filters, order and columns of lists under a name, of one user or of all users of a tenant.';
alter table list_views enable row level security;
alter table list_views force row level security;
create policy every_tenant on list_views for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on list_views for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table list_views to quatrain_app, quatrain_spanning;

create table login_failures (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  username text collate "C" not null,
  address text collate "C" not null,
  failed_at timestamp with time zone not null,
  network text collate "C" not null,
  constraint login_failures_pkey PRIMARY KEY (tenant_id, id),
  constraint login_failures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table login_failures is 'Recent failed sign-ins, which are limited by account and address, and by the network of the address.';
CREATE INDEX login_failures_network ON login_failures USING btree (tenant_id, network, failed_at);
CREATE INDEX login_failures_username ON login_failures USING btree (tenant_id, username, failed_at);
alter table login_failures enable row level security;
alter table login_failures force row level security;
create policy every_tenant on login_failures for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on login_failures for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table login_failures to quatrain_app, quatrain_spanning;

create table mail_preferences (
  tenant_id integer not null default current_tenant(),
  user_id integer not null,
  reviews text collate "C" not null,
  failures text collate "C" not null,
  news text collate "C" not null,
  watched text collate "C" not null default 'at once'::text,
  findings text collate "C" not null default 'never'::text,
  constraint mail_preferences_pkey PRIMARY KEY (tenant_id, user_id),
  constraint mail_preferences_failures_check CHECK (failures = ANY (ARRAY['at once'::text, 'daily'::text, 'never'::text])),
  constraint mail_preferences_findings_check CHECK (findings = ANY (ARRAY['at once'::text, 'daily'::text, 'never'::text])),
  constraint mail_preferences_news_check CHECK (news = ANY (ARRAY['at once'::text, 'daily'::text, 'never'::text])),
  constraint mail_preferences_reviews_check CHECK (reviews = ANY (ARRAY['at once'::text, 'daily'::text, 'never'::text])),
  constraint mail_preferences_watched_check CHECK (watched = ANY (ARRAY['at once'::text, 'daily'::text, 'never'::text])),
  constraint mail_preferences_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table mail_preferences is 'When users get mails; the usual ones without a row.';
alter table mail_preferences enable row level security;
alter table mail_preferences force row level security;
create policy every_tenant on mail_preferences for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on mail_preferences for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table mail_preferences to quatrain_app, quatrain_spanning;

create table managed_objects (
  tenant_id integer not null default current_tenant(),
  kind text collate "C" not null,
  name text collate "C" not null,
  owner text not null,
  link text not null,
  commit text not null,
  spec json not null,
  applied_at timestamp with time zone not null,
  constraint managed_objects_pkey PRIMARY KEY (tenant_id, kind, name),
  constraint managed_objects_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table managed_objects is 'Objects that are managed as code: by whom, and what files said when they were applied.';
alter table managed_objects enable row level security;
alter table managed_objects force row level security;
create policy every_tenant on managed_objects for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on managed_objects for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table managed_objects to quatrain_app, quatrain_spanning;

create table metric_counts (
  tenant_id integer not null default current_tenant(),
  probe_version_id integer not null,
  metrics integer not null,
  constraint metric_counts_pkey PRIMARY KEY (tenant_id, probe_version_id),
  constraint metric_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table metric_counts is 'The number of metrics that each tenant has of each version of a probe; 0 stands for passive metrics, which no probe runs.';
alter table metric_counts enable row level security;
alter table metric_counts force row level security;
create policy every_tenant on metric_counts for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on metric_counts for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON metric_counts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON metric_counts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON metric_counts REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table metric_counts to quatrain_app, quatrain_spanning;

create table metric_override_global_attributes (
  tenant_id integer not null default current_tenant(),
  override_id integer not null,
  "position" integer not null,
  attribute text collate "C" not null,
  value text not null,
  constraint metric_override_global_attributes_pkey PRIMARY KEY (tenant_id, override_id, "position"),
  constraint metric_override_global_attributes_row_key UNIQUE (tenant_id, override_id, attribute),
  constraint metric_override_global_attributes_override_fkey FOREIGN KEY (tenant_id, override_id) REFERENCES metric_overrides(tenant_id, id) ON DELETE CASCADE
);
comment on table metric_override_global_attributes is 'Values of attributes for all hosts, each in its own row, so that it is kept unchanged and in order.';
alter table metric_override_global_attributes enable row level security;
alter table metric_override_global_attributes force row level security;
create policy every_tenant on metric_override_global_attributes for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on metric_override_global_attributes for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON metric_override_global_attributes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON metric_override_global_attributes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON metric_override_global_attributes REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table metric_override_global_attributes to quatrain_app, quatrain_spanning;

create table metric_override_host_attributes (
  tenant_id integer not null default current_tenant(),
  override_id integer not null,
  "position" integer not null,
  hostname text collate "C" not null,
  attribute text collate "C" not null,
  value text not null,
  constraint metric_override_host_attributes_pkey PRIMARY KEY (tenant_id, override_id, "position"),
  constraint metric_override_host_attributes_row_key UNIQUE (tenant_id, override_id, hostname, attribute),
  constraint metric_override_host_attributes_override_fkey FOREIGN KEY (tenant_id, override_id) REFERENCES metric_overrides(tenant_id, id) ON DELETE CASCADE
);
comment on table metric_override_host_attributes is 'Values of attributes for one host.';
alter table metric_override_host_attributes enable row level security;
alter table metric_override_host_attributes force row level security;
create policy every_tenant on metric_override_host_attributes for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on metric_override_host_attributes for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON metric_override_host_attributes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON metric_override_host_attributes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON metric_override_host_attributes REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table metric_override_host_attributes to quatrain_app, quatrain_spanning;

create table metric_override_metric_parameters (
  tenant_id integer not null default current_tenant(),
  override_id integer not null,
  "position" integer not null,
  hostname text collate "C" not null,
  metric text collate "C" not null,
  parameter text collate "C" not null,
  value text not null,
  constraint metric_override_metric_parameters_pkey PRIMARY KEY (tenant_id, override_id, "position"),
  constraint metric_override_metric_parameters_row_key UNIQUE (tenant_id, override_id, hostname, metric, parameter),
  constraint metric_override_metric_parameters_override_fkey FOREIGN KEY (tenant_id, override_id) REFERENCES metric_overrides(tenant_id, id) ON DELETE CASCADE
);
comment on table metric_override_metric_parameters is 'Values of parameters of one metric on one host.';
alter table metric_override_metric_parameters enable row level security;
alter table metric_override_metric_parameters force row level security;
create policy every_tenant on metric_override_metric_parameters for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on metric_override_metric_parameters for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON metric_override_metric_parameters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON metric_override_metric_parameters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON metric_override_metric_parameters REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table metric_override_metric_parameters to quatrain_app, quatrain_spanning;

create table metric_overrides (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  constraint metric_overrides_pkey PRIMARY KEY (tenant_id, id),
  constraint metric_overrides_name_key UNIQUE (tenant_id, name),
  constraint metric_overrides_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table metric_overrides is 'Named sets of values that monitoring boxes use instead of those of the metrics.';
alter table metric_overrides enable row level security;
alter table metric_overrides force row level security;
create policy every_tenant on metric_overrides for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on metric_overrides for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON metric_overrides REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON metric_overrides REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON metric_overrides REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table metric_overrides to quatrain_app, quatrain_spanning;

create table metric_profile_instances (
  tenant_id integer not null default current_tenant(),
  profile_id integer not null,
  service text collate "C" not null,
  metric text collate "C" not null,
  constraint metric_profile_instances_pkey PRIMARY KEY (tenant_id, profile_id, service, metric),
  constraint metric_profile_instances_profile_fkey FOREIGN KEY (tenant_id, profile_id) REFERENCES metric_profiles(tenant_id, id) ON DELETE CASCADE
);
comment on table metric_profile_instances is 'The pairs of service type and metric of a metric profile.';
CREATE INDEX metric_profile_instances_metric ON metric_profile_instances USING btree (tenant_id, metric);
CREATE INDEX metric_profile_instances_service ON metric_profile_instances USING btree (tenant_id, service);
alter table metric_profile_instances enable row level security;
alter table metric_profile_instances force row level security;
create policy every_tenant on metric_profile_instances for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on metric_profile_instances for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON metric_profile_instances REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON metric_profile_instances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON metric_profile_instances REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table metric_profile_instances to quatrain_app, quatrain_spanning;

create table metric_profiles (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  apiid uuid not null,
  name text collate "C" not null,
  group_id integer,
  description text not null default ''::text,
  constraint metric_profiles_pkey PRIMARY KEY (tenant_id, id),
  constraint metric_profiles_apiid_key UNIQUE (tenant_id, apiid),
  constraint metric_profiles_name_key UNIQUE (tenant_id, name),
  constraint metric_profiles_group_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) DEFERRABLE,
  constraint metric_profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table metric_profiles is 'Named sets of metrics by service type, which reports and monitoring boxes use; the Web API has them under their apiid.';
CREATE INDEX metric_profiles_group ON metric_profiles USING btree (tenant_id, group_id);
alter table metric_profiles enable row level security;
alter table metric_profiles force row level security;
create policy every_tenant on metric_profiles for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on metric_profiles for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON metric_profiles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON metric_profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON metric_profiles REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER take_turns BEFORE INSERT OR DELETE OR UPDATE ON metric_profiles FOR EACH STATEMENT EXECUTE FUNCTION take_turns();
grant select, insert, update, delete on table metric_profiles to quatrain_app, quatrain_spanning;

create table metric_tags (
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  constraint metric_tags_pkey PRIMARY KEY (id),
  constraint metric_tags_name_key UNIQUE (name)
);
comment on table metric_tags is 'The labels of metric templates.';
alter table metric_tags enable row level security;
create policy everybody_reads on metric_tags for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on metric_tags for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON metric_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON metric_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON metric_tags REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table metric_tags to quatrain_app, quatrain_spanning;

create table metric_template_attributes (
  key text collate "C" not null,
  template_id integer not null,
  constraint metric_template_attributes_pkey PRIMARY KEY (key, template_id),
  constraint metric_template_attributes_template_fkey FOREIGN KEY (template_id) REFERENCES metric_templates(id) ON DELETE CASCADE
);
comment on table metric_template_attributes is 'The keys of a template''s current attributes, so that a search by attribute does not parse all attributes.';
CREATE INDEX metric_template_attributes_template ON metric_template_attributes USING btree (template_id);
alter table metric_template_attributes enable row level security;
create policy everybody_reads on metric_template_attributes for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on metric_template_attributes for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON metric_template_attributes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON metric_template_attributes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON metric_template_attributes REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table metric_template_attributes to quatrain_app, quatrain_spanning;

create table metric_template_names (
  template_id integer not null,
  name text collate "C" not null,
  constraint metric_template_names_pkey PRIMARY KEY (template_id, name),
  constraint metric_template_names_template_fkey FOREIGN KEY (template_id) REFERENCES metric_templates(id) ON DELETE CASCADE
);
comment on table metric_template_names is 'All names of the templates that have or had several, because references between templates contain the current one.';
CREATE INDEX metric_template_names_name ON metric_template_names USING btree (name);
alter table metric_template_names enable row level security;
create policy everybody_reads on metric_template_names for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on metric_template_names for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON metric_template_names REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON metric_template_names REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON metric_template_names REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table metric_template_names to quatrain_app, quatrain_spanning;

create table metric_template_tags (
  tag_id integer not null,
  template_id integer not null,
  constraint metric_template_tags_pkey PRIMARY KEY (tag_id, template_id),
  constraint metric_template_tags_tag_fkey FOREIGN KEY (tag_id) REFERENCES metric_tags(id) ON DELETE CASCADE,
  constraint metric_template_tags_template_fkey FOREIGN KEY (template_id) REFERENCES metric_templates(id) ON DELETE CASCADE
);
comment on table metric_template_tags is 'The current tags of a template; a version stores its tags as text.';
CREATE INDEX metric_template_tags_template ON metric_template_tags USING btree (template_id);
alter table metric_template_tags enable row level security;
create policy everybody_reads on metric_template_tags for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on metric_template_tags for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON metric_template_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON metric_template_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_members_added AFTER INSERT ON metric_template_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tag_members();
CREATE TRIGGER count_members_removed AFTER DELETE ON metric_template_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tag_members();
CREATE TRIGGER count_update AFTER UPDATE ON metric_template_tags REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table metric_template_tags to quatrain_app, quatrain_spanning;

create table metric_template_versions (
  id integer not null generated always as identity,
  template_id integer not null,
  probe_version_id integer,
  name text collate "C" not null,
  mtype text collate "C" not null,
  tags text[] not null default '{}'::text[],
  description text not null,
  parent text not null,
  probeexecutable text not null,
  config json not null,
  attribute json not null,
  dependency json not null,
  flags json not null,
  parameter json not null,
  author text not null,
  created_at timestamp with time zone not null,
  version_comment text not null,
  remark text not null default ''::text,
  constraint metric_template_versions_pkey PRIMARY KEY (id),
  constraint metric_template_versions_probe_key UNIQUE NULLS NOT DISTINCT (template_id, probe_version_id),
  constraint metric_template_versions_mtype_check CHECK (mtype = ANY (ARRAY['Active'::text, 'Passive'::text])),
  constraint metric_template_versions_probe_check CHECK ((mtype = 'Active'::text) = (probe_version_id IS NOT NULL)),
  constraint metric_template_versions_probe_fkey FOREIGN KEY (probe_version_id) REFERENCES probe_versions(id) DEFERRABLE,
  constraint metric_template_versions_template_fkey FOREIGN KEY (template_id) REFERENCES metric_templates(id) ON DELETE CASCADE
);
comment on table metric_template_versions is 'The content of a metric template for each version of its probe, which metrics refer to.';
CREATE INDEX metric_template_versions_current ON metric_template_versions USING btree (id) INCLUDE (probe_version_id);
CREATE INDEX metric_template_versions_name ON metric_template_versions USING btree (name);
CREATE INDEX metric_template_versions_probe ON metric_template_versions USING btree (probe_version_id);
alter table metric_template_versions enable row level security;
create policy everybody_reads on metric_template_versions for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on metric_template_versions for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON metric_template_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON metric_template_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON metric_template_versions REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER keep_attribute_keys_added AFTER INSERT ON metric_template_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_attribute_keys_of_versions();
CREATE TRIGGER keep_attribute_keys_changed AFTER UPDATE ON metric_template_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_attribute_keys_of_versions();
CREATE TRIGGER keep_renamed_templates AFTER UPDATE OF name ON metric_template_versions FOR EACH ROW WHEN (old.name <> new.name) EXECUTE FUNCTION keep_template_names();
CREATE TRIGGER keep_template_names AFTER INSERT ON metric_template_versions FOR EACH ROW EXECUTE FUNCTION keep_template_names();
CREATE TRIGGER refuse_other_probe BEFORE UPDATE OF probe_version_id ON metric_template_versions FOR EACH ROW WHEN (new.probe_version_id IS DISTINCT FROM old.probe_version_id) EXECUTE FUNCTION refuse_other_probe();
grant select, insert, update, delete on table metric_template_versions to quatrain_app, quatrain_spanning;

create table metric_templates (
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  current_version_id integer,
  constraint metric_templates_pkey PRIMARY KEY (id),
  constraint metric_templates_name_key UNIQUE (name),
  constraint metric_templates_current_version_fkey FOREIGN KEY (current_version_id) REFERENCES metric_template_versions(id) DEFERRABLE INITIALLY DEFERRED
);
comment on table metric_templates is 'The metrics that tenants can have; each tenant adds its own from here.';
CREATE INDEX metric_templates_current_version ON metric_templates USING btree (current_version_id);
alter table metric_templates enable row level security;
create policy everybody_reads on metric_templates for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on metric_templates for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON metric_templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON metric_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON metric_templates REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER keep_attribute_keys_added AFTER INSERT ON metric_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_attribute_keys_of_templates();
CREATE TRIGGER keep_attribute_keys_changed AFTER UPDATE ON metric_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_attribute_keys_of_templates();
grant select, insert, update, delete on table metric_templates to quatrain_app, quatrain_spanning;

create table metrics (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  template_id integer not null,
  template_version_id integer not null,
  group_id integer,
  config json not null default '[]'::json,
  reference_names jsonb,
  constraint metrics_pkey PRIMARY KEY (tenant_id, id),
  constraint metrics_template_key UNIQUE (tenant_id, template_id),
  constraint metrics_group_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) DEFERRABLE,
  constraint metrics_template_fkey FOREIGN KEY (template_id) REFERENCES metric_templates(id) DEFERRABLE,
  constraint metrics_template_version_fkey FOREIGN KEY (template_version_id) REFERENCES metric_template_versions(id) DEFERRABLE,
  constraint metrics_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table metrics is 'The tenant''s own part of a metric: its group and configuration; the rest, including the name, is that of its template version.';
CREATE INDEX metrics_group ON metrics USING btree (tenant_id, group_id);
CREATE INDEX metrics_template ON metrics USING btree (template_id);
CREATE INDEX metrics_template_version ON metrics USING btree (template_version_id, tenant_id);
alter table metrics enable row level security;
alter table metrics force row level security;
create policy every_tenant on metrics for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on metrics for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_added AFTER INSERT ON metrics REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_metrics();
CREATE TRIGGER count_added_tenants AFTER INSERT ON metrics REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_tenants();
CREATE TRIGGER count_delete AFTER DELETE ON metrics REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON metrics REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_members_delete AFTER DELETE ON metrics REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('members');
CREATE TRIGGER count_members_insert AFTER INSERT ON metrics REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('members');
CREATE TRIGGER count_moved AFTER UPDATE ON metrics REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_moved_metrics();
CREATE TRIGGER count_removed AFTER DELETE ON metrics REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_metrics();
CREATE TRIGGER count_removed_tenants AFTER DELETE ON metrics REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_tenants();
CREATE TRIGGER count_update AFTER UPDATE ON metrics REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER refuse_other_template BEFORE UPDATE OF template_id ON metrics FOR EACH ROW WHEN (new.template_id <> old.template_id) EXECUTE FUNCTION refuse_other_template();
grant select, insert, update, delete on table metrics to quatrain_app, quatrain_spanning;

create table os_tags (
  id integer not null generated always as identity,
  name text collate "C" not null,
  constraint os_tags_pkey PRIMARY KEY (id),
  constraint os_tags_name_key UNIQUE (name)
);
comment on table os_tags is 'The operating systems of repos.';
alter table os_tags enable row level security;
create policy everybody_reads on os_tags for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on os_tags for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON os_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON os_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON os_tags REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table os_tags to quatrain_app, quatrain_spanning;

create table package_repos (
  package_id integer not null,
  repo_id integer not null,
  constraint package_repos_pkey PRIMARY KEY (package_id, repo_id),
  constraint package_repos_package_fkey FOREIGN KEY (package_id) REFERENCES packages(id) ON DELETE CASCADE,
  constraint package_repos_repo_fkey FOREIGN KEY (repo_id) REFERENCES yum_repos(id) DEFERRABLE
);
comment on table package_repos is 'Which packages are in which repos.';
CREATE INDEX package_repos_repo ON package_repos USING btree (repo_id);
alter table package_repos enable row level security;
create policy everybody_reads on package_repos for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on package_repos for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON package_repos REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON package_repos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON package_repos REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table package_repos to quatrain_app, quatrain_spanning;

create table packages (
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  version text collate "C" not null,
  use_present_version boolean not null default false,
  constraint packages_pkey PRIMARY KEY (id),
  constraint packages_name_version_key UNIQUE (name, version),
  constraint packages_present_check CHECK (NOT use_present_version OR version = 'present'::text)
);
comment on table packages is 'The packages that contain probes, one row for each version.';
CREATE UNIQUE INDEX packages_address_key ON packages USING btree (((name || '-'::text) || version));
alter table packages enable row level security;
create policy everybody_reads on packages for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on packages for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON packages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON packages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON packages REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER followed_by_probe_versions AFTER UPDATE OF version ON packages FOR EACH ROW WHEN (old.version <> new.version) EXECUTE FUNCTION follow_package_version();
grant select, insert, update, delete on table packages to quatrain_app, quatrain_spanning;

create table passkey_challenges (
  tenant_id integer not null default current_tenant(),
  challenge text collate "C" not null,
  user_id integer not null,
  bound_to text collate "C" not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (tenant_id, challenge),
  constraint passkey_challenges_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table passkey_challenges is 'Random numbers that a passkey has to sign, each of which is accepted once.';
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges USING btree (tenant_id, expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges USING btree (tenant_id, user_id);
alter table passkey_challenges enable row level security;
alter table passkey_challenges force row level security;
create policy every_tenant on passkey_challenges for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on passkey_challenges for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table passkey_challenges to quatrain_app, quatrain_spanning;

create table passkeys (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  user_id integer not null,
  name text collate "C" not null,
  credential_id text collate "C" not null,
  public_key text not null,
  signatures bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (tenant_id, id),
  constraint passkeys_credential_id_key UNIQUE (tenant_id, credential_id),
  constraint passkeys_name_key UNIQUE (tenant_id, user_id, name),
  constraint passkeys_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table passkeys is 'Public keys of WebAuthn, with which users prove who they are besides their password.';
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy every_tenant on passkeys for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on passkeys for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table passkeys to quatrain_app, quatrain_spanning;

create table password_links (
  tenant_id integer not null default current_tenant(),
  user_id integer not null,
  token_hash text collate "C" not null,
  email text not null,
  of_password text not null,
  expires_at timestamp with time zone not null,
  constraint password_links_pkey PRIMARY KEY (tenant_id, user_id),
  constraint password_links_token_key UNIQUE (tenant_id, token_hash),
  constraint password_links_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table password_links is 'Links with which users set a password; a user has one at most.';
CREATE INDEX password_links_expires_at ON password_links USING btree (tenant_id, expires_at);
alter table password_links enable row level security;
alter table password_links force row level security;
create policy every_tenant on password_links for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on password_links for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table password_links to quatrain_app, quatrain_spanning;

create table probe_candidates (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  description text not null default ''::text,
  docurl text not null,
  rpm text not null default ''::text,
  yum_baseurl text not null default ''::text,
  script text not null default ''::text,
  command text not null,
  contact text not null,
  status text collate "C" not null default 'submitted'::text,
  service_type text not null default ''::text,
  devel_url text not null default ''::text,
  production_url text not null default ''::text,
  rejection_reason text not null default ''::text,
  created timestamp with time zone not null,
  last_update timestamp with time zone not null,
  mailed text[] not null default '{}'::text[],
  constraint probe_candidates_pkey PRIMARY KEY (tenant_id, id),
  constraint probe_candidates_status_check CHECK (status = ANY (ARRAY['submitted'::text, 'processing'::text, 'testing'::text, 'deployed'::text, 'rejected'::text])),
  constraint probe_candidates_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table probe_candidates is 'Probes that users have submitted, with their status; submitters choose the names, so two can be the same.';
CREATE INDEX probe_candidates_name ON probe_candidates USING btree (tenant_id, name, id);
alter table probe_candidates enable row level security;
alter table probe_candidates force row level security;
create policy every_tenant on probe_candidates for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on probe_candidates for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON probe_candidates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON probe_candidates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON probe_candidates REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table probe_candidates to quatrain_app, quatrain_spanning;

create table probe_versions (
  id integer not null generated always as identity,
  probe_id integer not null,
  package_id integer not null,
  name text collate "C" not null,
  description text not null,
  comment text not null,
  repository text not null,
  docurl text not null,
  author text not null,
  created_at timestamp with time zone not null,
  version_comment text not null,
  remark text not null default ''::text,
  version text collate "C" not null default ''::text,
  constraint probe_versions_pkey PRIMARY KEY (id),
  constraint probe_versions_name_version_key UNIQUE (name, version),
  constraint probe_versions_package_key UNIQUE (probe_id, package_id),
  constraint probe_versions_version_key UNIQUE (probe_id, version),
  constraint probe_versions_package_fkey FOREIGN KEY (package_id) REFERENCES packages(id) DEFERRABLE,
  constraint probe_versions_probe_fkey FOREIGN KEY (probe_id) REFERENCES probes(id) ON DELETE CASCADE
);
comment on table probe_versions is 'The content of a probe for each version of its package.';
CREATE INDEX probe_versions_package ON probe_versions USING btree (package_id);
alter table probe_versions enable row level security;
create policy everybody_reads on probe_versions for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on probe_versions for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON probe_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON probe_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON probe_versions REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER version_of_package BEFORE INSERT OR UPDATE OF package_id ON probe_versions FOR EACH ROW EXECUTE FUNCTION probe_version_of_package();
grant select, insert, update, delete on table probe_versions to quatrain_app, quatrain_spanning;

create table probes (
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  current_version_id integer,
  constraint probes_pkey PRIMARY KEY (id),
  constraint probes_name_key UNIQUE (name),
  constraint probes_current_version_fkey FOREIGN KEY (current_version_id) REFERENCES probe_versions(id) DEFERRABLE INITIALLY DEFERRED
);
comment on table probes is 'The programs that monitoring boxes run to measure something.';
CREATE INDEX probes_current_version ON probes USING btree (current_version_id);
alter table probes enable row level security;
create policy everybody_reads on probes for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on probes for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON probes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON probes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON probes REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table probes to quatrain_app, quatrain_spanning;

create table recovery_codes (
  tenant_id integer not null default current_tenant(),
  user_id integer not null,
  code_hash text collate "C" not null,
  constraint recovery_codes_pkey PRIMARY KEY (tenant_id, user_id, code_hash),
  constraint recovery_codes_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table recovery_codes is 'Codes that each replace one code of the app or one signature of a passkey.';
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy every_tenant on recovery_codes for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on recovery_codes for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table recovery_codes to quatrain_app, quatrain_spanning;

create table reports (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  apiid uuid not null,
  name text collate "C" not null,
  group_id integer,
  description text not null default ''::text,
  content jsonb not null,
  constraint reports_pkey PRIMARY KEY (tenant_id, id),
  constraint reports_apiid_key UNIQUE (tenant_id, apiid),
  constraint reports_name_key UNIQUE (tenant_id, name),
  constraint reports_group_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) DEFERRABLE,
  constraint reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table reports is 'What the platform computes for a tenant: its topology, profiles and thresholds; the Web API has them under their apiid.';
CREATE INDEX reports_group ON reports USING btree (tenant_id, group_id);
alter table reports enable row level security;
alter table reports force row level security;
create policy every_tenant on reports for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on reports for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON reports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON reports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON reports REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table reports to quatrain_app, quatrain_spanning;

create table request_mails (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  user_id integer not null,
  kind text collate "C" not null,
  object_id integer not null,
  name text collate "C" not null,
  action text collate "C" not null,
  actor text not null,
  remark text not null,
  at timestamp with time zone not null,
  due timestamp with time zone not null,
  attempts integer not null default 0,
  leased_until timestamp with time zone,
  constraint request_mails_pkey PRIMARY KEY (tenant_id, id),
  constraint request_mails_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table request_mails is 'What users are about to be told by mail, written in the transaction of what happened.';
CREATE INDEX request_mails_user ON request_mails USING btree (tenant_id, user_id, due);
alter table request_mails enable row level security;
alter table request_mails force row level security;
create policy every_tenant on request_mails for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on request_mails for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table request_mails to quatrain_app, quatrain_spanning;

create table roll_out_configs (
  tenant_id integer not null default current_tenant(),
  roll_out_id integer not null,
  metric_id integer not null,
  config json not null,
  constraint roll_out_configs_pkey PRIMARY KEY (tenant_id, roll_out_id, metric_id),
  constraint roll_out_configs_job_fkey FOREIGN KEY (tenant_id, roll_out_id) REFERENCES roll_out_jobs(tenant_id, roll_out_id) ON DELETE CASCADE,
  constraint roll_out_configs_metric_fkey FOREIGN KEY (tenant_id, metric_id) REFERENCES metrics(tenant_id, id) ON DELETE CASCADE,
  constraint roll_out_configs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table roll_out_configs is 'The configuration that a metric had before the last step of a job, if the step removed keys from it.';
CREATE INDEX roll_out_configs_metric ON roll_out_configs USING btree (tenant_id, metric_id);
alter table roll_out_configs enable row level security;
alter table roll_out_configs force row level security;
create policy every_tenant on roll_out_configs for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on roll_out_configs for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table roll_out_configs to quatrain_app, quatrain_spanning;

create table roll_out_jobs (
  tenant_id integer not null default current_tenant(),
  roll_out_id integer not null,
  state text not null default 'waiting'::text,
  due timestamp with time zone not null,
  attempts integer not null default 0,
  last_error text not null default ''::text,
  done_at timestamp with time zone,
  reverted_at timestamp with time zone,
  reverted_by text not null default ''::text,
  constraint roll_out_jobs_pkey PRIMARY KEY (tenant_id, roll_out_id),
  constraint roll_out_jobs_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'paused'::text, 'refused'::text, 'done'::text, 'reverted'::text])),
  constraint roll_out_jobs_roll_out_fkey FOREIGN KEY (roll_out_id) REFERENCES roll_outs(id) ON DELETE CASCADE,
  constraint roll_out_jobs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table roll_out_jobs is 'The tenants that a roll-out concerns: until its job is done, a tenant sees the former content.';
CREATE INDEX roll_out_jobs_open ON roll_out_jobs USING btree (tenant_id, roll_out_id) WHERE state <> 'done'::text;
CREATE INDEX roll_out_jobs_roll_out ON roll_out_jobs USING btree (roll_out_id, tenant_id);
alter table roll_out_jobs enable row level security;
alter table roll_out_jobs force row level security;
create policy every_tenant on roll_out_jobs for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on roll_out_jobs for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER announce_roll_out AFTER UPDATE ON roll_out_jobs FOR EACH ROW WHEN (new.state IS DISTINCT FROM old.state AND (new.state = ANY (ARRAY['done'::text, 'refused'::text]))) EXECUTE FUNCTION announce_roll_out();
CREATE TRIGGER count_delete AFTER DELETE ON roll_out_jobs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'due', 'attempts', 'last_error');
CREATE TRIGGER count_insert AFTER INSERT ON roll_out_jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'due', 'attempts', 'last_error');
CREATE TRIGGER count_update AFTER UPDATE ON roll_out_jobs REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'due', 'attempts', 'last_error');
grant select, insert, update, delete on table roll_out_jobs to quatrain_app, quatrain_spanning;

create table roll_out_versions (
  roll_out_id integer not null,
  version_id integer not null,
  template_id integer not null,
  is_current boolean not null,
  probe_version_id integer,
  probeversion text,
  docurl text,
  package_id integer,
  package_name text collate "C",
  package_version text collate "C",
  name text collate "C" not null,
  mtype text collate "C" not null,
  tags text[] not null,
  description text not null,
  parent text not null,
  probeexecutable text not null,
  config json not null,
  attribute json not null,
  dependency json not null,
  flags json not null,
  parameter json not null,
  constraint roll_out_versions_pkey PRIMARY KEY (roll_out_id, version_id),
  constraint roll_out_versions_roll_out_fkey FOREIGN KEY (roll_out_id) REFERENCES roll_outs(id) ON DELETE CASCADE,
  constraint roll_out_versions_version_fkey FOREIGN KEY (version_id) REFERENCES metric_template_versions(id) ON DELETE CASCADE
);
comment on table roll_out_versions is 'Versions of metric templates with their probes and packages as they were before a change, for tenants that have not followed it.';
CREATE INDEX roll_out_versions_version ON roll_out_versions USING btree (version_id);
alter table roll_out_versions enable row level security;
create policy everybody_reads on roll_out_versions for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on roll_out_versions for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON roll_out_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON roll_out_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON roll_out_versions REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table roll_out_versions to quatrain_app, quatrain_spanning;

create table roll_outs (
  id integer not null generated always as identity,
  at timestamp with time zone not null,
  request_id text not null,
  actor text not null,
  address text not null,
  device text not null,
  is_deletion boolean not null default false,
  chosen text[],
  others_due timestamp with time zone,
  constraint roll_outs_pkey PRIMARY KEY (id)
);
comment on table roll_outs is 'Changes and deletions in the catalogue that reach some tenants later.';
alter table roll_outs enable row level security;
create policy everybody_reads on roll_outs for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on roll_outs for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON roll_outs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON roll_outs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON roll_outs REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table roll_outs to quatrain_app, quatrain_spanning;

create table saml_keys (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  private_key_sealed text not null,
  certificate text not null,
  created_at timestamp with time zone not null,
  constraint saml_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint saml_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table saml_keys is 'The keys with which the console of a tenant signs its SAML messages, and their certificates; the newest one signs.';
alter table saml_keys enable row level security;
alter table saml_keys force row level security;
create policy every_tenant on saml_keys for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on saml_keys for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table saml_keys to quatrain_app, quatrain_spanning;

create table saml_messages (
  tenant_id integer not null default current_tenant(),
  id_hash text collate "C" not null,
  expires_at timestamp with time zone not null,
  constraint saml_messages_pkey PRIMARY KEY (tenant_id, id_hash),
  constraint saml_messages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table saml_messages is 'The SHA-256 of issuer and id of accepted SAML messages, so that each is accepted once.';
CREATE INDEX saml_messages_expires_at ON saml_messages USING btree (tenant_id, expires_at);
alter table saml_messages enable row level security;
alter table saml_messages force row level security;
create policy every_tenant on saml_messages for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on saml_messages for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table saml_messages to quatrain_app, quatrain_spanning;

create table saml_sessions (
  tenant_id integer not null default current_tenant(),
  session_id integer not null,
  provider_id integer not null,
  issuer text collate "C" not null,
  name_value text collate "C" not null,
  name json not null,
  session_index text,
  constraint saml_sessions_pkey PRIMARY KEY (tenant_id, session_id),
  constraint saml_sessions_provider_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES identity_providers(tenant_id, id) ON DELETE CASCADE,
  constraint saml_sessions_session_fkey FOREIGN KEY (tenant_id, session_id) REFERENCES sessions(tenant_id, id) ON DELETE CASCADE
);
comment on table saml_sessions is 'How sessions that began with SAML are called at the provider, so that a logout can end them there, and one of the provider here.';
CREATE INDEX saml_sessions_name ON saml_sessions USING btree (tenant_id, provider_id, name_value);
alter table saml_sessions enable row level security;
alter table saml_sessions force row level security;
create policy every_tenant on saml_sessions for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on saml_sessions for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table saml_sessions to quatrain_app, quatrain_spanning;

create table second_factor_rules (
  tenant_id integer not null default current_tenant(),
  required_of text not null,
  constraint second_factor_rules_pkey PRIMARY KEY (tenant_id),
  constraint second_factor_rules_required_of_check CHECK (required_of = ANY (ARRAY['nobody'::text, 'superusers'::text, 'everybody'::text])),
  constraint second_factor_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table second_factor_rules is 'Who of a tenant needs a second factor to log in with a password; nobody without a row.';
alter table second_factor_rules enable row level security;
alter table second_factor_rules force row level security;
create policy every_tenant on second_factor_rules for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on second_factor_rules for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table second_factor_rules to quatrain_app, quatrain_spanning;

create table service_types (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  constraint service_types_pkey PRIMARY KEY (tenant_id, id),
  constraint service_types_name_key UNIQUE (tenant_id, name),
  constraint service_types_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table service_types is 'The numbers of service types in histories; the Web API stores their content.';
alter table service_types enable row level security;
alter table service_types force row level security;
create policy every_tenant on service_types for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on service_types for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON service_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON service_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON service_types REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table service_types to quatrain_app, quatrain_spanning;

create table sessions (
  tenant_id integer not null default current_tenant(),
  token_hash text collate "C" not null,
  user_id integer not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  id integer not null generated always as identity,
  address text not null default ''::text,
  device text not null default ''::text,
  verified_at timestamp with time zone not null,
  needs_factor boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint sessions_id_key UNIQUE (tenant_id, id),
  constraint sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  constraint sessions_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table sessions is 'Signed-in browsers.';
CREATE INDEX sessions_last_seen ON sessions USING btree (tenant_id, last_seen_at);
CREATE INDEX sessions_user ON sessions USING btree (tenant_id, user_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy every_tenant on sessions for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on sessions for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table sessions to quatrain_app, quatrain_spanning;

create table sign_in_addresses (
  tenant_id integer not null default current_tenant(),
  user_id integer not null,
  address text collate "C" not null,
  last_at timestamp with time zone not null,
  constraint sign_in_addresses_pkey PRIMARY KEY (tenant_id, user_id, address),
  constraint sign_in_addresses_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table sign_in_addresses is 'The addresses from which users have signed in: failures elsewhere do not lock them out there.';
CREATE INDEX sign_in_addresses_last_at ON sign_in_addresses USING btree (tenant_id, last_at);
alter table sign_in_addresses enable row level security;
alter table sign_in_addresses force row level security;
create policy every_tenant on sign_in_addresses for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on sign_in_addresses for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER announce_place AFTER INSERT ON sign_in_addresses FOR EACH ROW EXECUTE FUNCTION announce_place();
grant select, insert, update, delete on table sign_in_addresses to quatrain_app, quatrain_spanning;

create table sign_on_requests (
  tenant_id integer not null default current_tenant(),
  state_hash text collate "C" not null,
  browser_hash text collate "C" not null,
  provider_id integer not null,
  tested_by text,
  return_to text,
  nonce text not null,
  code_verifier text not null,
  network text collate "C" not null,
  begun_at timestamp with time zone not null,
  response text,
  constraint sign_on_requests_pkey PRIMARY KEY (tenant_id, state_hash),
  constraint sign_on_requests_provider_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES identity_providers(tenant_id, id) ON DELETE CASCADE
);
comment on table sign_on_requests is 'Sign-ons that were sent to an identity provider, each of which is used once, within minutes.';
CREATE INDEX sign_on_requests_begun_at ON sign_on_requests USING btree (tenant_id, begun_at);
CREATE INDEX sign_on_requests_provider ON sign_on_requests USING btree (tenant_id, provider_id);
alter table sign_on_requests enable row level security;
alter table sign_on_requests force row level security;
create policy every_tenant on sign_on_requests for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on sign_on_requests for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table sign_on_requests to quatrain_app, quatrain_spanning;

create table sign_on_subjects (
  tenant_id integer not null default current_tenant(),
  provider_id integer not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id integer not null,
  constraint sign_on_subjects_pkey PRIMARY KEY (tenant_id, provider_id, issuer, subject),
  constraint sign_on_subjects_provider_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES identity_providers(tenant_id, id) ON DELETE CASCADE,
  constraint sign_on_subjects_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table sign_on_subjects is 'Who a user is at an identity provider: the subject is the only thing that a user is found by there.';
CREATE INDEX sign_on_subjects_user ON sign_on_subjects USING btree (tenant_id, user_id);
alter table sign_on_subjects enable row level security;
alter table sign_on_subjects force row level security;
create policy every_tenant on sign_on_subjects for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on sign_on_subjects for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table sign_on_subjects to quatrain_app, quatrain_spanning;

create table sign_on_tests (
  tenant_id integer not null default current_tenant(),
  id text collate "C" not null,
  provider_id integer not null,
  tested_by text not null,
  result json not null,
  arrived_at timestamp with time zone not null,
  constraint sign_on_tests_pkey PRIMARY KEY (tenant_id, id),
  constraint sign_on_tests_provider_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES identity_providers(tenant_id, id) ON DELETE CASCADE
);
comment on table sign_on_tests is 'What arrived in test sign-ins.';
CREATE INDEX sign_on_tests_arrived_at ON sign_on_tests USING btree (tenant_id, arrived_at);
CREATE INDEX sign_on_tests_provider ON sign_on_tests USING btree (tenant_id, provider_id);
alter table sign_on_tests enable row level security;
alter table sign_on_tests force row level security;
create policy every_tenant on sign_on_tests for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on sign_on_tests for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table sign_on_tests to quatrain_app, quatrain_spanning;

create table store_comparisons (
  tenant_id integer not null default current_tenant(),
  compared_at timestamp with time zone not null,
  differences integer,
  failure text not null default ''::text,
  constraint store_comparisons_pkey PRIMARY KEY (tenant_id),
  constraint store_comparisons_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table store_comparisons is 'The last comparison of a tenant''s two stores; not a part of backups.';
alter table store_comparisons enable row level security;
alter table store_comparisons force row level security;
create policy every_tenant on store_comparisons for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on store_comparisons for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER announce_differences AFTER UPDATE ON store_comparisons FOR EACH ROW WHEN (new.differences IS DISTINCT FROM old.differences AND new.differences > 0) EXECUTE FUNCTION announce_differences();
grant select, insert, update, delete on table store_comparisons to quatrain_app, quatrain_spanning;

create table template_tenant_counts (
  id bigint not null generated always as identity,
  template_id integer not null,
  tenants integer not null,
  constraint template_tenant_counts_pkey PRIMARY KEY (id)
);
comment on table template_tenant_counts is 'The number of tenants that have a metric of each template: the sum of its rows, which are only added.';
grant insert on table template_tenant_counts to quatrain_app;
grant select, insert, delete on table template_tenant_counts to quatrain_spanning;

create table tenant_revisions (
  tenant_id integer not null default current_tenant(),
  id bigint not null generated always as identity,
  part text collate "C" not null,
  number bigint not null default 1 + floor(random() * 2147483647::double precision)::bigint,
  constraint tenant_revisions_pkey PRIMARY KEY (tenant_id, id),
  constraint tenant_revisions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table tenant_revisions is 'Counts the changes of each tenant, so that one read tells whether a response is still the same.';
alter table tenant_revisions enable row level security;
alter table tenant_revisions force row level security;
create policy every_tenant on tenant_revisions for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on tenant_revisions for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table tenant_revisions to quatrain_app, quatrain_spanning;

create table tenants (
  id integer not null generated always as identity,
  name text collate "C" not null,
  schema_name text collate "C" not null,
  domain_url text collate "C" not null,
  created_on date not null default CURRENT_DATE,
  combined boolean not null default false,
  combined_from text[] not null default '{}'::text[],
  use_service_title boolean not null default false,
  terms_url text not null default ''::text,
  privacy_url text not null default ''::text,
  saml_login_string text not null default ''::text,
  row_version integer not null default 1,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_domain_url_key UNIQUE (domain_url),
  constraint tenants_name_key UNIQUE (name),
  constraint tenants_schema_name_key UNIQUE (schema_name)
);
comment on table tenants is 'The customers, and the super-tenant, whose schema_name is public: tables with a tenant_id belong to them.';
CREATE TRIGGER count_delete AFTER DELETE ON tenants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON tenants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON tenants REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select on table tenants to quatrain_app;
grant select, insert, update, delete on table tenants to quatrain_spanning;

create table thresholds_profiles (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  apiid uuid not null,
  name text collate "C" not null,
  group_id integer,
  description text not null default ''::text,
  rules jsonb not null,
  metric_names text[] collate "C" not null,
  constraint thresholds_profiles_pkey PRIMARY KEY (tenant_id, id),
  constraint thresholds_profiles_apiid_key UNIQUE (tenant_id, apiid),
  constraint thresholds_profiles_name_key UNIQUE (tenant_id, name),
  constraint thresholds_profiles_group_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) DEFERRABLE,
  constraint thresholds_profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table thresholds_profiles is 'Rules that replace the thresholds of metrics for hosts and endpoint groups; the Web API has them under their apiid.';
CREATE INDEX thresholds_profiles_group ON thresholds_profiles USING btree (tenant_id, group_id);
alter table thresholds_profiles enable row level security;
alter table thresholds_profiles force row level security;
create policy every_tenant on thresholds_profiles for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on thresholds_profiles for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON thresholds_profiles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON thresholds_profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON thresholds_profiles REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table thresholds_profiles to quatrain_app, quatrain_spanning;

create table user_keys (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  user_id integer not null,
  name text collate "C" not null,
  token_hash text collate "C" not null,
  read_only boolean not null,
  expires_at timestamp with time zone,
  networks text[] collate "C" not null default '{}'::text[],
  created_at timestamp with time zone not null,
  rotated_at timestamp with time zone,
  previous_hash text collate "C",
  previous_until timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_by text not null default ''::text,
  constraint user_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint user_keys_name_key UNIQUE (tenant_id, user_id, name),
  constraint user_keys_token_key UNIQUE (tenant_id, token_hash),
  constraint user_keys_previous_check CHECK ((previous_hash IS NULL) = (previous_until IS NULL)),
  constraint user_keys_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table user_keys is 'Keys with which scripts call the internal API as a user; tokens are shown once, and only their hashes are stored.';
CREATE INDEX user_keys_previous ON user_keys USING btree (tenant_id, previous_hash) WHERE previous_hash IS NOT NULL;
alter table user_keys enable row level security;
alter table user_keys force row level security;
create policy every_tenant on user_keys for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on user_keys for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table user_keys to quatrain_app, quatrain_spanning;

create table users (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  username text collate "C" not null,
  password_hash text,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  email text not null default ''::text,
  is_superuser boolean not null default false,
  is_active boolean not null default true,
  date_joined timestamp with time zone not null default now(),
  last_login timestamp with time zone,
  displayname text not null default ''::text,
  subject text not null default ''::text,
  egiid text not null default ''::text,
  constraint users_pkey PRIMARY KEY (tenant_id, id),
  constraint users_username_key UNIQUE (tenant_id, username),
  constraint users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table users is 'The people of a tenant, who sign in with a password, a passkey or an identity provider.';
alter table users enable row level security;
alter table users force row level security;
create policy every_tenant on users for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on users for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'last_login');
CREATE TRIGGER count_insert AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'last_login');
CREATE TRIGGER count_update AFTER UPDATE ON users REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all', 'last_login');
grant select, insert, update, delete on table users to quatrain_app, quatrain_spanning;

create table verified_backups (
  created_at timestamp with time zone not null,
  verified_at timestamp with time zone not null,
  file text not null,
  bytes bigint not null,
  rows bigint not null
);
comment on table verified_backups is 'The last backup that was read again after it was written, and found complete; not a part of backups.';
CREATE UNIQUE INDEX verified_backups_one ON verified_backups USING btree ((true));
grant select, insert, update on table verified_backups to quatrain_spanning;

create table versions (
  tenant_id integer not null default current_tenant(),
  kind text collate "C" not null storage main,
  object_id integer not null,
  number integer not null,
  name text collate "C" not null storage main,
  document json not null storage main,
  author text not null storage main,
  created_at timestamp with time zone not null,
  comment text not null storage main,
  remark text not null default ''::text storage main,
  restored_from integer,
  is_deletion boolean not null default false,
  continues integer,
  constraint versions_pkey PRIMARY KEY (tenant_id, kind, object_id, number)
) with (toast_tuple_target=256);
comment on table versions is 'Complete documents, one row for each version of every kind of object; they outlive their object and its tenant.';
CREATE INDEX versions_continued ON versions USING btree (tenant_id, kind, object_id) WHERE continues IS NOT NULL;
CREATE INDEX versions_name ON versions USING btree (tenant_id, kind, name, created_at);
CREATE INDEX versions_remarked ON versions USING btree (tenant_id, kind, object_id, number) WHERE remark <> ''::text;
alter table versions enable row level security;
alter table versions force row level security;
create policy every_tenant on versions for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on versions for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
create policy owner_reads on versions for select to current_user using (true);
create policy owner_removes on versions for delete to current_user using (true);
CREATE TRIGGER mail_past_rule AFTER INSERT ON versions FOR EACH ROW WHEN (starts_with(new.remark, 'Without a change request: '::text)) EXECUTE FUNCTION mail_past_rule();
grant select, insert on table versions to quatrain_app, quatrain_spanning;

create table watched_objects (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  user_id integer not null,
  kind text collate "C" not null,
  name text collate "C" not null,
  object_id integer,
  constraint watched_objects_pkey PRIMARY KEY (tenant_id, id),
  constraint watched_objects_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table watched_objects is 'Objects that users watch: they get mails about what others do to them.';
CREATE INDEX watched_objects_name ON watched_objects USING btree (tenant_id, kind, name);
CREATE INDEX watched_objects_user ON watched_objects USING btree (tenant_id, user_id);
alter table watched_objects enable row level security;
alter table watched_objects force row level security;
create policy every_tenant on watched_objects for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on watched_objects for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table watched_objects to quatrain_app, quatrain_spanning;

create table web_assets (
  name text collate "C" not null,
  gzipped bytea not null storage external,
  served_at timestamp with time zone not null,
  constraint web_assets_pkey PRIMARY KEY (name)
);
comment on table web_assets is 'Files of the builds of the browser application, which processes share during an update.';
CREATE INDEX web_assets_served_at ON web_assets USING btree (served_at);
grant select, insert, update, delete on table web_assets to quatrain_spanning;

create table webhook_attempts (
  tenant_id integer not null default current_tenant(),
  delivery uuid not null,
  number integer not null,
  at timestamp with time zone not null,
  status integer,
  milliseconds integer not null,
  answer text not null,
  constraint webhook_attempts_pkey PRIMARY KEY (tenant_id, delivery, number),
  constraint webhook_attempts_delivery_fkey FOREIGN KEY (tenant_id, delivery) REFERENCES webhook_deliveries(tenant_id, id) ON DELETE CASCADE,
  constraint webhook_attempts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table webhook_attempts is 'What receivers of webhooks have answered.';
alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy every_tenant on webhook_attempts for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on webhook_attempts for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table webhook_attempts to quatrain_app, quatrain_spanning;

create table webhook_deliveries (
  tenant_id integer not null default current_tenant(),
  id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  webhook integer not null,
  kind text collate "C" not null,
  action text collate "C" not null,
  object_id integer not null,
  object_name text collate "C" not null,
  at timestamp with time zone not null,
  activity integer,
  details json,
  state text collate "C" not null default 'waiting'::text,
  is_asked boolean not null default false,
  due timestamp with time zone not null,
  attempts integer not null default 0,
  first_tried timestamp with time zone,
  leased_until timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_deliveries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])),
  constraint webhook_deliveries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  constraint webhook_deliveries_webhook_fkey FOREIGN KEY (tenant_id, webhook) REFERENCES webhooks(tenant_id, id) ON DELETE CASCADE
);
comment on table webhook_deliveries is 'Messages to webhooks, written in the transaction of what they tell.';
CREATE INDEX webhook_deliveries_at ON webhook_deliveries USING btree (tenant_id, at);
CREATE INDEX webhook_deliveries_number ON webhook_deliveries USING btree (tenant_id, webhook, number);
CREATE INDEX webhook_deliveries_object ON webhook_deliveries USING btree (tenant_id, webhook, kind, object_id, number) WHERE state = 'waiting'::text;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (tenant_id, webhook, number) WHERE state = 'waiting'::text;
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy every_tenant on webhook_deliveries for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on webhook_deliveries for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table webhook_deliveries to quatrain_app, quatrain_spanning;

create table webhooks (
  tenant_id integer not null default current_tenant(),
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  address text not null,
  events text[] collate "C" not null,
  has_values boolean not null,
  active boolean not null,
  paused_because text not null default ''::text,
  secrets_sealed text,
  has_former_secret boolean default false,
  constraint webhooks_pkey PRIMARY KEY (tenant_id, id),
  constraint webhooks_name_key UNIQUE (tenant_id, name),
  constraint webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
comment on table webhooks is 'Addresses of other programs that are told about events.';
alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy every_tenant on webhooks for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on webhooks for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER count_delete AFTER DELETE ON webhooks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_insert AFTER INSERT ON webhooks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
CREATE TRIGGER count_update AFTER UPDATE ON webhooks REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_tenant_change('all');
grant select, insert, update, delete on table webhooks to quatrain_app, quatrain_spanning;

create table wrong_codes (
  tenant_id integer not null default current_tenant(),
  user_id integer not null,
  codes integer not null,
  last_at timestamp with time zone not null,
  constraint wrong_codes_pkey PRIMARY KEY (tenant_id, user_id),
  constraint wrong_codes_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
comment on table wrong_codes is 'How many wrong second factors in a row a user has given, which limits further ones.';
alter table wrong_codes enable row level security;
alter table wrong_codes force row level security;
create policy every_tenant on wrong_codes for all to quatrain_spanning using (true) with check (true);
create policy own_tenant on wrong_codes for all to quatrain_app using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select, insert, update, delete on table wrong_codes to quatrain_app, quatrain_spanning;

create table yum_repos (
  id integer not null generated always as identity,
  row_version integer not null default 1,
  name text collate "C" not null,
  tag_id integer not null,
  content text not null,
  description text not null,
  constraint yum_repos_pkey PRIMARY KEY (id),
  constraint yum_repos_name_tag_key UNIQUE (name, tag_id),
  constraint yum_repos_tag_fkey FOREIGN KEY (tag_id) REFERENCES os_tags(id) DEFERRABLE
);
comment on table yum_repos is 'The repos that packages are installed from.';
CREATE INDEX yum_repos_tag ON yum_repos USING btree (tag_id);
alter table yum_repos enable row level security;
create policy everybody_reads on yum_repos for select to quatrain_app, quatrain_spanning using (true);
create policy super_tenant_writes on yum_repos for all to quatrain_app, quatrain_spanning using (is_super_deployment()) with check (is_super_deployment());
CREATE TRIGGER count_delete AFTER DELETE ON yum_repos REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_insert AFTER INSERT ON yum_repos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER count_update AFTER UPDATE ON yum_repos REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
grant select, insert, update, delete on table yum_repos to quatrain_app, quatrain_spanning;

create view activity_with_documents with (security_invoker=true) as
 SELECT tenant_id,
    number,
    at,
    request_id,
    actor,
    address,
    device,
    action,
    kind,
    object_id,
    object_name,
        CASE
            WHEN before_version IS NULL THEN before
            ELSE ( SELECT version.document
               FROM versions version
              WHERE version.tenant_id = entry.tenant_id AND version.kind = entry.kind AND version.object_id = entry.object_id AND version.number = entry.before_version)
        END AS before,
        CASE
            WHEN after_version IS NULL THEN after
            ELSE ( SELECT version.document
               FROM versions version
              WHERE version.tenant_id = entry.tenant_id AND version.kind = entry.kind AND version.object_id = entry.object_id AND version.number = entry.after_version)
        END AS after
   FROM activity entry;
grant select on table activity_with_documents to quatrain_app, quatrain_spanning;

create view former_contents with (security_invoker=true) as
 SELECT DISTINCT ON (job.tenant_id, former.version_id) job.tenant_id,
    former.roll_out_id,
    former.version_id,
    former.template_id,
    former.is_current,
    former.probe_version_id,
    former.probeversion,
    former.docurl,
    former.package_id,
    former.package_name,
    former.package_version,
    former.name,
    former.mtype,
    former.tags,
    former.description,
    former.parent,
    former.probeexecutable,
    former.config,
    former.attribute,
    former.dependency,
    former.flags,
    former.parameter
   FROM roll_out_jobs job
     JOIN roll_out_versions former ON former.roll_out_id = job.roll_out_id
  WHERE job.state <> 'done'::text
  ORDER BY job.tenant_id, former.version_id, job.roll_out_id;
grant select on table former_contents to quatrain_app, quatrain_spanning;

create view metrics_with_content with (security_invoker=true) as
 SELECT metric.tenant_id,
    metric.id,
    metric.row_version,
    metric.template_id,
    metric.template_version_id,
    metric.group_id,
    metric.config,
    version.probe_version_id,
    probe_version_label(probe.*, package.*) AS probeversion,
    probe.docurl,
    package.id AS package_id,
    package.name AS package_name,
    package.version AS package_version,
    version.name,
    version.mtype,
    version.tags,
    version.description,
        CASE
            WHEN metric.reference_names IS NULL THEN version.parent
            ELSE own_name(version.parent, metric.reference_names)
        END AS parent,
    version.probeexecutable,
    version.config AS template_config,
    version.attribute,
        CASE
            WHEN metric.reference_names IS NULL THEN version.dependency
            ELSE own_dependency(version.dependency, metric.reference_names)
        END AS dependency,
    version.flags,
    version.parameter,
    version.parent AS template_parent,
    version.dependency AS template_dependency,
    metric.reference_names
   FROM metrics metric
     JOIN metric_template_versions version ON version.id = metric.template_version_id
     LEFT JOIN probe_versions probe ON probe.id = version.probe_version_id
     LEFT JOIN packages package ON package.id = probe.package_id
  WHERE NOT (EXISTS ( SELECT
           FROM roll_out_jobs job
             JOIN roll_out_versions former ON former.roll_out_id = job.roll_out_id
          WHERE job.tenant_id = metric.tenant_id AND job.state <> 'done'::text AND former.version_id = metric.template_version_id))
UNION ALL
 SELECT metric.tenant_id,
    metric.id,
    metric.row_version,
    metric.template_id,
    metric.template_version_id,
    metric.group_id,
    metric.config,
    former.probe_version_id,
    former.probeversion,
    former.docurl,
    former.package_id,
    former.package_name,
    former.package_version,
    former.name,
    former.mtype,
    former.tags,
    former.description,
        CASE
            WHEN metric.reference_names IS NULL THEN former.parent
            ELSE own_name(former.parent, metric.reference_names)
        END AS parent,
    former.probeexecutable,
    former.config AS template_config,
    former.attribute,
        CASE
            WHEN metric.reference_names IS NULL THEN former.dependency
            ELSE own_dependency(former.dependency, metric.reference_names)
        END AS dependency,
    former.flags,
    former.parameter,
    former.parent AS template_parent,
    former.dependency AS template_dependency,
    metric.reference_names
   FROM metrics metric
     JOIN former_contents former ON former.tenant_id = metric.tenant_id AND former.version_id = metric.template_version_id;
grant select on table metrics_with_content to quatrain_app, quatrain_spanning;

create view versions_with_content with (security_invoker=true) as
 SELECT version.id,
    version.template_id,
    version.probe_version_id,
    probe_version_label(probe.*, package.*) AS probeversion,
    probe.docurl,
    package.id AS package_id,
    package.name AS package_name,
    package.version AS package_version,
    version.name,
    version.mtype,
    version.tags,
    version.description,
    version.parent,
    version.probeexecutable,
    version.config,
    version.attribute,
    version.dependency,
    version.flags,
    version.parameter
   FROM metric_template_versions version
     LEFT JOIN probe_versions probe ON probe.id = version.probe_version_id
     LEFT JOIN packages package ON package.id = probe.package_id
  WHERE NOT (EXISTS ( SELECT
           FROM roll_out_jobs job
             JOIN roll_out_versions former ON former.roll_out_id = job.roll_out_id
          WHERE job.tenant_id = current_tenant() AND job.state <> 'done'::text AND former.version_id = version.id))
UNION ALL
 SELECT former.version_id AS id,
    former.template_id,
    former.probe_version_id,
    former.probeversion,
    former.docurl,
    former.package_id,
    former.package_name,
    former.package_version,
    former.name,
    former.mtype,
    former.tags,
    former.description,
    former.parent,
    former.probeexecutable,
    former.config,
    former.attribute,
    former.dependency,
    former.flags,
    former.parameter
   FROM former_contents former
  WHERE former.tenant_id = current_tenant();
grant select on table versions_with_content to quatrain_app, quatrain_spanning;

create view withdrawn_templates with (security_invoker=true) as
 SELECT template_id
   FROM deleted_templates deleted
  WHERE NOT (EXISTS ( SELECT
           FROM metrics metric
          WHERE metric.tenant_id = current_tenant() AND metric.template_id = deleted.template_id));
grant select on table withdrawn_templates to quatrain_app, quatrain_spanning;

CREATE OR REPLACE FUNCTION activity_text(entry activity)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE (entry).format WHEN 1 THEN concat_ws(''::text, (entry).tenant_id, (entry).number, EXTRACT(epoch FROM (entry).at), (entry).request_id, (entry).actor, (entry).address, (entry).action, (entry).kind, (entry).object_id, (entry).object_name, COALESCE(((entry).before)::text, ''::text), COALESCE(((entry).after)::text, ''::text), (entry).previous_hash) WHEN 2 THEN (json_build_array((entry).format, (entry).tenant_id, (entry).number, (EXTRACT(epoch FROM (entry).at))::text, (entry).request_id, (entry).actor, (entry).address, (entry).action, (entry).kind, (entry).object_id, (entry).object_name, ((entry).before)::text, ((entry).after)::text, (entry).previous_hash))::text WHEN 3 THEN (json_build_array((entry).format, (entry).tenant_id, (entry).number, (EXTRACT(epoch FROM (entry).at))::text, (entry).request_id, (entry).actor, (entry).address, (entry).device, (entry).action, (entry).kind, (entry).object_id, (entry).object_name, ((entry).before)::text, ((entry).after)::text, (entry).previous_hash))::text WHEN 4 THEN (json_build_array((entry).format, (entry).tenant_id, (entry).number, (EXTRACT(epoch FROM (entry).at))::text, (entry).request_id, (entry).actor, (entry).address, (entry).device, (entry).action, (entry).kind, (entry).object_id, (entry).object_name, ((entry).before)::text, ((entry).after)::text, (entry).before_version, (entry).after_version, encode((entry).before_hash, 'hex'::text), encode((entry).after_hash, 'hex'::text), (entry).previous_hash))::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION announce(tenant integer, kind text, action text, id integer, name text, at timestamp with time zone, details json)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into webhook_deliveries (tenant_id, webhook, kind, action, object_id, object_name, at, due, details)
  select tenant, webhook.id, announce.kind, announce.action, announce.id, announce.name, at, at, details
  from webhooks as webhook where webhook.tenant_id = tenant and webhook.active
    and is_told(webhook.events, announce.kind, announce.action)
$function$;

CREATE OR REPLACE FUNCTION announce_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_deliveries (tenant_id, webhook, kind, action, object_id, object_name, at, due, activity, details)
  select logged.tenant_id, webhook.id, logged.kind, logged.action, logged.object_id, logged.object_name, logged.at, logged.at,
    logged.number, case when managed.owner is not null then json_build_object('managed_by', managed.owner) end
  from logged join webhooks as webhook on webhook.tenant_id = logged.tenant_id and webhook.active
    and is_told(webhook.events, logged.kind, logged.action)
  left join managed_objects as managed on managed.tenant_id = logged.tenant_id and managed.kind = logged.kind
    and managed.name = logged.object_name and not exists (
      select from change_requests as request where request.tenant_id = logged.tenant_id
        and request.request_id = logged.request_id and request.managed ->> 'owner' = managed.owner)
  order by logged.number;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION announce_differences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(new.tenant_id, 'stores', 'differ', 0, 'Differences', new.compared_at,
    json_build_object('differences', new.differences));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION announce_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(new.tenant_id, 'user', 'new-place', person.id, person.username, new.last_at,
    json_build_object('address', new.address))
  from users as person where person.tenant_id = new.tenant_id and person.id = new.user_id and person.is_superuser;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION announce_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(new.tenant_id, 'changerequest', new.action, request.id, request.title, new.at,
    json_build_object('actor', new.author, 'text', new.text, 'author', request.author, 'link', request.link))
  from change_requests as request where request.tenant_id = new.tenant_id and request.id = new.request;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION announce_roll_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(new.tenant_id, 'rollout', new.state, new.roll_out_id, 'Roll-out ' || new.roll_out_id,
    coalesce(new.done_at, now()), json_build_object('reason', new.last_error));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION chain_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  last record;
begin
  -- A document that a version has is replaced by its hash.
  if new.before_version is not null and new.before is not null then
    new.before_hash := document_hash(new.before);
    new.before := null;
  end if;
  if new.after_version is not null and new.after is not null then
    new.after_hash := document_hash(new.after);
    new.after := null;
  end if;
  -- Each tenant has one chain: concurrent writers wait for each other.
  perform pg_advisory_xact_lock(hashtext('activity'), new.tenant_id);
  select number, hash into last from activity where tenant_id = new.tenant_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.previous_hash := coalesce(last.hash, '');
  new.format := 4;
  new.hash := encode(sha256(convert_to(activity_text(new), 'UTF8')), 'hex');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION continued_objects(kind text, object_id integer)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
AS $function$
  with recursive known (id) as (
    select $2
    union
    select version.continues from known
    join versions as version on version.tenant_id = current_tenant() and version.kind = $1 and version.object_id = known.id and version.continues is not null
  )
  select id from known
$function$;

CREATE OR REPLACE FUNCTION count_added_metrics()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into metric_counts as counted (tenant_id, probe_version_id, metrics)
  select added.tenant_id, coalesce(version.probe_version_id, 0), count(*)
  from added join metric_template_versions as version on version.id = added.template_version_id
  group by 1, 2 order by 1, 2
  on conflict (tenant_id, probe_version_id) do update set metrics = counted.metrics + excluded.metrics;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_added_tenants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into template_tenant_counts (template_id, tenants) select template_id, count(*) from added group by template_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_catalogue_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from changed) then
    insert into catalogue_revisions default values;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_changes(table_name text, call text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create trigger count_insert after insert on %I referencing new table as changed '
    'for each statement execute function %s', table_name, call);
  execute format('create trigger count_update after update on %I referencing old table as former new table as changed '
    'for each statement execute function %s', table_name, call);
  execute format('create trigger count_delete after delete on %I referencing old table as changed '
    'for each statement execute function %s', table_name, call);
end
$function$;

CREATE OR REPLACE FUNCTION count_moved_metrics()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into metric_counts as counted (tenant_id, probe_version_id, metrics)
  select moved.tenant_id, coalesce(version.probe_version_id, 0), sum(moved.change)
  from (
    select tenant_id, template_version_id, 1 as change from added
    union all
    select tenant_id, template_version_id, -1 from removed
  ) as moved
  join metric_template_versions as version on version.id = moved.template_version_id
  group by 1, 2
  having sum(moved.change) <> 0
  order by 1, 2
  on conflict (tenant_id, probe_version_id) do update set metrics = counted.metrics + excluded.metrics;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_removed_metrics()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update metric_counts as counted set metrics = counted.metrics - gone.metrics
  from (
    select removed.tenant_id, coalesce(version.probe_version_id, 0) as probe_version_id, count(*) as metrics
    from removed join metric_template_versions as version on version.id = removed.template_version_id
    group by 1, 2
  ) as gone
  where counted.tenant_id = gone.tenant_id and counted.probe_version_id = gone.probe_version_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_removed_tenants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into template_tenant_counts (template_id, tenants) select template_id, -count(*) from removed group by template_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_tag_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update metric_tags set row_version = row_version + 1 where id in (select tag_id from changed);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_tenant_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  tenants_seen integer[];
begin
  if tg_op = 'UPDATE' and tg_nargs > 1 then
    tenants_seen := array(
      select distinct tenant_id from (
        select tenant_id, to_jsonb(changed) - tg_argv[1:] from changed
        except select tenant_id, to_jsonb(former) - tg_argv[1:] from former) as seen);
  else
    tenants_seen := array(select distinct tenant_id from changed);
  end if;
  -- The row of a tenant that is being deleted does not exist any more.
  insert into tenant_revisions (tenant_id, part) select id, tg_argv[0] from tenants where id = any(tenants_seen);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION current_tenant()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('quatrain.tenant'::text, true), ''::text))::integer;

CREATE OR REPLACE FUNCTION describe_change(before json, after json, lists text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 WITH listed AS (
          SELECT string_agg(describe_list(listed_1.field, (describe_change.before -> listed_1.field), (describe_change.after -> listed_1.field)), ' '::text ORDER BY listed_1."position") AS sentences
            FROM unnest(describe_change.lists) WITH ORDINALITY listed_1(field, "position")
           WHERE (((describe_change.before -> listed_1.field))::text IS DISTINCT FROM ((describe_change.after -> listed_1.field))::text)
         ), named AS (
          SELECT json_object_keys(describe_change.before) AS field
         UNION
          SELECT json_object_keys(describe_change.after) AS json_object_keys
         ), plain AS (
          SELECT named.field,
             (COALESCE(((describe_change.before -> named.field))::text, 'null'::text) = ANY (ARRAY['null'::text, '""'::text])) AS was_empty,
             (COALESCE(((describe_change.after -> named.field))::text, 'null'::text) = ANY (ARRAY['null'::text, '""'::text])) AS is_empty
            FROM named
           WHERE ((named.field <> ALL (describe_change.lists)) AND
                 CASE
                     WHEN (((describe_change.before -> named.field))::text IS DISTINCT FROM ((describe_change.after -> named.field))::text) THEN (((describe_change.before -> named.field))::jsonb IS DISTINCT FROM ((describe_change.after -> named.field))::jsonb)
                     ELSE false
                 END)
         ), verbs AS (
          SELECT array_agg(plain.field ORDER BY (plain.field COLLATE "C")) FILTER (WHERE (plain.was_empty AND (NOT plain.is_empty))) AS added,
             array_agg(plain.field ORDER BY (plain.field COLLATE "C")) FILTER (WHERE ((NOT plain.was_empty) AND (NOT plain.is_empty))) AS changed,
             array_agg(plain.field ORDER BY (plain.field COLLATE "C")) FILTER (WHERE ((NOT plain.was_empty) AND plain.is_empty)) AS deleted
            FROM plain
         )
  SELECT COALESCE(NULLIF(concat_ws(' '::text, listed.sentences, (('Added '::text || listing(verbs.added)) || '.'::text), (('Changed '::text || listing(verbs.changed)) || '.'::text), (('Deleted '::text || listing(verbs.deleted)) || '.'::text)), ''::text), 'No fields changed.'::text) AS "coalesce"
    FROM listed,
     verbs;
END;

CREATE OR REPLACE FUNCTION describe_list(field text, old json, now json)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 WITH member AS (
          SELECT true AS is_old,
             listed."position",
             member_name(describe_list.field, listed.entry) AS name,
             (listed.entry)::jsonb AS entry
            FROM json_array_elements(
                 CASE json_typeof(describe_list.old)
                     WHEN 'array'::text THEN describe_list.old
                     ELSE NULL::json
                 END) WITH ORDINALITY listed(entry, "position")
         UNION ALL
          SELECT false,
             listed."position",
             member_name(describe_list.field, listed.entry) AS member_name,
             (listed.entry)::jsonb AS entry
            FROM json_array_elements(
                 CASE json_typeof(describe_list.now)
                     WHEN 'array'::text THEN describe_list.now
                     ELSE NULL::json
                 END) WITH ORDINALITY listed(entry, "position")
         ), named AS (
          SELECT member.name,
             array_agg(member.entry ORDER BY member."position") FILTER (WHERE member.is_old) AS before,
             array_agg(member.entry ORDER BY member."position") FILTER (WHERE (NOT member.is_old)) AS after,
             COALESCE(min(member."position") FILTER (WHERE (NOT member.is_old)), min(member."position")) AS "position"
            FROM member
           GROUP BY member.name
         ), differing AS (
          SELECT
                 CASE
                     WHEN (named.before IS NULL) THEN 'Added'::text
                     WHEN (named.after IS NULL) THEN 'Deleted'::text
                     ELSE 'Changed'::text
                 END AS verb,
             named.name,
             named."position"
            FROM named
           WHERE (named.before IS DISTINCT FROM named.after)
         ), told AS (
          SELECT differing.verb,
             array_agg(differing.name ORDER BY differing."position") AS names
            FROM differing
           GROUP BY differing.verb
         ), placed AS (
          SELECT member.is_old,
             member."position",
             member.name,
             row_number() OVER (PARTITION BY member.is_old, member.name ORDER BY member."position") AS nth
            FROM member
         ), stayed AS (
          SELECT was."position" AS was_at,
             stays."position" AS is_at
            FROM (placed was
              JOIN placed stays ON (((stays.name = was.name) AND (stays.nth = was.nth))))
           WHERE (was.is_old AND (NOT stays.is_old))
         )
  SELECT NULLIF(concat_ws(' '::text, ( SELECT string_agg(member_sentences(describe_list.field, told.verb, told.names), ' '::text ORDER BY (array_position(ARRAY['Deleted'::text, 'Changed'::text, 'Added'::text], told.verb))) AS string_agg
            FROM told),
         CASE
             WHEN ((field <> ALL (ARRAY['tags'::text, 'metricinstances'::text])) AND ( SELECT (array_agg(stayed.is_at ORDER BY stayed.was_at) <> array_agg(stayed.is_at ORDER BY stayed.is_at))
                FROM stayed)) THEN format('Changed the order of %s fields.'::text, field)
             ELSE NULL::text
         END), ''::text) AS "nullif";
END;

CREATE OR REPLACE FUNCTION document_hash(document json)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN sha256(convert_to((document)::text, 'UTF8'::name));

CREATE OR REPLACE FUNCTION follow_package_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update probe_versions set version = new.version where package_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION followed_config(template json, own json)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT COALESCE(json_agg(json_build_object('key', (wanted.entry ->> 'key'::text), 'value', COALESCE(CASE WHEN ((wanted.entry ->> 'key'::text) <> 'path'::text) THEN (SELECT (kept.value ->> 'value'::text) FROM json_array_elements(followed_config.own) kept(value) WHERE ((kept.value ->> 'key'::text) = (wanted.entry ->> 'key'::text)) LIMIT 1) ELSE NULL::text END, (wanted.entry ->> 'value'::text))) ORDER BY wanted."position"), '[]'::json) AS "coalesce" FROM json_array_elements(followed_config.template) WITH ORDINALITY wanted(entry, "position"));

CREATE OR REPLACE FUNCTION followed_config(template json, own json, kept json)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
RETURN followed_config(template, CASE WHEN (kept IS NULL) THEN own ELSE (((own)::jsonb || (kept)::jsonb))::json END);

CREATE OR REPLACE FUNCTION has_other_keys(own json, other json)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (NOT (jsonb_path_query_array((own)::jsonb, '$[*]."key"'::jsonpath) <@ jsonb_path_query_array((other)::jsonb, '$[*]."key"'::jsonpath)));

CREATE OR REPLACE FUNCTION is_process_gone(process integer)
 RETURNS boolean
 LANGUAGE sql
RETURN ((process IS NOT NULL) AND (NOT (EXISTS (SELECT FROM pg_locks WHERE ((pg_locks.locktype = 'advisory'::text) AND pg_locks.granted AND (pg_locks.objsubid = 2) AND (pg_locks.database = (SELECT pg_database.oid FROM pg_database WHERE (pg_database.datname = current_database()))) AND (pg_locks.classid = (hashtext('console process'::text))::oid) AND (pg_locks.objid = (is_process_gone.process)::oid))))));

CREATE OR REPLACE FUNCTION is_reviewer(tenant integer, person integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select is_superuser from users where tenant_id = tenant and id = person), false) or exists (
    select from change_rules as rule
    join group_members as member on member.tenant_id = rule.tenant_id and member.group_id = rule.approver_group
    where rule.tenant_id = tenant and member.user_id = person)
$function$;

CREATE OR REPLACE FUNCTION is_same_json(former json, current json)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN ((former)::text = (current)::text) THEN true WHEN (text_without_spaces((former)::text) <> text_without_spaces((current)::text)) THEN false WHEN (POSITION(('\u'::text) IN ((former)::text)) > 0) THEN false ELSE ((json_strip_nulls((replace((former)::text, 'null'::text, 'true'::text))::json))::text = (json_strip_nulls((replace((current)::text, 'null'::text, 'true'::text))::json))::text) END;

CREATE OR REPLACE FUNCTION is_super_deployment()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((current_setting('quatrain.deployment'::text, true) = 'super'::text), false);

CREATE OR REPLACE FUNCTION is_told(events text[], kind text, action text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select events && array[kind || '.' || action, kind || '.*', '*.' || action, '*.*']
$function$;

CREATE OR REPLACE FUNCTION keep_attribute_keys(templates integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with wanted as (
    select distinct entry.pair ->> 'key' as key, template.id as template_id
    from metric_templates as template
    join metric_template_versions as version on version.id = template.current_version_id
    cross join json_array_elements(version.attribute) as entry (pair)
    where template.id = any(templates) and entry.pair ->> 'key' is not null
  ), gone as (
    delete from metric_template_attributes as kept
    where kept.template_id = any(templates)
      and not exists (select from wanted where wanted.key = kept.key and wanted.template_id = kept.template_id)
  )
  insert into metric_template_attributes (key, template_id) select key, template_id from wanted
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION keep_attribute_keys_of_templates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_attribute_keys(array(select id from changed));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION keep_attribute_keys_of_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_attribute_keys(array(select distinct template_id from changed));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION keep_own_versions()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment, remark)
  select tenant.id, own.kind, own.object_id, row_number() over (
      partition by own.kind, own.object_id order by own.is_current, own.created_at, own.version_id),
    own.name, own.document, own.author, own.created_at, own.comment, own.remark
  from (
    select 'probe' as kind, probe.id as object_id, version.id as version_id, version.id = probe.current_version_id as is_current,
      version.name, json_build_object(
        'name', version.name, 'version', package.version, 'package', package.name || ' (' || package.version || ')',
        'description', version.description, 'comment', version.comment, 'repository', version.repository,
        'docurl', version.docurl) as document,
      version.author, version.created_at, version.version_comment as comment, version.remark
    from probes as probe
    join probe_versions as version on version.probe_id = probe.id
    join packages as package on package.id = version.package_id
    union all
    select 'metrictemplate', template.id, version.id, version.id = template.current_version_id, version.name,
      template_document(version.*, probe_version_label(probe, package)), version.author, version.created_at,
      version.version_comment, version.remark
    from metric_templates as template
    join metric_template_versions as version on version.template_id = template.id
    left join probe_versions as probe on probe.id = version.probe_version_id
    left join packages as package on package.id = probe.package_id
  ) as own
  join tenants as tenant on tenant.schema_name = 'public'
  where not exists (
    select from versions as kept
    where kept.tenant_id = tenant.id and kept.kind = own.kind and kept.object_id = own.object_id)
$function$;

CREATE OR REPLACE FUNCTION keep_template_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known text[] := array(
    select version.name from metric_template_versions as version where version.template_id = new.template_id
    union select kept.name from metric_template_names as kept where kept.template_id = new.template_id);
begin
  if tg_op = 'UPDATE' and not (old.name = any(known)) then known := known || old.name::text; end if;
  if cardinality(known) > 1 then
    insert into metric_template_names (template_id, name) select new.template_id, unnest(known) on conflict do nothing;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION listing(names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (cardinality(names) < 2) THEN array_to_string(names, ''::text) ELSE ((array_to_string((names)[:(cardinality(names) - 1)], ', '::text) || ' and '::text) || (names)[cardinality(names)]) END;

CREATE OR REPLACE FUNCTION mail_about_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into request_mails (tenant_id, user_id, kind, object_id, name, action, actor, remark, at, due)
  select new.tenant_id, person.id, 'changerequest', request.id, request.title, new.action, new.author, new.text, new.at, mail.due
  from change_requests as request
  join users as person on person.tenant_id = request.tenant_id and person.is_active and person.email <> ''
  left join change_rules as rule on rule.tenant_id = request.tenant_id
  cross join lateral (select person.username = request.author as is_author) as role
  cross join lateral (select case
    when new.action = 'submit' and (not role.is_author or rule.counts_author) and is_reviewer(new.tenant_id, person.id)
      then 'reviews'
    -- Somebody has to confirm it.
    when new.action = 'apply' and request.confirm_by is not null and (role.is_author or exists (
        select from change_request_approvals as approval where approval.tenant_id = request.tenant_id
          and approval.request = request.id and approval.username = person.username))
      then 'reviews'
    when role.is_author and new.action in ('fail', 'fail-revert') then 'failures'
    -- The author knows the own steps, but a schedule makes some in the name of the author.
    when role.is_author and (new.author <> request.author or new.action in ('apply', 'void', 'revert')) then 'news'
  end as topic) as told
  cross join lateral (select mail_due(new.tenant_id, person.id, told.topic, new.at) as due) as mail
  where request.tenant_id = new.tenant_id and request.id = new.request and told.topic is not null and mail.due is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION mail_due(tenant integer, person integer, topic text, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case coalesce(
      (select case topic when 'reviews' then reviews when 'failures' then failures when 'news' then news
         when 'watched' then watched else findings end
       from mail_preferences where tenant_id = tenant and user_id = person),
      case when topic in ('news', 'findings') then 'never' else 'at once' end)
    when 'at once' then at
    when 'daily' then date_trunc('day', at - interval '6 hours', 'UTC') + interval '30 hours'
  end
$function$;

CREATE OR REPLACE FUNCTION mail_past_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into request_mails (tenant_id, user_id, kind, object_id, name, action, actor, remark, at, due)
  select new.tenant_id, person.id, new.kind, new.object_id, new.name, 'past-rule', new.author, new.remark, new.created_at, mail.due
  from users as person
  cross join lateral (select mail_due(new.tenant_id, person.id, 'reviews', new.created_at) as due) as mail
  where person.tenant_id = new.tenant_id and person.is_active and person.email <> '' and person.username <> new.author
    and is_reviewer(new.tenant_id, person.id) and mail.due is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION mail_watchers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from watched_objects as watched join logged on logged.tenant_id = watched.tenant_id) then return null; end if;
  insert into request_mails (tenant_id, user_id, kind, object_id, name, action, actor, remark, at, due)
  select logged.tenant_id, person.id, logged.kind, logged.object_id, logged.object_name, logged.action, logged.actor, '', logged.at,
    mail.due
  from logged
  join watched_objects as watched on watched.tenant_id = logged.tenant_id and watched.kind = logged.kind
    and (watched.object_id = logged.object_id or watched.object_id is null and watched.name = logged.object_name)
  join users as person on person.tenant_id = watched.tenant_id and person.id = watched.user_id and person.is_active
    and person.email <> '' and person.username <> logged.actor
  cross join lateral (select mail_due(logged.tenant_id, person.id, 'watched', logged.at) as due) as mail
  where logged.action in ('change', 'delete') and mail.due is not null
  order by logged.number;
  update watched_objects as watched set name = logged.object_name, object_id = logged.object_id from logged
  where watched.tenant_id = logged.tenant_id and watched.kind = logged.kind and logged.action = 'change'
    and (watched.object_id = logged.object_id or watched.object_id is null and watched.name = logged.object_name);
  delete from watched_objects as watched using logged
  where watched.tenant_id = logged.tenant_id and watched.kind = logged.kind and logged.action = 'delete'
    and watched.object_id = logged.object_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION member_name(field text, member json)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE field WHEN 'tags'::text THEN (member #>> '{}'::text[]) WHEN 'metricinstances'::text THEN (((member ->> 'service'::text) || ', '::text) || (member ->> 'metric'::text)) ELSE (member ->> 'key'::text) END;

CREATE OR REPLACE FUNCTION member_sentences(field text, verb text, names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE field WHEN 'tags'::text THEN (SELECT string_agg(format('%s tags field "%s".'::text, member_sentences.verb, name.name), ' '::text ORDER BY (name.name COLLATE "C")) AS string_agg FROM unnest(member_sentences.names) name(name)) WHEN 'metricinstances'::text THEN ((SELECT string_agg(format('%s service-metric instance tuple (%s).'::text, member_sentences.verb, told.name), ' '::text ORDER BY told."position") AS string_agg FROM unnest((member_sentences.names)[:20]) WITH ORDINALITY told(name, "position")) || CASE WHEN (cardinality(names) > 20) THEN format(' %s %s more service-metric instance tuples.'::text, verb, (cardinality(names) - 20)) ELSE ''::text END) ELSE format('%s %s %s %s.'::text, verb, field, CASE WHEN (cardinality(names) = 1) THEN 'field'::text ELSE 'fields'::text END, listing(ARRAY(SELECT format('"%s"'::text, name.name) AS format FROM unnest(member_sentences.names) name(name) ORDER BY (name.name COLLATE "C")))) END;

CREATE OR REPLACE FUNCTION metric_document(template metric_template_versions, probeversion text, groupname text, config json)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
RETURN json_build_object('name', (template).name, 'mtype', (template).mtype, 'tags', to_json((template).tags), 'probeversion', COALESCE(probeversion, ''::text), 'group', COALESCE(groupname, ''::text), 'description', (template).description, 'parent', (template).parent, 'probeexecutable', (template).probeexecutable, 'config', config, 'attribute', (template).attribute, 'dependancy', (template).dependency, 'flags', (template).flags, 'parameter', (template).parameter);

CREATE OR REPLACE FUNCTION metric_document(metric metrics_with_content, groupname text)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
RETURN json_build_object('name', (metric).name, 'mtype', (metric).mtype, 'tags', to_json((metric).tags), 'probeversion', COALESCE((metric).probeversion, ''::text), 'group', COALESCE(groupname, ''::text), 'description', (metric).description, 'parent', (metric).parent, 'probeexecutable', (metric).probeexecutable, 'config', (metric).config, 'attribute', (metric).attribute, 'dependancy', (metric).dependency, 'flags', (metric).flags, 'parameter', (metric).parameter);

CREATE OR REPLACE FUNCTION metric_document(metric metrics_with_content, groupname text, names jsonb)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
RETURN own_document(json_build_object('name', (metric).name, 'mtype', (metric).mtype, 'tags', to_json((metric).tags), 'probeversion', COALESCE((metric).probeversion, ''::text), 'group', COALESCE(groupname, ''::text), 'description', (metric).description, 'parent', (metric).template_parent, 'probeexecutable', (metric).probeexecutable, 'config', (metric).config, 'attribute', (metric).attribute, 'dependancy', (metric).template_dependency, 'flags', (metric).flags, 'parameter', (metric).parameter), names);

CREATE OR REPLACE FUNCTION metric_document(version versions_with_content, groupname text, config json)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
RETURN json_build_object('name', (version).name, 'mtype', (version).mtype, 'tags', to_json((version).tags), 'probeversion', COALESCE((version).probeversion, ''::text), 'group', COALESCE(groupname, ''::text), 'description', (version).description, 'parent', (version).parent, 'probeexecutable', (version).probeexecutable, 'config', config, 'attribute', (version).attribute, 'dependancy', (version).dependency, 'flags', (version).flags, 'parameter', (version).parameter);

CREATE OR REPLACE FUNCTION os_tag_address(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN lower(regexp_replace(name, '[\s-]+'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION override_document(override metric_overrides)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('name', override.name,
    'global_attributes', (
      select coalesce(json_agg(json_build_object('attribute', row.attribute, 'value', row.value) order by row.position), '[]')
      from metric_override_global_attributes as row
      where row.tenant_id = override.tenant_id and row.override_id = override.id),
    'host_attributes', (
      select coalesce(json_agg(json_build_object('hostname', row.hostname, 'attribute', row.attribute, 'value', row.value)
        order by row.position), '[]')
      from metric_override_host_attributes as row
      where row.tenant_id = override.tenant_id and row.override_id = override.id),
    'metric_parameters', (
      select coalesce(json_agg(json_build_object('hostname', row.hostname, 'metric', row.metric,
        'parameter', row.parameter, 'value', row.value) order by row.position), '[]')
      from metric_override_metric_parameters as row
      where row.tenant_id = override.tenant_id and row.override_id = override.id));
$function$;

CREATE OR REPLACE FUNCTION own_dependency(dependency json, names jsonb)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(json_agg(json_build_object('key', own_name((listed.entry ->> 'key'::text), own_dependency.names), 'value', (listed.entry -> 'value'::text)) ORDER BY listed."position"), '[]'::json) AS "coalesce" FROM json_array_elements(own_dependency.dependency) WITH ORDINALITY listed(entry, "position"));

CREATE OR REPLACE FUNCTION own_document(document json, names jsonb)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (names IS NULL) THEN document ELSE json_build_object('name', (document -> 'name'::text), 'mtype', (document -> 'mtype'::text), 'tags', (document -> 'tags'::text), 'probeversion', (document -> 'probeversion'::text), 'group', (document -> 'group'::text), 'description', (document -> 'description'::text), 'parent', own_name((document ->> 'parent'::text), names), 'probeexecutable', (document -> 'probeexecutable'::text), 'config', (document -> 'config'::text), 'attribute', (document -> 'attribute'::text), 'dependancy', own_dependency((document -> 'dependancy'::text), names), 'flags', (document -> 'flags'::text), 'parameter', (document -> 'parameter'::text)) END;

CREATE OR REPLACE FUNCTION own_metric_names(tenant_ids integer[])
 RETURNS TABLE(tenant_id integer, name text, own_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select distinct on (own.tenant_id, known.name) own.tenant_id, known.name, own.name
  from metric_template_names as known
  join metrics_with_content as own on own.template_id = known.template_id and own.tenant_id = any(tenant_ids)
  join metric_templates as template on template.id = known.template_id
  left join lateral (
    select former.name from former_contents as former
    where former.tenant_id = own.tenant_id and former.template_id = template.id and former.is_current
    order by former.roll_out_id limit 1
  ) as former on true
  cross join lateral (select known.name = coalesce(former.name, template.name) as is_current offset 0) as seen
  where seen.is_current or not exists (
    select from metric_templates as other where other.name = known.name and other.id <> known.template_id)
  order by own.tenant_id, known.name, seen.is_current desc, (own.name = known.name) desc, known.template_id desc;
$function$;

CREATE OR REPLACE FUNCTION own_name(name text, names jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((names ->> name), name);

CREATE OR REPLACE FUNCTION own_names_in(parent text, dependency json, own_names jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT jsonb_object_agg(reference.name, (own_names_in.own_names ->> reference.name)) AS jsonb_object_agg FROM (SELECT own_names_in.parent AS name UNION SELECT (entry.value ->> 'key'::text) FROM json_array_elements(own_names_in.dependency) entry(value)) reference WHERE ((own_names_in.own_names ->> reference.name) <> reference.name));

CREATE OR REPLACE FUNCTION own_process()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('quatrain.process'::text, true), ''::text))::integer;

CREATE OR REPLACE FUNCTION probe_version_label(probe probe_versions, package packages)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ((((probe).name || ' ('::text) || (package).version) || ')'::text);

CREATE OR REPLACE FUNCTION probe_version_of_package()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := coalesce((select version from packages where id = new.package_id), '');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION protect(table_name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform protect_uncounted(table_name);
  perform count_changes(table_name, 'count_tenant_change(''all'')');
end
$function$;

CREATE OR REPLACE FUNCTION protect_append_only(table_name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform protect_uncounted(table_name);
  execute format('revoke update, delete on %I from quatrain_app, quatrain_spanning', table_name);
end
$function$;

CREATE OR REPLACE FUNCTION protect_uncounted(table_name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy own_tenant on %I to quatrain_app '
    'using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', table_name);
  execute format('create policy every_tenant on %I to quatrain_spanning using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to quatrain_app, quatrain_spanning', table_name);
end
$function$;

CREATE OR REPLACE FUNCTION refuse_other_probe()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A version of a metric template stays with its version of the probe.';
end
$function$;

CREATE OR REPLACE FUNCTION refuse_other_template()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A metric stays with its metric template.';
end
$function$;

CREATE OR REPLACE FUNCTION share(table_name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform share_uncounted(table_name);
  perform count_changes(table_name, 'count_catalogue_change()');
end
$function$;

CREATE OR REPLACE FUNCTION share_uncounted(table_name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('create policy everybody_reads on %I for select to quatrain_app, quatrain_spanning using (true)', table_name);
  execute format('create policy super_tenant_writes on %I to quatrain_app, quatrain_spanning '
    'using (is_super_deployment()) with check (is_super_deployment())', table_name);
  execute format('grant select, insert, update, delete on %I to quatrain_app, quatrain_spanning', table_name);
end
$function$;

CREATE OR REPLACE FUNCTION tags_of_templates()
 RETURNS TABLE(template_id integer, name text)
 LANGUAGE sql
 STABLE
AS $function$
  with former as materialized (
    select former.template_id, former.tags from former_contents as former
    where former.tenant_id = current_tenant() and former.is_current
  )
  select tagged.template_id, tag.name from metric_template_tags as tagged
  join metric_tags as tag on tag.id = tagged.tag_id
  where not exists (select from former where former.template_id = tagged.template_id)
  union all
  select former.template_id, tag from former cross join unnest(former.tags) as tag;
$function$;

CREATE OR REPLACE FUNCTION take_turns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('metric profiles'), current_tenant());
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION template_document(template metric_template_versions, probeversion text)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
RETURN json_build_object('name', (template).name, 'mtype', (template).mtype, 'tags', to_json((template).tags), 'probeversion', COALESCE(probeversion, ''::text), 'description', (template).description, 'parent', (template).parent, 'probeexecutable', (template).probeexecutable, 'config', (template).config, 'attribute', (template).attribute, 'dependency', (template).dependency, 'flags', (template).flags, 'parameter', (template).parameter);

CREATE OR REPLACE FUNCTION text_without_spaces(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(replace(replace(given, ' '::text, ''::text), '	'::text, ''::text), '
'::text, ''::text), ''::text, ''::text);

CREATE OR REPLACE FUNCTION version_before(former roll_out_versions)
 RETURNS metric_template_versions
 LANGUAGE sql
 IMMUTABLE
RETURN ROW((former).version_id, (former).template_id, (former).probe_version_id, (former).name, (former).mtype, (former).tags, (former).description, (former).parent, (former).probeexecutable, (former).config, (former).attribute, (former).dependency, (former).flags, (former).parameter, ''::text, NULL::timestamp with time zone, ''::text, ''::text)::metric_template_versions;

CREATE OR REPLACE FUNCTION yum_repo_label(repo yum_repos, tag os_tags)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ((((repo).name || ' ('::text) || (tag).name) || ')'::text);
