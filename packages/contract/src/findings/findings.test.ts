import { describe, expect, test } from 'vitest'
import type { Data } from '../compare/field.ts'
import { blankUser } from '../resources/user.ts'
import { findingRules, pageOfRule } from './all-rules.ts'
import type { Documents, Estate, EstateKind, KnownEstate } from './estate.ts'
import { isLiteralSecret } from './override-rules.ts'
import { findingKey, findingsOf, keyOfDocument } from './rule.ts'

const config = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }))
const usualConfig = { maxCheckAttempts: '2', timeout: '30', interval: '5', retryInterval: '2', path: '/usr/libexec' }

const content = {
  description: 'd',
  probeexecutable: 'x',
  parent: '',
  attribute: [],
  flags: [],
  parameter: [],
  tags: [],
}
const metric = (changed: Partial<Documents['metric'][number]> = {}): Documents['metric'][number] => ({
  ...content,
  name: 'web.http',
  mtype: 'Active',
  probeversion: 'web-probe (1.0.0)',
  group: 'ops',
  config: config(usualConfig),
  dependancy: [],
  ...changed,
})
const template = (changed: Partial<Documents['metrictemplate'][number]> = {}): Documents['metrictemplate'][number] => ({
  ...content,
  name: 'web.http',
  mtype: 'Active',
  probeversion: 'web-probe (1.0.0)',
  config: config(usualConfig),
  dependency: [],
  ...changed,
})
const profile = (name: string, ...pairs: [string, string][]) => ({
  name,
  groupname: 'ops',
  description: '',
  metricinstances: pairs.map(([service, metric]) => ({ service, metric })),
})
const core = profile('CORE', ['web', 'web.http'])
const aggregation = (name: string, groups: Readonly<Record<string, readonly string[]>>, metricProfile = 'CORE') => ({
  name,
  groupname: 'ops',
  description: '',
  endpoint_group: 'sites',
  metric_operation: 'AND',
  profile_operation: 'AND',
  metric_profile: metricProfile,
  groups: Object.entries(groups).map(([group, services]) => ({
    name: group,
    operation: 'OR',
    services: services.map((service) => ({ name: service, operation: 'OR' })),
  })),
})
const report = (changed: Partial<Documents['report'][number]> = {}): Documents['report'][number] => ({
  name: 'Critical',
  groupname: 'ops',
  description: '',
  disabled: false,
  metric_profile: 'CORE',
  aggregation_profile: 'sites',
  operations_profile: 'ops',
  thresholds_profile: '',
  other_profiles: [],
  topology_types: [],
  filter_tags: [],
  availability: 80,
  reliability: 85,
  uptime: 1,
  unknown: 1,
  downtime: 1,
  computes_ar: true,
  computes_status: true,
  trends: [],
  weight: '',
  ...changed,
})
const limits = (...rules: Documents['thresholdsprofile'][number]['rules']) => [
  { name: 'LIMITS', groupname: 'ops', description: '', rules },
]
const rule = (thresholds: string, place: { host?: string; endpoint_group?: string } = {}) => ({
  metric: 'web.http',
  thresholds,
  ...place,
})
const override = (changed: Partial<Documents['metricoverride'][number]>, name = 'local') => ({
  name,
  global_attributes: [],
  host_attributes: [],
  metric_parameters: [],
  ...changed,
})
const probe = (changed: Partial<Documents['probe'][number]> = {}) => ({
  name: 'web-probe',
  version: '1.0.0',
  package: 'web-probes (1.0.0)',
  description: '',
  comment: '',
  repository: 'https://git.example.org/web',
  docurl: 'https://docs.example.org/web',
  ...changed,
})
const pack = (version: string, ...repos: string[]) => ({
  name: 'web-probes',
  version,
  use_present_version: false,
  repos,
})
const group = (items: string[], users: string[]) => [{ name: 'ops', items, users }]
const port = (name: string) => [{ name, value: '443' }]
const now = new Date('2026-06-01T00:00:00Z')
const longAgo = new Date('2025-06-01T00:00:00Z')
const recently = new Date('2026-05-20T00:00:00Z')
const endpoint = { hostname: 'a.example.org', service: 'web', group: 'SITE-A' }
const parameters = (name: string, value: string) => [
  { hostname: endpoint.hostname, metric: 'web.http', parameter: name, value },
]
const user = (changed: Partial<Documents['user'][number]>) => [{ ...blankUser, username: 'ada', ...changed }]
const login = (last: Date | null, hasSecondFactor = false) => [
  { username: 'ada', joined: longAgo, last, hasSecondFactor },
]
const key = (lastUsed: Date | null, expires: Date | null = now) => ({
  name: 'deploy',
  created: longAgo,
  lastUsed,
  expires,
})
const ofAda = (isActive = true) => ({ username: 'ada', isActive })
const packagesOfMetrics = (version: string) => [
  { metric: 'web.http', name: 'web-probes', version, versions: ['1.4', '1.3', '1.2', '1.1'] },
]
const circle = { parent: 'web.http' }

