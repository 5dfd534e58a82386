import { createHash, pbkdf2Sync } from 'node:crypto'

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** A password as that system stores it; it uses more iterations. */
const storedPassword = (password: string): string =>
  `pbkdf2_sha256$1000$salt$${pbkdf2Sync(password, 'salt', 1000, 32, 'sha256').toString('base64')}`

const key = (name: string, token: string, more: object = {}) => {
  const hash = `sha512$$${createHash('sha512').update(`${name}.${token}`).digest('hex')}`
  const prefix = createHash('md5')
    .update(name + token)
    .digest('hex')
    .slice(0, 8)
  return {
    id: `${prefix}.${hash.slice(0, 100)}`,
    prefix,
    hashed_key: hash,
    created: '2025-03-01 12:00:00',
    name,
    token,
    ...more,
  }
}

const session = { session_key: 'abc', session_data: 'secret', expire_date: '2026-01-01 00:00:00' }
const inline = (...entries: string[]) => JSON.stringify(entries)
const config = inline('maxCheckAttempts 3', 'timeout 60', 'path /usr/libexec/x', 'interval 5', 'retryInterval 3')

const ids = { active: 1, passive: 2 }
const template = { mtype_id: ids.active, config, probeexecutable: inline('http-check'), attribute: inline('PORT -p') }

