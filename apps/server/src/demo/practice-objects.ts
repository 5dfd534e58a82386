// What the tenant PRACTICE of the demonstration has, and the catalogue for it: findings that no other tenant has, on purpose.

import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { password } from './credentials.ts'

/** A write as data, in the order of the list. */
export interface PracticeWrite {
  readonly kind: string
  /** By default an add. A change says only what it changes. */
  readonly operation?: 'change' | 'addMany' | 'import' | 'adopt'
  readonly isOfCatalogue?: true
  readonly input: Readonly<Record<string, unknown>>
  /** The rules that find something in the object with the name of the input, or in the metric that is imported from it. */
  readonly shows?: readonly string[]
}

export const practiceTenant = 'PRACTICE'
const group = { groupname: practiceTenant }

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }))
const usualConfig = { maxCheckAttempts: '2', timeout: '30', interval: '5', retryInterval: '2', path: '/usr/libexec' }

const template = (
  name: string,
  description: string,
  shows: readonly string[],
  changed: object = {},
): PracticeWrite => ({
  kind: 'metrictemplate',
  isOfCatalogue: true,
  shows,
  input: {
    name,
    mtype: 'Active',
    tags: ['practice'],
    probeversion: 'practice-probe (0.1.0)',
    description,
    parent: '',
    probeexecutable: 'check_practice',
    config: pairs(usualConfig),
    attribute: [],
    dependency: [],
    flags: [],
    parameter: [],
    ...changed,
  },
})
const passive = (name: string, description: string, shows: readonly string[], parent: string): PracticeWrite =>
  template(name, description, shows, {
    mtype: 'Passive',
    probeversion: '',
    probeexecutable: '',
    config: [],
    flags: pairs({ PASSIVE: '1' }),
    parent,
  })

const packageOf = (version: string): PracticeWrite => ({
  kind: 'package',
  isOfCatalogue: true,
  input: { name: 'practice-probes', version, use_present_version: false, repos: ['argo (Rocky 9)'] },
})
const probe = (name: string, description: string, shows: readonly string[]): PracticeWrite => ({
  kind: 'probe',
  isOfCatalogue: true,
  shows,
  input: {
    name,
    package: 'practice-probes (0.1.0)',
    repository: 'https://example.org/practice',
    docurl: 'https://example.org/practice/readme',
    description,
    comment: 'First version.',
  },
})

const catalogue: readonly PracticeWrite[] = [
  packageOf('0.1.0'),
  probe('practice-probe', 'The probe of all metrics of PRACTICE.', []),
  probe('practice-idle-probe', 'No template uses it.', ['probe/unused']),
  template(
    'practice.web',
    'A run can take 900 seconds, and begins every 300; three newer versions of its package exist.',
    ['metric/timeout', 'metric/far-behind', 'template/twin-name'],
    { config: pairs({ ...usualConfig, timeout: '900' }) },
  ),
  template('practice.Web', 'Only a capital letter tells it from practice.web.', ['template/twin-name']),
  template('practice.unused', '', ['template/undocumented', 'metric/not-in-profile']),
  template('practice.secret', 'Its parameter has a token that everybody can read.', ['template/secret'], {
    parameter: pairs({ '--token': 'ghp_0123456789abcdefghij' }),
  }),
  template('practice.often', 'It runs every 0 minutes.', ['metric/interval'], {
    config: pairs({ ...usualConfig, interval: '0' }),
  }),
  template(
    'practice.dependent',
    'It depends on practice.secret, which PRACTICE has not imported.',
    ['metric/unknown-dependency'],
    {
      dependency: pairs({ 'practice.secret': '0' }),
    },
  ),
  passive(
    'practice.orphan',
    'Its parent is practice.secret, which PRACTICE has not imported.',
    ['metric/passive-parent'],
    'practice.secret',
  ),
  passive('practice.circle-1', 'Its parent is practice.circle-2.', [], 'practice.web'),
  passive(
    'practice.circle-2',
    'Its parent is practice.circle-1.',
    ['template/parent-circle', 'metric/parent-circle'],
    'practice.circle-1',
  ),
  {
    kind: 'metrictemplate',
    operation: 'change',
    isOfCatalogue: true,
    input: { name: 'practice.circle-1', parent: 'practice.circle-2' },
    shows: ['template/parent-circle', 'metric/parent-circle'],
  },
]

const imported = ['web', 'often', 'dependent', 'orphan', 'circle-1', 'circle-2'].map((name) => `practice.${name}`)
const services = [
  ...imported.map((metric) => ({ service: 'practice.web', metric })),
  { service: 'practice.nowhere', metric: 'practice.web' },
]
const profile = (name: string, description: string, shows: readonly string[], pairs = services): PracticeWrite => ({
  kind: 'metricprofile',
  shows,
  input: { name, ...group, description, services: pairs },
})