/** For each rule an estate in which it finds something, one in which it does not, and a part of its sentence. */
const cases: Readonly<Record<string, readonly [hit: KnownEstate, miss: KnownEstate, says: string]>> = {
  'metric/not-in-profile': [
    { metric: [metric()], metricprofile: [] },
    { metric: [metric(), metric({ name: 'self', tags: ['internal'] })], metricprofile: [core] },
    'No metric profile contains it.',
  ],
  'metric/deprecated': [
    { metric: [metric({ tags: ['deprecated'] })], metricprofile: [core] },
    { metric: [metric({ tags: ['deprecated'] })], metricprofile: [] },
    'It is deprecated, and metric profiles contain it: CORE.',
  ],
  'metric/eol': [
    { metric: [metric({ tags: ['eol'] })], metricprofile: [core] },
    { metric: [metric()], metricprofile: [core] },
    'It is at its end of life',
  ],
  'metric/behind': [
    { packagesOfMetrics: packagesOfMetrics('1.2') },
    { packagesOfMetrics: packagesOfMetrics('1.4') },
    'It uses web-probes 1.2; the newest version is 1.4.',
  ],
  'metric/far-behind': [
    { packagesOfMetrics: packagesOfMetrics('1.1') },
    { packagesOfMetrics: packagesOfMetrics('1.2') },
    '3 versions behind 1.4',
  ],
  'metric/timeout': [
    { metric: [metric({ config: config({ ...usualConfig, timeout: '301' }) })] },
    { metric: [metric({ config: config({ ...usualConfig, timeout: '300' }) })] },
    'Its timeout is 301 s, its interval 300 s.',
  ],
  'metric/attempts': [
    { metric: [metric({ config: config({ ...usualConfig, maxCheckAttempts: '3' }) })] },
    { metric: [metric()] },
    'Its 3 attempts take 6 minutes, its interval is 5.',
  ],
  'metric/interval': [
    { metric: [metric({ config: config({ ...usualConfig, interval: '0' }) })] },
    { metric: [metric(), metric({ config: [] })] },
    'Its interval is 0 minutes.',
  ],
  'metric/passive-parent': [
    { metric: [metric({ mtype: 'Passive', parent: 'other' })] },
    { metric: [metric(), metric({ name: 'passive', mtype: 'Passive', parent: 'web.http' })] },
    'Its parent other is no active metric of this tenant.',
  ],
  'metric/unknown-dependency': [
    { metric: [metric({ dependancy: [{ key: 'other', value: '0' }] })] },
    { metric: [metric(), metric({ name: 'dependent', dependancy: [{ key: 'web.http', value: '0' }] })] },
    'It depends on other, which is no metric of this tenant.',
  ],
  'metric/parent-circle': [
    { metric: [metric({ parent: 'two' }), metric({ name: 'two', ...circle }), metric({ name: 'three', ...circle })] },
    { metric: [metric(), metric({ name: 'two', ...circle })] },
    'web.http → two → web.http',
  ],
  'template/parent-circle': [
    { metrictemplate: [template({ parent: 'two' }), template({ name: 'two', ...circle })] },
    { metrictemplate: [template(), template({ name: 'two', ...circle })] },
    'web.http → two → web.http',
  ],
  'profile/no-endpoint': [
    { metricprofile: [profile('CORE', ['web', 'web.http'], ['ftp', 'web.http'])], endpoints: [endpoint] },
    { metricprofile: [core], endpoints: [endpoint] },
    'No endpoint has the service type ftp.',
  ],
  'service/not-monitored': [
    { metricprofile: [core], endpoints: [endpoint, { ...endpoint, service: 'ftp' }] },
    { metricprofile: [core], endpoints: [endpoint] },
    '1 endpoint has it, and no metric profile has a metric for it.',
  ],
  'aggregation/service-missing': [
    { aggregationprofile: [aggregation('sites', { a: ['ftp'] })], metricprofile: [core] },
    { aggregationprofile: [aggregation('sites', { a: ['web'] })], metricprofile: [core] },
    'CORE has metrics for web, and no group has it.',
  ],
  'aggregation/service-unmeasured': [
    {
      aggregationprofile: [aggregation('sites', { a: ['web', 'db', 'ftp'], b: ['ftp'] })],
      metricprofile: [profile('CORE', ['web', 'web.http'], ['db', 'web.http'])],
    },
    { aggregationprofile: [aggregation('sites', { a: ['ftp'] }, 'gone')], metricprofile: [core] },
    'CORE has no metric for ftp.',
  ],
  'aggregation/lone-service': [
    { aggregationprofile: [aggregation('sites', { a: ['web'] })] },
    { aggregationprofile: [aggregation('sites', { a: ['web', 'ftp'] })] },
    'OR of a has web only.',
  ],
  'aggregation/service-twice': [
    { aggregationprofile: [aggregation('sites', { a: ['web', 'ftp'], b: ['web'] })] },
    { aggregationprofile: [aggregation('sites', { a: ['web'], b: ['ftp'] })] },
    'web is in a, b.',
  ],
  'report/disabled': [
    { disabledReports: [{ name: 'Critical', since: longAgo }], now },
    { disabledReports: [{ name: 'Critical', since: recently }], now },
    'It is disabled since 2025-06-01.',
  ],
  'report/empty-scope': [
    { coveredEndpoints: [{ report: 'Critical', count: 0 }] },
    { coveredEndpoints: [{ report: 'Critical', count: 1 }] },
    'No endpoint of the topology passes its filters.',
  ],
  'report/no-metrics': [
    { report: [report()], metricprofile: [profile('CORE')] },
    { report: [report()], metricprofile: [core, profile('OTHER')] },
    'CORE has no metrics.',
  ],
  'report/other-metric-profile': [
    { report: [report()], aggregationprofile: [aggregation('sites', {}, 'OTHER')] },
    { report: [report()], aggregationprofile: [aggregation('sites', {}), aggregation('more', {}, 'OTHER')] },
    'It uses CORE, but sites is made for OTHER.',
  ],
  'report/targets': [
    { report: [report({ reliability: 79 })] },
    { report: [report({ reliability: 80 })] },
    'Its targets are 80 for availability and 79 for reliability.',
  ],
  'operations/missing-state': [
    { operationsProfiles: [{ name: 'ops', available_states: ['OK', 'WARNING', 'UNKNOWN', 'MISSING', 'CRITICAL'] }] },
    {
      operationsProfiles: [
        { name: 'ops', available_states: ['OK', 'WARNING', 'UNKNOWN', 'MISSING', 'CRITICAL', 'DOWNTIME'] },
      ],
    },
    'It has no state DOWNTIME.',
  ],
  'thresholds/no-metric': [
    { thresholdsprofile: limits(rule('time=1s;0:1;2:3')), metricprofile: [] },
    { thresholdsprofile: limits(rule('time=1s;0:1;2:3')), metricprofile: [core] },
    'No metric profile contains web.http.',
  ],
  'thresholds/unknown-host': [
    { thresholdsprofile: limits(rule('time=1s;0:1;2:3', { host: 'b.example.org' })), endpoints: [endpoint] },
    { thresholdsprofile: limits(rule('time=1s;0:1;2:3', { host: 'a.example.org' })), endpoints: [endpoint] },
    'The topology has no host b.example.org.',
  ],
  'thresholds/unknown-group': [
    { thresholdsprofile: limits(rule('time=1s;0:1;2:3', { endpoint_group: 'SITE-B' })), endpoints: [endpoint] },
    { thresholdsprofile: limits(rule('time=1s;0:1;2:3', { endpoint_group: 'SITE-A' })), endpoints: [endpoint] },
    'No endpoint is in a group SITE-B.',
  ],
  'thresholds/replaced': [
    { thresholdsprofile: limits(rule('time=1s;0:1;2:3'), rule('time=1s;0:2;2:3')) },
    { thresholdsprofile: limits(rule('time=1s;0:1;2:3'), rule('time=1s;0:2;2:3', { host: 'a.example.org' })) },
    'Several rules are about web.http.',
  ],
  'thresholds/critical-hidden': [
    { thresholdsprofile: limits(rule('time=1s;10:;20:')) },
    { thresholdsprofile: limits(rule('time=1s;10:20;20:')) },
    'The warning range hides a part of the critical one: time.',
  ],
  'thresholds/range': [
    { thresholdsprofile: limits(rule('time=1s;20:10;30:')) },
    { thresholdsprofile: limits(rule('time=1s;10:20;30:')) },
    'Should be greater than lower warning limit.',
  ],
  'thresholds/label': [
    { thresholdsprofile: limits(rule('free_space=1s;10:20;30:')) },
    { thresholdsprofile: limits(rule('free=1s;10:20;30:')) },
    'Labels have letters and digits as a rule: free_space.',
  ],
  'thresholds/unit': [
    {
      thresholdsprofile: limits(
        rule('time=1s;10:20;30:'),
        rule('time=1s;10:20;30:', { host: 'a' }),
        rule('time=1ms;10:20;30:', { host: 'b' }),
      ),
    },
    { thresholdsprofile: limits(rule('time=1s;10:20;30:'), rule('size=1ms;10:20;30:', { host: 'b' })) },
    'time has the unit ms here and s elsewhere.',
  ],
  'override/unknown-host': [
    {
      metricoverride: [override({ host_attributes: [{ hostname: 'b', attribute: 'PORT', value: '1' }] })],
      endpoints: [endpoint],
    },
    {
      metricoverride: [
        override({
          host_attributes: [
            { hostname: 'a.example.org_web', attribute: 'PORT', value: '1' },
            { hostname: 'web__a.example.org', attribute: 'PORT', value: '1' },
          ],
        }),
      ],
      endpoints: [endpoint],
    },
    'The topology has no host b.',
  ],
  'override/unread-attribute': [
    { metricoverride: [override({ global_attributes: [{ attribute: 'PORT', value: '1' }] })], metric: [metric()] },
    {
      metricoverride: [override({ global_attributes: [{ attribute: 'PORT', value: '1' }] })],
      metric: [metric({ attribute: config({ PORT: '-p' }) })],
    },
    'No metric has an attribute PORT.',
  ],
  'override/unread-parameter': [
    { metricoverride: [override({ metric_parameters: parameters('-p', '1') })], metric: [] },
    { metricoverride: [override({ metric_parameters: parameters('-p', '1') })], metric: [metric()] },
    'There is no metric web.http.',
  ],
  'override/contradiction': [
    {
      metricoverride: [
        override({ global_attributes: [{ attribute: 'PORT', value: '1' }] }),
        override({ global_attributes: [{ attribute: 'PORT', value: '2' }] }, 'other'),
      ],
    },
    {
      metricoverride: [
        override({ global_attributes: [{ attribute: 'PORT', value: '1' }] }),
        override({ global_attributes: [{ attribute: 'PORT', value: '1' }] }, 'other'),
      ],
    },
    'other sets another value for PORT.',
  ],
  'override/secret': [
    { metricoverride: [override({ global_attributes: [{ attribute: 'api_TOKEN', value: 'hunter2' }] })] },
    { metricoverride: [override({ global_attributes: [{ attribute: 'api_TOKEN', value: '$API_TOKEN' }] })] },
    'The value of api_TOKEN looks like a secret.',
  ],
  'package/lacks-system': [
    {
      package: [pack('1.0', 'base (Rocky 9)', 'base (Rocky 8)'), pack('1.1', 'base (Rocky 9)')],
      usedPackages: [{ name: 'web-probes', version: '1.0' }],
    },
    {
      package: [pack('1.0', 'base (Rocky 9)'), pack('1.1', 'other (Rocky 9)')],
      usedPackages: [{ name: 'web-probes', version: '1.0' }],
    },
    'It has no repo for Rocky 8, which versions in use have.',
  ],
  'package/split': [
    { splitPackages: [{ name: 'web-probes', versions: ['1.0', '1.1'] }] },
    { splitPackages: [] },
    'Tenants need web-probes in 1.0, 1.1.',
  ],
  'port/unused': [
    { defaultport: port('HTTPS_PORT'), metrictemplate: [template()] },
    { defaultport: port('HTTPS_PORT'), metrictemplate: [template({ attribute: config({ HTTPS_PORT: '-p' }) })] },
    'No template has an attribute HTTPS_PORT.',
  ],
  'probe/unused': [
    { probe: [probe()], metrictemplate: [] },
    { probe: [probe()], metrictemplate: [template({ probeversion: 'web-probe (0.9)' })] },
    'No metric template uses it.',
  ],
  'template/undocumented': [
    { metrictemplate: [template()], probe: [probe({ docurl: '' })] },
    { metrictemplate: [template()], probe: [probe()] },
    'Its probe web-probe has no documentation.',
  ],
  'template/secret': [
    { metrictemplate: [template({ parameter: config({ '--token': 'ghp_0123456789abcdefghij' }) })] },
    { metrictemplate: [template({ attribute: config({ api_TOKEN: '--token' }) })] },
    'The value of --token looks like a secret.',
  ],
  'address/plain-http': [
    { probe: [probe({ docurl: 'http://docs.example.org' })] },
    { probe: [probe()] },
    'http://docs.example.org is not encrypted.',
  ],
  ...Object.fromEntries(
    (['aggregations', 'metricprofiles', 'metrics', 'reports', 'thresholdsprofiles'] as const).flatMap((kind) => [
      [
        `group/empty-${kind}`,
        [{ [`groupof${kind}`]: group([], ['ada']) }, { [`groupof${kind}`]: group(['x'], []) }, 'It has no '],
      ],
      [
        `group/no-users-${kind}`,
        [{ [`groupof${kind}`]: group(['x'], []) }, { [`groupof${kind}`]: group([], ['ada']) }, 'It has no users.'],
      ],
    ]),
  ),
  'user/no-groups': [{ user: user({}) }, { user: user({ groupsofmetrics: ['ops'] }) }, 'The user is in no group.'],
  'user/no-login': [
    { user: user({}), logins: login(longAgo), now },
    { user: user({}), logins: login(recently), now },
    'The last login was on 2025-06-01.',
  ],
  'user/no-second-factor': [
    { user: user({ is_superuser: true }), logins: login(recently) },
    { user: user({ is_superuser: true }), logins: login(recently, true) },
    'The superuser logs in with a password only.',
  ],
  'apikey/unused': [
    { apiKeys: [key(null)], now },
    { apiKeys: [key(recently)], now },
    'deploy was never used since 2025-06-01.',
  ],
  'apikey/no-expiry': [{ apiKeys: [key(now, null)], now }, { apiKeys: [key(now)], now }, 'deploy never expires.'],
  'user-key/unused': [
    { keysOfUsers: [{ ...key(longAgo), ...ofAda() }], now },
    { keysOfUsers: [{ ...key(recently), ...ofAda() }], now },
    'deploy was last used on 2025-06-01.',
  ],
  'user-key/no-expiry': [
    { keysOfUsers: [{ ...key(now, null), ...ofAda() }], now },
    { keysOfUsers: [{ ...key(now), ...ofAda() }], now },
    'deploy never expires.',
  ],
  'user-key/deactivated': [
    { keysOfUsers: [{ ...key(now), ...ofAda(false) }] },
    { keysOfUsers: [{ ...key(now), ...ofAda() }] },
    'deploy belongs to a deactivated user.',
  ],
  ...Object.fromEntries(
    Object.entries({
      aggregationprofile: aggregation('sites', { a: ['web'] }),
      metricoverride: override({}),
      metricprofile: core,
      metrictemplate: template(),
      report: report(),
      servicetype: { name: 'web', title: '', description: '' },
      thresholdsprofile: { ...limits()[0], name: 'LIMITS' },
    }).flatMap(([kind, document]) => {
      const room = kind
        .replace(/profile$/, '')
        .replace('type', '')
        .replace(/^metric(?=.)/, '')
        .replace(/^metric$/, 'profile')
      const twin = { ...document, name: document.name.charAt(0).toUpperCase() + document.name.slice(1).toLowerCase() }
      const [first, other] = [
        { ...document, name: 'first' },
        { ...document, name: 'other' },
      ]
      const otherwise = {
        ...other,
        parent: 'x',
        metric_profile: 'x',
        metricinstances: [],
        global_attributes: [1],
        rules: [rule('time=1s;0:1;2:3')],
      }
      return [
        [
          `${room}/twin-name`,
          [
            {
              [kind]: [
                { ...document, name: document.name.toLowerCase() },
                { ...twin, name: twin.name.toUpperCase() },
              ],
            },
            { [kind]: [first, other] },
            'Only capital letters',
          ],
        ],
        [
          `${room}/duplicate`,
          [{ [kind]: [first, other] }, { [kind]: [first, otherwise] }, 'It has the content of other.'],
        ],
      ]
    }),
  ),
}