export const ofSuperTenant: Rows = {
  django_content_type: [{ id: 1, app_label: 'poem', model: 'probe' }],
  auth_permission: [{ id: 1, name: 'may', content_type_id: 1, codename: 'may' }],
  auth_group: [{ id: 1, name: 'unused' }],
  django_migrations: [{ id: 1, app: 'poem', name: '0001' }],
  django_session: [session],
  users_custuser: [
    {
      id: 1,
      username: 'root',
      password: storedPassword('long live the root'),
      is_superuser: true,
      date_joined: '2019-11-18 09:00:00',
    },
  ],
  users_custuser_user_permissions: [{ id: 1, custuser_id: 1, permission_id: 1 }],
  poem_my_api_key: [key('installer', 'super-box-token')],
  tenants_tenant: [
    { id: 1, schema_name: 'public', name: 'all' },
    { id: 2, schema_name: 'nordlab', name: 'NORDLAB' },
    { id: 3, schema_name: 'duo', name: 'DUO', combined: true },
  ],
  tenants_domain: [
    { id: 1, domain: 'super.test', tenant_id: 1 },
    { id: 2, domain: 'nordlab.test', tenant_id: 2 },
    { id: 3, domain: 'old.nordlab.test', tenant_id: 2, is_primary: false },
    { id: 4, domain: 'duo.test', tenant_id: 3 },
  ],
  super_ostag: [
    { id: 1, name: 'CentOS 7' },
    { id: 2, name: 'Alma 10' },
  ],
  super_yumrepo: [
    { id: 1, name: 'probes', tag_id: 2, content: '[probes]', description: 'All probes' },
    { id: 2, name: 'with blanks', tag_id: 2, content: '', description: '' },
  ],
  super_package: [
    { id: 1, name: 'nordic-probes', version: '1.3.0' },
    { id: 2, name: 'nordic-probes', version: '1.4.0' },
    // Its address is the same as that of the next one.
    { id: 3, name: 'x', version: '1-2' },
    { id: 4, name: 'x-1', version: '2' },
    { id: 5, name: 'with blanks', version: '1.0.0' },
    { id: 7, name: 'other-probes', version: '1.4.0' },
    // No rule of a form refuses it, but the database does.
    { id: 6, name: 'unknown-rule', version: '1.0.0', use_present_version: true },
  ],
  super_package_repos: [
    { id: 1, package_id: 1, yumrepo_id: 1 },
    { id: 2, package_id: 2, yumrepo_id: 1 },
    { id: 3, package_id: 4, yumrepo_id: 1 },
  ],
  super_probe: [
    { id: 1, name: 'http-probe', package_id: 2, description: 'HTTP, as it is now' },
    { id: 2, name: 'lost', package_id: 4 },
    { id: 3, name: 'of-refused-package', package_id: 5 },
    { id: 4, name: 'a probe', package_id: 1 },
    // Its history ends before its current package.
    { id: 5, name: 'behind', package_id: 2 },
  ],
  super_probehistory: [
    {
      id: 1,
      object_id: 1,
      name: 'http-probe',
      package_id: 1,
      description: 'HTTP',
      date_created: '2024-01-02 10:00:00',
      version_user: 'root',
      version_comment: 'Initial version.',
    },
    {
      id: 2,
      object_id: 1,
      name: 'http-probe',
      package_id: 2,
      description: 'HTTP',
      date_created: '2025-07-02 10:00:00',
      version_user: 'root',
      version_comment: '[{"changed": {"fields": ["package"]}}]',
    },
    { id: 3, object_id: 3, name: 'of-refused-package', package_id: 5, date_created: '2025-07-02 10:00:00' },
    { id: 4, object_id: 4, name: 'a probe', package_id: 1, date_created: '2025-07-02 10:00:00' },
    // The same label as the current version, from another package.
    {
      id: 6,
      object_id: 1,
      name: 'http-probe',
      package_id: 7,
      description: 'HTTP of others',
      date_created: '2025-08-02 10:00:00',
    },
    { id: 5, object_id: 5, name: 'behind', package_id: 1, date_created: '2025-07-02 10:00:00' },
  ],
  super_metrictemplatetype: [
    { id: 1, name: 'Active' },
    { id: 2, name: 'Passive' },
  ],
  super_metrictags: [
    { id: 1, name: 'http' },
    { id: 2, name: 'HTTP' },
    { id: 3, name: 'add' },
  ],
  super_metrictemplate: [
    { id: 1, name: 'org.nordic.http', probekey_id: 2, ...template },
    { id: 2, name: 'org.nordic.HTTP', probekey_id: 2, ...template },
    { id: 3, name: 'org.nordic.passive', mtype_id: ids.passive, flags: inline('PASSIVE 1') },
    // The version of its probe was deleted.
    { id: 4, name: 'org.nordic.orphan', ...template },
    { id: 5, name: 'n'.repeat(128), mtype_id: ids.passive },
    { id: 6, name: 'on.refused.package', probekey_id: 3, ...template },
    { id: 7, name: 'on.refused.probe', probekey_id: 4, ...template },
    { id: 8, name: 'on.refused.version', probekey_id: 5, ...template },
  ],
  super_metrictemplatehistory: [
    {
      id: 1,
      object_id: 1,
      name: 'org.nordic.http',
      probekey_id: 1,
      ...template,
      date_created: '2024-01-03 10:00:00',
      version_user: 'root',
      version_comment: 'Initial version.',
    },
    {
      id: 2,
      object_id: 1,
      name: 'org.nordic.http',
      probekey_id: 2,
      ...template,
      date_created: '2025-07-03 10:00:00',
      version_user: 'root',
      version_comment: '[]',
    },
    { id: 3, object_id: 2, name: 'org.nordic.HTTP', probekey_id: 2, ...template, date_created: '2025-07-03 10:00:00' },
    {
      id: 4,
      object_id: 3,
      name: 'org.nordic.passive',
      mtype_id: ids.passive,
      flags: inline('PASSIVE 1'),
      date_created: '2025-01-03 10:00:00',
    },
    // A passive template with two versions.
    { id: 5, object_id: 3, name: 'org.nordic.passive', mtype_id: ids.passive, date_created: '2025-01-04 10:00:00' },
    { id: 6, object_id: 4, name: 'org.nordic.orphan', ...template, date_created: '2025-01-04 10:00:00' },
    { id: 7, object_id: 5, name: 'n'.repeat(128), mtype_id: ids.passive, date_created: '2025-01-04 10:00:00' },
    {
      id: 8,
      object_id: 6,
      name: 'on.refused.package',
      probekey_id: 3,
      ...template,
      date_created: '2025-07-03 10:00:00',
    },
    { id: 9, object_id: 7, name: 'on.refused.probe', probekey_id: 4, ...template, date_created: '2025-07-03 10:00:00' },
    {
      id: 10,
      object_id: 8,
      name: 'on.refused.version',
      probekey_id: 5,
      ...template,
      date_created: '2025-07-03 10:00:00',
    },
  ],
  super_metrictemplate_tags: [
    { id: 1, metrictemplate_id: 1, metrictags_id: 1 },
    { id: 2, metrictemplate_id: 4, metrictags_id: 1 },
  ],
  super_metrictemplatehistory_tags: [{ id: 1, metrictemplatehistory_id: 2, metrictags_id: 1 }],
  super_defaultport: [
    { id: 1, name: 'HTTP_PORT', value: '080' },
    { id: 2, name: 'BAD', value: 'many' },
  ],
  super_history: [
    {
      id: 1,
      object_id: '1',
      serialized_data: '[]',
      object_repr: 'http-probe',
      content_type_id: 1,
      comment: '',
      user: 'root',
    },
  ],
  super_webapikey: [
    key('WEB-API-NORDLAB', 'nordlab-web-api'),
    key('WEB-API-NORDLAB', 'nordlab-web-api-old', { revoked: true }),
    key('WEB-API-NORDLAB-RO', 'nordlab-web-api-ro'),
    key('WEB-API-GONE', 'of-nobody'),
  ],
}