const aggregation = (name: string): PracticeWrite => ({
  kind: 'aggregationprofile',
  shows: ['aggregation/twin-name', 'aggregation/duplicate', 'aggregation/service-twice'],
  input: {
    name,
    ...group,
    endpoint_group: 'sites',
    metric_operation: 'AND',
    profile_operation: 'AND',
    metric_profile: 'PRACTICE',
    groups: ['first', 'second'].map((name) => ({
      name,
      operation: 'AND',
      services: [{ name: 'practice.web', operation: 'OR' }],
    })),
  },
})

const limits = 'time=1s;0:5;5:'
const thresholds = (name: string): PracticeWrite => ({
  kind: 'thresholdsprofile',
  shows: ['no-metric', 'unknown-host', 'unknown-group', 'replaced', 'label', 'unit', 'twin-name', 'duplicate'].map(
    (rule) => `thresholds/${rule}`,
  ),
  input: {
    name,
    ...group,
    rules: [
      { metric: 'practice.unused', thresholds: limits },
      { metric: 'practice.web', host: 'gone.practice.example.org', thresholds: limits },
      { metric: 'practice.web', endpoint_group: 'GONE', thresholds: 'time=1ms;0:5;5:' },
      { metric: 'practice.web', thresholds: limits },
      { metric: 'practice.web', thresholds: limits },
      { metric: 'practice.often', thresholds: 'time_to_wait=1s;0:5;5:' },
    ],
  },
})

const override = (name: string, value: string, shows: readonly string[]): PracticeWrite => ({
  kind: 'metricoverride',
  shows: shows.map((rule) => `override/${rule}`),
  input: {
    name,
    global_attributes: [{ attribute: 'PRACTICE_PASSWORD', value }],
    host_attributes: [{ hostname: 'gone.practice.example.org', attribute: 'PRACTICE_PATH', value: '/practice' }],
    metric_parameters: [
      { hostname: 'web.practice.example.org', metric: 'practice.gone', parameter: '--path', value: '/practice' },
    ],
  },
})
const faultsOfOverrides = ['unknown-host', 'unread-attribute', 'unread-parameter', 'contradiction', 'secret']

const report = (name: string): PracticeWrite => ({
  kind: 'report',
  shows: ['empty-scope', 'no-metrics', 'other-metric-profile', 'targets', 'twin-name', 'duplicate'].map(
    (rule) => `report/${rule}`,
  ),
  input: {
    name,
    ...group,
    description:
      'Its filter is a group that does not exist, its metric profile is empty, its reliability is the lower target.',
    metric_profile: 'EMPTY',
    aggregation_profile: 'PRACTICE',
    operations_profile: 'practice_ops',
    topology_types: ['NGI', 'SITES'],
    filter_tags: [{ context: 'argo.endpoint.filter.fields', name: 'group', value: 'GONE' }],
    availability: 90,
    reliability: 80,
    uptime: 0.8,
    unknown: 0.1,
    downtime: 0.1,
  },
})

const user = (username: string, shows: readonly string[], changed: object = {}): PracticeWrite => ({
  kind: 'user',
  shows,
  input: {
    username,
    first_name: '',
    last_name: '',
    email: `${username}@practice.example.org`,
    is_superuser: false,
    is_active: true,
    password,
    ...changed,
  },
})

const emptyGroup = (kind: GroupKind): PracticeWrite => ({
  kind: `groupof${kind}`,
  shows: [`group/empty-${kind}`, `group/no-users-${kind}`],
  input: { name: 'EMPTY', items: [], users: [] },
})

const ofTenant: readonly PracticeWrite[] = [
  ...groupKinds.map(emptyGroup),
  {
    kind: 'servicetype',
    operation: 'addMany',
    input: {
      servicetypes: ['practice.web', 'practice.Web'].map((name) => ({
        name,
        title: name,
        description: 'For practice.',
      })),
    },
  },
  profile('PRACTICE', 'No endpoint has practice.nowhere, and Practice is the same.', [
    'profile/no-endpoint',
    'profile/twin-name',
    'profile/duplicate',
  ]),
  profile('Practice', 'It has the content of PRACTICE.', ['profile/twin-name', 'profile/duplicate']),
  profile('EMPTY', 'It has no metrics.', [], []),
  { kind: 'metric', operation: 'import', input: { metrictemplates: ['practice.unused'] } },
  ...['PRACTICE', 'Practice'].flatMap((name) => [aggregation(name), thresholds(name), report(name)]),
  override('PRACTICE', 'correct1horse', [...faultsOfOverrides, 'twin-name', 'duplicate']),
  override('Practice', 'correct1horse', [...faultsOfOverrides, 'twin-name', 'duplicate']),
  override('OTHER', '$PRACTICE_PASSWORD', ['contradiction']),
  user('admin', ['user/no-second-factor'], { is_superuser: true }),
  user('pia.practice', ['user/no-groups', 'user/no-login', 'user-key/unused', 'user-key/no-expiry']),
  user('paul.practice', ['user-key/deactivated'], { is_active: false }),
]

/** Versions that nobody uses yet. They are added last, so that metrics stay behind. */
const newVersions = ['0.2.0', '0.3.0', '0.4.0'].map(packageOf)

export const practiceWrites: readonly PracticeWrite[] = [...catalogue, ...ofTenant, ...newVersions]