const ruled = (estate: KnownEstate, id: string) => findingsOf(findingRules, estate).filter(({ rule }) => rule.id === id)

const rulesByPage = Map.groupBy(findingRules, ({ id }) => pageOfRule(id).split('#')[0] ?? '')

test.each([...rulesByPage])(
  'docs/%s is the one in the repository; `npm run openapi` writes it',
  async (page, rules) => {
    const sections = rules.map(({ id, kind, title, severity, follows, advice, fix }) => [
      `## ${id.split('/')[1]}`,
      `**${title}.** A rule about ${kind} objects; ${severity === 'error' ? 'an' : 'a'} ${severity} by default.`,
      `${follows} ${advice}${fix ? ' *Fix* opens the form with this change.' : ''}`,
      `For example: “${ruled(cases[id]?.[0] ?? {}, id)[0]?.says}”`,
    ])
    const text = [`# Findings: ${page.slice('findings/'.length, -3)}`, ...sections.flat()].join('\n\n')
    await expect(`${text}\n`).toMatchFileSnapshot(`../../../../docs/${page}`)
  },
)

test('ids are unique, and say what the rules are about', () => {
  expect(new Set(findingRules.map(({ id }) => id)).size).toBe(findingRules.length)
  for (const { id, title, follows, advice } of findingRules) {
    expect(id).toMatch(/^[a-z-]+\/[a-z-]+$/)
    expect(title).not.toMatch(/\.$/)
    for (const sentence of [follows, advice]) expect(sentence).toMatch(/^[A-Z].*\.$/)
  }
})