const recorded = (model: string, pk: number, fields: object) => JSON.stringify([{ model: `poem.${model}`, pk, fields }])
const metricOf = (fields: object) => ({
  name: 'org.nordic.http',
  group: ['NORDLAB'],
  mtype: ['Active'],
  tags: [['http']],
  description: '',
  parent: '',
  probekey: ['http-probe', '1.3.0'],
  probeexecutable: inline('http-check'),
  config,
  attribute: inline('PORT -p'),
  dependancy: '',
  flags: '',
  parameter: '',
  ...fields,
})

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const profileOf = (pairs: readonly (readonly [string, string])[], more: object = {}) => ({
  name: 'OPS_MON',
  groupname: 'NORDLAB',
  description: 'Operations',
  apiid: uuid(1),
  metricinstances: pairs,
  ...more,
})

/** A tenant with one of each, and with what its databases should not have but do. `apiids` are those of its Web API. */
export const ofNordlab = ({ profile, report }: { readonly profile: string; readonly report: string }): Rows => ({
  django_content_type: [
    { id: 11, app_label: 'poem', model: 'metric' },
    { id: 12, app_label: 'poem', model: 'metricprofiles' },
    { id: 13, app_label: 'poem', model: 'aggregation' },
    { id: 14, app_label: 'poem', model: 'thresholdsprofiles' },
  ],
  auth_permission: [{ id: 1, name: 'may', content_type_id: 11, codename: 'may' }],
  django_session: [session],
  authtoken_token: [{ key: 'never-shown', user_id: 1 }],
  users_custuser: [
    {
      id: 1,
      username: 'ops1',
      password: storedPassword('a password of before'),
      email: 'ops1@nordlab.test',
      is_superuser: false,
      date_joined: '2025-02-03 08:15:30',
    },
    {
      id: 2,
      username: 'Ops1',
      password: storedPassword('another password'),
      is_superuser: true,
      date_joined: '2025-02-03 08:15:30',
    },
    { id: 3, username: 'sso', password: '!unusable', is_superuser: false, date_joined: '2025-02-03 08:15:30' },
    {
      id: 4,
      username: 'broken',
      password: storedPassword('x'),
      email: 'not an address',
      is_superuser: false,
      date_joined: '2025-02-03 08:15:30',
    },
  ],
  poem_my_api_key: [
    key('NORDLAB', 'nordlab-box-token'),
    key('a box', 'with-a-blank-in-its-name'),
    key('copy', 'nordlab-box-token'),
    key('empty', ''),
    key('NORDLAB', 'second-of-its-name', { created: '2025-03-02 12:00:00' }),
  ],
  poem_groupofmetrics: [
    { id: 1, name: 'NORDLAB' },
    { id: 2, name: 'nordlab' },
    { id: 3, name: 'g'.repeat(80) },
  ],
  poem_groupofmetricprofiles: [
    { id: 1, name: 'NORDLAB' },
    { id: 2, name: 'other' },
  ],
  poem_groupofaggregations: [{ id: 1, name: 'NORDLAB' }],
  poem_groupofthresholdsprofiles: [{ id: 1, name: 'NORDLAB' }],
  poem_groupofreports: [{ id: 1, name: 'NORDLAB' }],
  poem_groupofmetricprofiles_permissions: [{ id: 1, groupofmetricprofiles_id: 1, permission_id: 1 }],
  poem_userprofile: [
    { id: 1, user_id: 1, subject: 'CN=Ops One', egiid: 'null', displayname: 'Ops One' },
    { id: 2, user_id: 4, subject: null },
  ],
  poem_userprofile_groupsofmetrics: [{ id: 1, userprofile_id: 1, groupofmetrics_id: 1 }],
  poem_userprofile_groupsofreports: [{ id: 1, userprofile_id: 2, groupofreports_id: 1 }],
  poem_metric: [
    {
      id: 7,
      name: 'org.nordic.http',
      probeversion: 'http-probe (1.3.0)',
      group_id: 1,
      config: config.replace('timeout 60', 'timeout 90 seconds'),
    },
    { id: 8, name: 'org.nordic.HTTP', probeversion: 'http-probe (1.4.0)', config },
    { id: 9, name: 'org.nordic.passive', probeversion: null, group_id: 2 },
    { id: 10, name: 'org.nordic.unknown', probeversion: 'http-probe (0.1)', config },
    { id: 11, name: 'org.nordic.orphan', probeversion: 'http-probe (1.4.0)', config: 'no JSON' },
    { id: 12, name: 'on.refused.version', probeversion: 'behind (1.3.0)', config },
  ],
  poem_metricprofiles: [
    { id: 7, name: 'OPS_MON', description: 'Operations', apiid: uuid(1), groupname: 'NORDLAB' },
    { id: 8, name: 'OPS_MON', description: 'Operations', apiid: uuid(1), groupname: 'NORDLAB' },
    { id: 9, name: 'OPS_MON', apiid: uuid(9), groupname: '' },
    { id: 10, name: 'NO_ID', apiid: 'null', groupname: '' },
    { id: 11, name: 'REMOTE', apiid: profile.toUpperCase(), groupname: 'GONE' },
  ],
  poem_groupofmetricprofiles_metricprofiles: [
    { id: 1, groupofmetricprofiles_id: 1, metricprofiles_id: 7 },
    { id: 2, groupofmetricprofiles_id: 2, metricprofiles_id: 7 },
  ],
  poem_aggregation: [
    { id: 7, name: 'CRITICAL', apiid: uuid(2), groupname: 'NORDLAB' },
    { id: 8, name: 'DANGLING', apiid: uuid(3), groupname: 'NORDLAB' },
  ],
  poem_groupofaggregations_aggregations: [{ id: 1, groupofaggregations_id: 1, aggregation_id: 7 }],
  poem_thresholdsprofiles: [{ id: 7, name: 'LIMITS', apiid: uuid(4), groupname: 'None' }],
  poem_reports: [
    { id: 7, name: 'Critical', apiid: report, groupname: 'NORDLAB' },
    { id: 8, name: 'Forgotten', apiid: uuid(8), groupname: '' },
  ],
  poem_tenanthistory: [
    {
      id: 1,
      object_id: '7',
      content_type_id: 11,
      object_repr: 'org.nordic.http',
      user: 'poem',
      date_created: '2025-05-06 07:08:09',
      comment: 'Initial version.',
      serialized_data: recorded('metric', 7, metricOf({})),
    },
    {
      id: 2,
      object_id: '7',
      content_type_id: 11,
      object_repr: 'org.nordic.http',
      user: 'ops1',
      date_created: '2025-05-07 07:08:09',
      comment: '[{"changed": {"fields": ["config"], "object": ["timeout"]}}]',
      serialized_data: recorded('metric', 7, metricOf({ config: config.replace('timeout 60', 'timeout 90 seconds') })),
    },
    // The same number as the metric, but another kind.
    {
      id: 3,
      object_id: '7',
      content_type_id: 12,
      object_repr: 'OPS_MON',
      user: 'ops1',
      date_created: '2025-05-06 07:08:09',
      comment: 'Initial version.',
      serialized_data: recorded('metricprofiles', 7, profileOf([['WEB', 'org.nordic.http']])),
    },
    {
      id: 4,
      object_id: '7',
      content_type_id: 12,
      object_repr: 'OPS_MON',
      user: 'ops1',
      date_created: '2025-05-07 07:08:09',
      comment: '[]',
      serialized_data: recorded(
        'metricprofiles',
        7,
        profileOf([
          ['WEB', 'org.nordic.http'],
          ['WEB', 'org.nordic.http'],
          ['A B', 'org.nordic.passive'],
        ]),
      ),
    },
    {
      id: 5,
      object_id: '7',
      content_type_id: 13,
      object_repr: 'CRITICAL',
      user: 'poem',
      date_created: '2025-05-06 07:08:09',
      comment: 'Initial version.',
      serialized_data: recorded('aggregation', 7, {
        name: 'CRITICAL',
        groupname: 'NORDLAB',
        apiid: uuid(2),
        endpoint_group: 'sites',
        metric_operation: 'AND',
        profile_operation: 'AND',
        metric_profile: 'OPS_MON',
        groups: [{ name: 'web', operation: 'OR', services: [{ name: 'WEB', operation: 'OR' }] }],
      }),
    },
    {
      id: 6,
      object_id: '8',
      content_type_id: 13,
      object_repr: 'DANGLING',
      user: 'poem',
      date_created: '2025-05-06 07:08:09',
      comment: 'Initial version.',
      serialized_data: recorded('aggregation', 8, {
        name: 'DANGLING',
        groupname: 'NORDLAB',
        endpoint_group: 'sites',
        metric_operation: 'AND',
        profile_operation: 'AND',
        metric_profile: 'GONE',
        groups: [],
      }),
    },
    {
      id: 7,
      object_id: '7',
      content_type_id: 14,
      object_repr: 'LIMITS',
      user: 'poem',
      date_created: '2025-05-06 07:08:09',
      comment: 'Initial version.',
      serialized_data: recorded('thresholdsprofiles', 7, {
        name: 'LIMITS',
        groupname: '',
        rules: [{ metric: 'org.nordic.http', thresholds: 'time=1s;0:1;1:2' }],
      }),
    },
    {
      id: 8,
      object_id: '99',
      content_type_id: 11,
      object_repr: 'org.nordic.removed',
      user: 'ops1',
      date_created: '2025-05-06 07:08:09',
      comment: 'Initial version.',
      serialized_data: recorded('metric', 99, metricOf({ name: 'org.nordic.removed' })),
    },
    // A deleted metric of a name that there is again.
    {
      id: 10,
      object_id: '98',
      content_type_id: 11,
      object_repr: 'org.nordic.http',
      user: 'ops1',
      date_created: '2024-05-06 07:08:09',
      comment: 'Initial version.',
      serialized_data: recorded('metric', 98, metricOf({})),
    },
    {
      id: 9,
      object_id: '8',
      content_type_id: 11,
      object_repr: 'org.nordic.HTTP',
      user: 'ops1',
      date_created: '2025-05-06 07:08:09',
      comment: 'Initial version.',
      serialized_data: 'cut off: [{',
    },
  ],
  poem_metricconfiguration: [
    {
      id: 1,
      name: 'web-boxes',
      globalattribute: inline('HOST_CERT /etc/pki/cert.pem', 'EMPTY'),
      hostattribute: inline('web1.example.org port 8443', '  ', 'not!a!host port secret'),
      metricparameter: inline(
        'web1.example.org org.nordic.http -u /health -k',
        'web1.example.org org.nordic.http --switch ',
        'web1.example.org org.nordic.http --two  blanks',
      ),
    },
    { id: 2, name: 'o'.repeat(1024) },
  ],
  poem_probecandidatestatus: [
    { id: 1, name: 'submitted' },
    { id: 2, name: 'lost' },
  ],
  poem_probecandidate: [
    {
      id: 1,
      name: 'disk',
      description: 'Disks',
      docurl: 'https://example.org/disk',
      command: 'disk -t 5',
      contact: 'a@b.test',
      status_id: 1,
      submitted_sent: true,
      script: 'null',
      service_type: null,
      created: '2025-09-01 10:00:00',
      last_update: '2025-09-02 10:00:00',
    },
    {
      id: 2,
      name: 'disk',
      docurl: 'https://example.org/disk',
      command: 'disk',
      contact: 'a@b.test',
      status_id: 1,
      created: '2025-09-03 10:00:00',
      last_update: '2025-09-03 10:00:00',
    },
    { id: 3, name: 'other', status_id: 2, created: '2025-09-03 10:00:00' },
  ],
  poem_mystery: [{ id: 1, name: 'unknown to the import' }],
})
