// Tables of an installation that the console imports from, with the columns and references of its databases.

const reference = (table: string, column: string, model: string) =>
  `alter table ${table} add foreign key (${column}) references ${model} deferrable initially deferred;`

const keyColumns = `id varchar(150) primary key, prefix varchar(8) unique, hashed_key varchar(150), created timestamp,
  name varchar(50), revoked boolean default false, expiry_date timestamp, token varchar(100)`
const versionColumns = `config varchar(1024) not null default '', attribute varchar(1024) not null default '',
  dependency varchar(1024) not null default '', flags varchar(1024) not null default '',
  parameter varchar(1024) not null default '', parent varchar(128) not null default '',
  probeexecutable varchar(128) not null default '', description text not null default '', mtype_id integer, probekey_id integer`
const link = (table: string, [a, b]: readonly [string, string], [ofA, ofB]: readonly [string, string]) => `
  create table ${table} (id serial primary key, ${a}_id integer not null, ${b}_id integer not null, unique (${a}_id, ${b}_id));
  ${reference(table, `${a}_id`, ofA)} ${reference(table, `${b}_id`, ofB)}`

/** In the schema of the super-tenant and in those of tenants. */
const everywhere = `
  create table django_content_type (id serial primary key, app_label varchar(100), model varchar(100));
  create table auth_permission (id serial primary key, name varchar(255), content_type_id integer, codename varchar(100));
  create table auth_group (id serial primary key, name varchar(150));
  create table django_migrations (id serial primary key, app varchar(255), name varchar(255), applied timestamp);
  create table django_session (session_key varchar(40) primary key, session_data text, expire_date timestamp);
  create table users_custuser (id serial primary key, password varchar(128), last_login timestamp, is_superuser boolean,
    username varchar(30) unique, first_name varchar(30) default '', last_name varchar(30) default '', email varchar(254) default '',
    is_staff boolean default false, is_active boolean default true, date_joined timestamp);
  create table authtoken_token (key varchar(40) primary key, user_id integer, created timestamp);
  ${reference('authtoken_token', 'user_id', 'users_custuser')}
  ${link('users_custuser_user_permissions', ['custuser', 'permission'], ['users_custuser', 'auth_permission'])}
  create table poem_my_api_key (${keyColumns});`

const ofSuperTenant = `${everywhere}
  create table tenants_tenant (id serial primary key, schema_name varchar(63) unique, name varchar(100), combined boolean
    default false, created_on date default now());
  create table tenants_domain (id serial primary key, domain varchar(253) unique, is_primary boolean default true, tenant_id integer);
  ${reference('tenants_domain', 'tenant_id', 'tenants_tenant')}
  create table super_ostag (id serial primary key, name varchar(128) unique);
  create table super_yumrepo (id serial primary key, name text, tag_id integer, content text default '', description text default '');
  ${reference('super_yumrepo', 'tag_id', 'super_ostag')}
  create table super_package (id serial primary key, name text, version text, use_present_version boolean default false);
  ${link('super_package_repos', ['package', 'yumrepo'], ['super_package', 'super_yumrepo'])}
  create table super_probe (id serial primary key, name varchar(128) unique, package_id integer, description varchar(1024) default '',
    comment varchar(512) default '', repository varchar(512) default '', docurl varchar(512) default '', "user" varchar(32) default '',
    datetime timestamp);
  ${reference('super_probe', 'package_id', 'super_package')}
  create table super_probehistory (id serial primary key, object_id integer, name varchar(128), package_id integer,
    description varchar(1024) default '', comment varchar(512) default '', repository varchar(512) default '',
    docurl varchar(512) default '', date_created timestamp, version_comment text default '', version_user varchar(32) default '');
  ${reference('super_probehistory', 'object_id', 'super_probe')} ${reference('super_probehistory', 'package_id', 'super_package')}
  create table super_metrictemplatetype (id serial primary key, name varchar(128));
  create table super_metrictags (id serial primary key, name varchar(128) unique);
  create table super_metrictemplate (id serial primary key, name varchar(128) unique, ${versionColumns});
  create table super_metrictemplatehistory (id serial primary key, object_id integer, name varchar(128), ${versionColumns},
    date_created timestamp, version_comment text default '', version_user varchar(32) default '');
  ${['super_metrictemplate', 'super_metrictemplatehistory']
    .map(
      (table) =>
        reference(table, 'mtype_id', 'super_metrictemplatetype') +
        reference(table, 'probekey_id', 'super_probehistory'),
    )
    .join('\n')}
  ${reference('super_metrictemplatehistory', 'object_id', 'super_metrictemplate')}
  ${link('super_metrictemplate_tags', ['metrictemplate', 'metrictags'], ['super_metrictemplate', 'super_metrictags'])}
  ${link('super_metrictemplatehistory_tags', ['metrictemplatehistory', 'metrictags'], ['super_metrictemplatehistory', 'super_metrictags'])}
  create table super_defaultport (id serial primary key, name varchar(128) unique, value varchar(128));
  create table super_history (id serial primary key, object_id varchar(191), serialized_data text, object_repr text,
    content_type_id integer, date_created timestamp, comment text, "user" varchar(32));
  create table super_webapikey (${keyColumns});`