describe.each(findingRules.map(({ id, kind, fix }) => ({ id, kind, fix })))('$id', ({ id, kind, fix }) => {
  const [hit, miss, says] = cases[id] ?? [{}, {}, '?']
  test('finds it, with a sentence that says where', () => {
    expect(ruled(hit, id)[0]).toMatchObject({ kind, says: expect.stringContaining(says) })
  })
  test('finds nothing where nothing is wrong, nor where it cannot know', () => {
    expect(ruled(miss, id)).toEqual([])
    expect(ruled({}, id)).toEqual([])
  })
  test.runIf(fix)('is mended by its fix, which finds nothing else instead', () => {
    const [found] = ruled(hit, id)
    const document = hit[kind as EstateKind]?.find((candidate) => keyOfDocument(kind, candidate) === found?.name)
    const mended = fix?.(document as unknown as Data, found?.about ?? '')
    expect(mended).not.toEqual(document)
    const rest = hit[kind as EstateKind]?.map((candidate) => (candidate === document ? mended : candidate))
    const keys = (estate: KnownEstate) =>
      findingsOf(findingRules, estate).map((one) => findingKey({ about: '', ...one, rule: one.rule.id }))
    const [before, after] = [keys(hit), keys({ ...hit, [kind]: rest } as Partial<Estate>)]
    expect(after.filter((one) => !before.includes(one))).toEqual([])
    expect(after).not.toContain(found && findingKey({ about: '', ...found, rule: id }))
  })
})

test.each([
  ['--token', 'ghp_0123456789abcdefghij', true],
  ['', '-----BEGIN PRIVATE KEY-----', true],
  ['x', 'f3Qz81LmPq0Zr7Ws2XyT4Uv', true],
  ['PASSWORD', 'correct1horse', true],
  ['PASSWORD', '/etc/quatrain/password', false],
  ['PASSWORD', '$PASSWORD', false],
  ['--path', '/usr/lib64/nagios/plugins/check', false],
  ['--url', 'https://example.org/a1b2c3d4e5f6a7b8c9d0', false],
  ['--service', 'org.openstack.nova', false],
  ['', '', false],
])('a secret is told from the name of one: %s %s', (name, value, expected) => {
  expect(isLiteralSecret(name, value)).toBe(expected)
})
