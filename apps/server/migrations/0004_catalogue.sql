create table os_tags (
  id   integer generated always as identity primary key,
  name text collate "C" not null,
  constraint os_tags_name_key unique (name)
);
select share('os_tags');
insert into os_tags (name) values ('CentOS 6'), ('CentOS 7'), ('Rocky 9');

create table yum_repos (
  id          integer generated always as identity primary key,
  row_version integer not null default 1,
  name        text collate "C" not null,
  tag_id      integer not null,
  content     text not null,
  description text not null,
  constraint yum_repos_name_tag_key unique (name, tag_id),
  constraint yum_repos_tag_fkey foreign key (tag_id) references os_tags
);
create index yum_repos_tag on yum_repos (tag_id);
select share('yum_repos');

create table packages (
  id                  integer generated always as identity primary key,
  row_version         integer not null default 1,
  name                text collate "C" not null,
  version             text collate "C" not null,
  use_present_version boolean not null default false,
  constraint packages_name_version_key unique (name, version),
  constraint packages_present_check check (not use_present_version or version = 'present')
);
select share('packages');

create table package_repos (
  package_id integer not null,
  repo_id    integer not null,
  primary key (package_id, repo_id),
  constraint package_repos_package_fkey foreign key (package_id) references packages on delete cascade,
  constraint package_repos_repo_fkey foreign key (repo_id) references yum_repos
);
create index package_repos_repo on package_repos (repo_id);
select share('package_repos');

create table probes (
  id                 integer generated always as identity primary key,
  row_version        integer not null default 1,
  name               text collate "C" not null,
  current_version_id integer,
  constraint probes_name_key unique (name)
);
select share('probes');

-- The versions of a probe are those of its package.
create table probe_versions (
  id              integer generated always as identity primary key,
  probe_id        integer not null,
  package_id      integer not null,
  name            text collate "C" not null,
  description     text not null,
  comment         text not null,
  repository      text not null,
  docurl          text not null,
  author          text not null,
  created_at      timestamptz not null,
  version_comment text not null,
  constraint probe_versions_package_key unique (probe_id, package_id),
  constraint probe_versions_probe_fkey foreign key (probe_id) references probes on delete cascade,
  constraint probe_versions_package_fkey foreign key (package_id) references packages
);
create index probe_versions_package on probe_versions (package_id);
create index probe_versions_name on probe_versions (name);
select share('probe_versions');
alter table probes add constraint probes_current_version_fkey
  foreign key (current_version_id) references probe_versions deferrable initially deferred;
create index probes_current_version on probes (current_version_id);

create table metric_tags (
  id          integer generated always as identity primary key,
  row_version integer not null default 1,
  name        text collate "C" not null,
  constraint metric_tags_name_key unique (name)
);
select share('metric_tags');

create table metric_templates (
  id                 integer generated always as identity primary key,
  row_version        integer not null default 1,
  name               text collate "C" not null,
  current_version_id integer,
  constraint metric_templates_name_key unique (name)
);
select share('metric_templates');

-- The source of metrics. Lists are ordered key/value pairs, because machines build command lines from them.
create table metric_template_versions (
  id               integer generated always as identity primary key,
  template_id      integer not null,
  -- Null for a passive metric, which no probe runs.
  probe_version_id integer,
  name             text collate "C" not null,
  mtype            text collate "C" not null,
  tags             text[] not null default '{}',
  description      text not null,
  parent           text not null,
  probeexecutable  text not null,
  config           json not null,
  attribute        json not null,
  dependency       json not null,
  flags            json not null,
  parameter        json not null,
  author           text not null,
  created_at       timestamptz not null,
  version_comment  text not null,
  constraint metric_template_versions_mtype_check check (mtype in ('Active', 'Passive')),
  constraint metric_template_versions_probe_check check ((mtype = 'Active') = (probe_version_id is not null)),
  constraint metric_template_versions_probe_key unique nulls not distinct (template_id, probe_version_id),
  constraint metric_template_versions_template_fkey foreign key (template_id) references metric_templates on delete cascade,
  constraint metric_template_versions_probe_fkey foreign key (probe_version_id) references probe_versions
);
create index metric_template_versions_probe on metric_template_versions (probe_version_id);
create index metric_template_versions_name on metric_template_versions (name);
select share('metric_template_versions');
alter table metric_templates add constraint metric_templates_current_version_fkey
  foreign key (current_version_id) references metric_template_versions deferrable initially deferred;
create index metric_templates_current_version on metric_templates (current_version_id);

-- The current tags of a template; a version stores its tags as text.
create table metric_template_tags (
  tag_id      integer not null,
  template_id integer not null,
  primary key (tag_id, template_id),
  constraint metric_template_tags_tag_fkey foreign key (tag_id) references metric_tags on delete cascade,
  constraint metric_template_tags_template_fkey foreign key (template_id) references metric_templates on delete cascade
);
create index metric_template_tags_template on metric_template_tags (template_id);
select share('metric_template_tags');

create table default_ports (
  id          integer generated always as identity primary key,
  row_version integer not null default 1,
  name        text collate "C" not null,
  value       integer not null,
  constraint default_ports_name_key unique (name),
  constraint default_ports_value_check check (value between 1 and 65535)
);
select share('default_ports');