const owned = (table: string, group: string, field: string) => `
  create table poem_${table} (id serial primary key, name varchar(128), description varchar(1024) default '', apiid varchar(128),
    groupname varchar(128) default '');
  create table poem_${group} (id serial primary key, name varchar(80) unique);
  ${link(`poem_${group}_permissions`, [group, 'permission'], [`poem_${group}`, 'auth_permission'])}
  ${link(`poem_${group}_${field}`, [group, table], [`poem_${group}`, `poem_${table}`])}`

const ofTenant = `${everywhere}
  create table poem_groupofmetrics (id serial primary key, name varchar(80) unique);
  create table poem_metric (id serial primary key, name varchar(128) unique, probeversion varchar(1024), group_id integer,
    config varchar(1024) not null default '');
  ${reference('poem_metric', 'group_id', 'poem_groupofmetrics')}
  ${owned('metricprofiles', 'groupofmetricprofiles', 'metricprofiles')}
  ${owned('aggregation', 'groupofaggregations', 'aggregations')}
  ${owned('thresholdsprofiles', 'groupofthresholdsprofiles', 'thresholdsprofiles')}
  ${owned('reports', 'groupofreports', 'reports')}
  create table poem_userprofile (id serial primary key, user_id integer unique, subject varchar(512), egiid varchar(255),
    displayname varchar(30));
  ${reference('poem_userprofile', 'user_id', 'users_custuser')}
  ${['metrics', 'metricprofiles', 'aggregations', 'thresholdsprofiles', 'reports']
    .map((kind) =>
      link(
        `poem_userprofile_groupsof${kind}`,
        ['userprofile', `groupof${kind}`],
        ['poem_userprofile', `poem_groupof${kind}`],
      ),
    )
    .join('\n')}
  create table poem_tenanthistory (id serial primary key, object_id varchar(191), content_type_id integer, serialized_data text,
    object_repr text, comment text default '', "user" varchar(32), date_created timestamp);
  ${reference('poem_tenanthistory', 'content_type_id', 'django_content_type')}
  create table poem_metricconfiguration (id serial primary key, name varchar(1024) unique, globalattribute text default '',
    hostattribute text default '', metricparameter text default '');
  create table poem_probecandidatestatus (id serial primary key, name varchar(128) unique);
  create table poem_probecandidate (id serial primary key, name varchar(128), description varchar(1024) default '',
    docurl varchar(1024) default '', rpm varchar(1024) default '', yum_baseurl varchar(1024) default '', script varchar(1024),
    command varchar(2048) default '', contact varchar(254) default '', status_id integer, submitted_sent boolean default false,
    processing_sent boolean default false, testing_sent boolean default false, deployed_sent boolean default false,
    rejected_sent boolean default false, service_type varchar(2048), devel_url varchar(2048), production_url varchar(2048),
    rejection_reason varchar(1024), created timestamp, last_update timestamp);
  ${reference('poem_probecandidate', 'status_id', 'poem_probecandidatestatus')}`

/** The statements that make the schemas of the super-tenant and of these tenants. */
export const schemas = (tenants: readonly string[]): string =>
  [
    'set search_path to public;',
    ofSuperTenant,
    ...tenants.map((name) => `create schema ${name}; set search_path to ${name}; ${ofTenant}`),
    'set search_path to public;',
  ].join('\n')
