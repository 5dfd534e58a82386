import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { anAuthenticator } from './authenticator.ts'
import { password } from './seed.ts'

export interface Sample {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Every caller is refused, because a part is missing that no caller can add. */
  readonly refused?: 400 | 404
}

/** The caller and the groups of the caller. */
interface Caller {
  readonly username?: string
  readonly groups?: readonly string[]
}

export interface Profile extends MetricProfile {
  /** The ids of the profiles with the same name of the other kinds, by the path of the kind. */
  readonly others: Readonly<Record<string, string>>
  /** The ids of profiles that only the Web API has, by the path of the kind. */
  readonly leftOver: Readonly<Record<string, string>>
}

interface MetricProfile {
  readonly apiid: string
  readonly name: string
  readonly groupname: string
  readonly description: string
  readonly services: readonly { readonly service: string; readonly metric: string }[]
}

/** The metric profile that aggregation profiles refer to, and the content of profiles of the other kinds. */
export const baseProfile = { name: 'base', groupname: 'operations', description: '', services: [] }
export const otherProfiles = {
  aggregations: {
    endpoint_group: 'sites',
    metric_operation: 'AND',
    profile_operation: 'OR',
    metric_profile: baseProfile.name,
    groups: [{ name: 'web', operation: 'OR', services: [{ name: 's', operation: 'AND' }] }],
  },
  thresholdsprofiles: { rules: [{ metric: 'disk', host: 'h', thresholds: 'time=1s;0:5;5:' }] },
  reports: {
    metric_profile: baseProfile.name,
    aggregation_profile: baseProfile.name,
    operations_profile: baseProfile.name,
    topology_types: ['NGI', 'SITES'],
    filter_tags: [{ name: 'group', value: 'NGI_A', context: 'argo.group.filter.fields' }],
    ...{ availability: 80, reliability: 85, uptime: 0.8, unknown: 0.1, downtime: 0.1 },
  },
} as const

/** The operations profile of reports, which only the Web API stores. */
export const anOperationsProfile = {
  name: baseProfile.name,
  available_states: ['UP', 'DOWN'],
  defaults: { down: 'DOWN', missing: 'DOWN', unknown: 'DOWN' },
  operations: [{ name: 'AND', truth_table: [{ a: 'UP', b: 'DOWN', x: 'DOWN' }] }],
}

/** The samples of a kind that has the endpoints of metric profiles. */
function profileSamples(path: keyof typeof otherProfiles, kind: string, profile: Profile, group: string) {
  const { name, groupname } = profile
  const content = { groupname, description: 'd', ...otherProfiles[path] }
  const apiid = profile.others[path] ?? profile.apiid
  return {
    [`GET ${internal}/${path}`]: { path: `${internal}/${path}` },
    [`GET ${internal}/public_${path}`]: { path: `${internal}/public_${path}` },
    [`GET ${internal}/${path}/:key`]: { path: `${internal}/${path}/${name}` },
    [`GET ${internal}/public_${path}/:key`]: { path: `${internal}/public_${path}/${name}` },
    [`GET ${internal}/tenantversion/${kind}/:key`]: { path: `${internal}/tenantversion/${kind}/${name}` },
    [`POST ${internal}/${path}`]: {
      path: `${internal}/${path}${dryRun}`,
      body: { ...content, name: 'another', groupname: group },
    },
    [`PUT ${internal}/${path}`]: { path: `${internal}/${path}${dryRun}`, body: { ...content, name, apiid } },
    [`DELETE ${internal}/${path}/:key`]: { path: `${internal}/${path}/${apiid}${dryRun}` },
  }
}

/** The samples of the differences of a kind between the two stores. */
function differenceSamples(path: string, { apiid, others, leftOver }: Profile) {
  const stored = { apiid: others[path] ?? apiid }
  return {
    [`GET ${internal}/differences/${path}/:key`]: { path: `${internal}/differences/${path}/${stored.apiid}` },
    [`POST ${internal}/differences/${path}/adopt`]: {
      path: `${internal}/differences/${path}/adopt${dryRun}`,
      body: stored,
    },
    [`POST ${internal}/differences/${path}/send`]: {
      path: `${internal}/differences/${path}/send${dryRun}`,
      body: stored,
    },
    [`POST ${internal}/differences/${path}/discard`]: {
      path: `${internal}/differences/${path}/discard${dryRun}`,
      body: { apiid: leftOver[path] ?? apiid },
    },
    [`POST ${internal}/differences/${path}/undo`]: {
      path: `${internal}/differences/${path}/undo${dryRun}`,
      body: { undo: 'of no write' },
      refused: 400,
    },
  }
}

/** The samples of a kind of group; every tenant has one with the name of its profile. */
function groupSamples(kind: string, { name }: Profile) {
  const path = `${internal}/${kind}group`
  return {
    [`GET ${internal}/groupsof${kind}`]: { path: `${internal}/groupsof${kind}` },
    [`GET ${path}`]: { path },
    [`GET ${path}/:key`]: { path: `${path}/${name}` },
    [`GET ${internal}/tenantversion/groupof${kind}/:key`]: { path: `${internal}/tenantversion/groupof${kind}/${name}` },
    [`POST ${path}`]: { path: `${path}${dryRun}`, body: { name: 'another', items: [] } },
    [`PUT ${path}`]: { path: `${path}${dryRun}`, body: { name, items: [], users: ['member'] } },
    [`DELETE ${path}/:key`]: { path: `${path}/${name}${dryRun}` },
    [`POST ${path}/merge`]: { path: `${path}/merge${dryRun}`, body: { name, into: 'operations' } },
  }
}

/** What a write of the metric profile sends. */
export const metricProfileOf = ({ others: _, leftOver: __, ...profile }: Profile): MetricProfile => profile

/** The metric that was added with the profile. */
export const metricOf = ({ services }: Profile): string => services[0]?.metric ?? ''

/** Packages are in the first of these; the others are unused. */
export const yumRepo = { name: 'base', tag: 'Rocky 9', content: '[base]\nbaseurl=x', description: 'd' }
export const aPackage = { name: 'unused', version: '1.0', use_present_version: false, repos: ['base (Rocky 9)'] }

/** The path that the catalogue sets for every metric with a probe. */
const metricConfig = Object.entries({
  maxCheckAttempts: '3',
  timeout: '30',
  path: '/usr/libexec/probes',
  interval: '5',
  retryInterval: '3',
}).map(([key, value]) => ({ key, value }))

export const aPort = { name: 'WEB_PORT', value: '443' }
export const aProbe = {
  name: 'unused-probe',
  package: 'web-probes (1.0.0)',
  repository: 'https://git.test',
  docurl: 'https://docs.test',
  description: 'd',
  comment: 'c',
}
/** Every tenant has one with the name of its profile. */
const noEntities = {
  topology_type: 'Sites',
  group: { first: [], second: [] },
  endpoint: { first: [], second: [] },
}
export const aServiceType = { name: 'another', description: 'd' }
export const anOverride = { name: 'new', global_attributes: [], host_attributes: [], metric_parameters: [] }
/** Every tenant has one with the name of its profile. */
const overrideIds: Readonly<Record<string, number>> = { CORE: 1, SOUTHERN: 2 }
/** Every host has one with the name of its profile. */
export const aUser = {
  ...{ username: 'another', first_name: 'A', last_name: 'User', email: 'user@docs.test' },
  ...{ is_superuser: false, is_active: true },
}
/** It is refused because it is common: a wrong current one would count as a failed login. */
const aPasswordOf = (username: string) => ({ username, current_password: 'any', new_password: 'password1' })
const aProfileOf = (username: string) => ({ username, displayname: 'A User', subject: '', egiid: '' })

/** The numbers of a host's objects that the samples change. */
export interface SampleIds {
  readonly key: number
  readonly user: number
}

/** Whether an endpoint begins or ends the session of its caller. */
export const isOfSession = (path: string): boolean => path.startsWith('/dj-rest-auth/') || path === '/saml2/logout'

/** Every tenant has one with the name of its profile. */
export const anIdentityProvider = {
  ...{ protocol: 'oidc', enabled: false, button_text: '', issuer: 'http://127.0.0.1:1', client_id: 'c', scopes: '' },
  ...{ metadata_address: '', metadata: '', subject_attribute: '' },
  ...{ username_attribute: '', display_name_attribute: '', first_name_attribute: '', last_name_attribute: '' },
  ...{ email_attribute: '', groups_attribute: 'groups' },
  group_rules: [{ value: 'v', kind: 'metrics', group: 'operations' }],
}
/** The id of a test sign-in of the superuser. */
export const sampleTest = 'sample'
const providerIds: Readonly<Record<string, number>> = { CORE: 1, SOUTHERN: 2 }
const tenantOf = ({ name }: Profile) => (name === 'SOUTHERN' ? 'SOUTH' : 'NORTH')
const providerKeyOf = (profile: Profile) => encodeURIComponent(`${tenantOf(profile)}: ${profile.name}`)
const aTemplate = {
  name: 'another',
  mtype: 'Passive',
  tags: [],
  probeversion: '',
  description: '',
  parent: '',
  probeexecutable: '',
  config: [],
  attribute: [],
  dependency: [],
  flags: [],
  parameter: [],
}

export const aCandidate = {
  name: 'proposed',
  description: 'd',
  docurl: 'https://docs.test',
  script: 'https://git.test/proposed.py',
  command: 'proposed.py -t 30',
  contact: 'dev@docs.test',
}
const unjudged = {
  ...{ rpm: '', yum_baseurl: '', status: 'submitted' },
  ...{ service_type: '', devel_url: '', production_url: '', rejection_reason: '' },
}
/** The number of the candidate that was added with the profile; the last profile has none. */
export const candidates: Readonly<Record<string, number>> = { CORE: 1, SOUTHERN: 2, NEVER: 999_999 }
const candidateOf = ({ name }: Profile): number => candidates[name] ?? 0

const internal = '/api/v2/internal'
const dryRun = '?dry_run=true'

/** A valid request for every endpoint, about this record. Writes are dry runs. */
export const samplesFor = (
  profile: Profile,
  { username = 'nobody', groups }: Caller,
  ids: SampleIds = { key: 0, user: 0 },
): Readonly<Record<string, Sample>> =>
  withVersions({
    [`GET ${internal}/sessionactive/:istenant`]: { path: `${internal}/sessionactive/true` },
    'POST /dj-rest-auth/login': { path: '/dj-rest-auth/login', body: { username, password } },
    'POST /dj-rest-auth/logout': { path: '/dj-rest-auth/logout' },
    [`GET ${internal}/istenantschema`]: { path: `${internal}/istenantschema` },
    [`GET ${internal}/config_options`]: { path: `${internal}/config_options` },
    [`GET ${internal}/public_apikey`]: { path: `${internal}/public_apikey` },
    [`GET ${internal}/usergroups`]: { path: `${internal}/usergroups` },
    [`GET ${internal}/public_usergroups`]: { path: `${internal}/public_usergroups` },
    [`GET ${internal}/mttypes`]: { path: `${internal}/mttypes` },
    [`GET ${internal}/public_mttypes`]: { path: `${internal}/public_mttypes` },
    [`GET ${internal}/availmetrictemplates`]: { path: `${internal}/availmetrictemplates` },
    [`GET ${internal}/metricprofiles`]: { path: `${internal}/metricprofiles` },
    [`GET ${internal}/public_metricprofiles`]: { path: `${internal}/public_metricprofiles` },
    [`GET ${internal}/metricprofiles/:key`]: { path: `${internal}/metricprofiles/${profile.name}` },
    [`GET ${internal}/public_metricprofiles/:key`]: { path: `${internal}/public_metricprofiles/${profile.name}` },
    [`GET ${internal}/tenantversion/metricprofile/:key`]: {
      path: `${internal}/tenantversion/metricprofile/${profile.name}`,
    },
    [`POST ${internal}/metricprofiles`]: {
      path: `${internal}/metricprofiles${dryRun}`,
      body: { name: 'another', groupname: groups?.[0] ?? 'operations', description: '', services: [] },
    },
    [`PUT ${internal}/metricprofiles`]: { path: `${internal}/metricprofiles${dryRun}`, body: metricProfileOf(profile) },
    [`DELETE ${internal}/metricprofiles/:key`]: { path: `${internal}/metricprofiles/${profile.apiid}${dryRun}` },
    ...profileSamples('aggregations', 'aggregationprofile', profile, groups?.[0] ?? 'operations'),
    ...profileSamples('thresholdsprofiles', 'thresholdsprofile', profile, groups?.[0] ?? 'operations'),
    ...profileSamples('reports', 'report', profile, groups?.[0] ?? 'operations'),
    ...Object.fromEntries(groupKinds.flatMap((kind) => Object.entries(groupSamples(kind, profile)))),
    [`GET ${internal}/differences`]: { path: `${internal}/differences` },
    ...differenceSamples('metricprofiles', profile),
    ...differenceSamples('aggregations', profile),
    ...differenceSamples('thresholdsprofiles', profile),
    ...differenceSamples('reports', profile),
    [`GET ${internal}/servicetypes`]: { path: `${internal}/servicetypes` },
    [`GET ${internal}/public_servicetypes`]: { path: `${internal}/public_servicetypes` },
    [`GET ${internal}/servicetypes/:key`]: { path: `${internal}/servicetypes/${profile.name}` },
    [`GET ${internal}/public_servicetypes/:key`]: { path: `${internal}/public_servicetypes/${profile.name}` },
    [`GET ${internal}/tenantversion/servicetype/:key`]: {
      path: `${internal}/tenantversion/servicetype/${profile.name}`,
    },
    [`POST ${internal}/servicetypes`]: { path: `${internal}/servicetypes${dryRun}`, body: aServiceType },
    [`PUT ${internal}/servicetypes`]: {
      path: `${internal}/servicetypes${dryRun}`,
      body: { name: profile.name, description: 'changed' },
    },
    [`DELETE ${internal}/servicetypes/:key`]: { path: `${internal}/servicetypes/${profile.name}${dryRun}` },
    [`POST ${internal}/addservicetypes`]: {
      path: `${internal}/addservicetypes${dryRun}`,
      body: { servicetypes: [{ ...aServiceType, name: 'prepared' }] },
    },
    [`POST ${internal}/replaceservicetypes`]: {
      path: `${internal}/replaceservicetypes${dryRun}`,
      body: { servicetypes: [profile.name, 'listed'].map((name) => ({ ...aServiceType, name })) },
    },
    [`GET ${internal}/metric`]: { path: `${internal}/metric` },
    [`GET ${internal}/public_metric`]: { path: `${internal}/public_metric` },
    [`GET ${internal}/metricsall`]: { path: `${internal}/metricsall` },
    [`GET ${internal}/public_metricsall`]: { path: `${internal}/public_metricsall` },
    [`GET ${internal}/metric/:key`]: { path: `${internal}/metric/${metricOf(profile)}` },
    [`GET ${internal}/metric/:key/usage`]: { path: `${internal}/metric/${metricOf(profile)}/usage` },
    [`GET ${internal}/public_metric/:key`]: { path: `${internal}/public_metric/${metricOf(profile)}` },
    [`PUT ${internal}/metric`]: {
      path: `${internal}/metric${dryRun}`,
      body: { name: metricOf(profile), group: groups?.[0] ?? 'operations', config: metricConfig },
    },
    [`DELETE ${internal}/metric/:key`]: { path: `${internal}/metric/${metricOf(profile)}${dryRun}` },
    [`POST ${internal}/changemetrics`]: {
      path: `${internal}/changemetrics${dryRun}`,
      body: { metrics: [metricOf(profile)], config: [{ key: 'timeout', value: '9' }] },
    },
    [`GET ${internal}/updatemetricsversions/:key`]: { path: `${internal}/updatemetricsversions/web-probes-1.0.0` },
    [`PUT ${internal}/updatemetricsversions`]: {
      path: `${internal}/updatemetricsversions${dryRun}`,
      body: { name: 'web-probes', version: '1.0.0' },
    },
    [`GET ${internal}/newerpackages`]: { path: `${internal}/newerpackages` },
    [`GET ${internal}/importablemetrics`]: { path: `${internal}/importablemetrics` },
    [`POST ${internal}/importmetrics`]: {
      path: `${internal}/importmetrics${dryRun}`,
      body: { metrictemplates: ['self.check'] },
    },
    [`GET ${internal}/tenantversion/metric/:key`]: { path: `${internal}/tenantversion/metric/${metricOf(profile)}` },
    [`GET ${internal}/public_tenantversion/metricprofile/:key`]: {
      path: `${internal}/public_tenantversion/metricprofile/${profile.name}`,
    },
    [`GET ${internal}/changes`]: { path: `${internal}/changes` },
    [`GET ${internal}/changes/:number`]: { path: `${internal}/changes/1` },
    [`GET ${internal}/rollouts`]: { path: `${internal}/rollouts` },
    [`GET ${internal}/rollouts/:id`]: { path: `${internal}/rollouts/1` },
    [`POST ${internal}/rollouts/:id/jobs`]: {
      path: `${internal}/rollouts/1/jobs`,
      body: { tenants: ['NORTH'], action: 'run' },
    },
    [`POST ${internal}/rollouts/:id/revert`]: {
      path: `${internal}/rollouts/1/revert${dryRun}`,
      body: { tenant: 'NORTH' },
    },
    [`GET ${internal}/administration`]: { path: `${internal}/administration` },
    [`GET ${internal}/status`]: { path: `${internal}/status` },
    [`GET ${internal}/home`]: { path: `${internal}/home` },
    [`GET ${internal}/public_tenants`]: { path: `${internal}/public_tenants` },
    [`GET ${internal}/ostags`]: { path: `${internal}/ostags` },
    [`GET ${internal}/public_ostags`]: { path: `${internal}/public_ostags` },
    // Named like the profile, so that each tenant has its own.
    [`GET ${internal}/apikeys`]: { path: `${internal}/apikeys` },
    [`GET ${internal}/apikeys/:key`]: { path: `${internal}/apikeys/${profile.name}` },
    [`POST ${internal}/apikeys`]: { path: `${internal}/apikeys${dryRun}`, body: { name: 'another', used_by: 'poem' } },
    [`PUT ${internal}/apikeys`]: {
      path: `${internal}/apikeys${dryRun}`,
      body: { id: ids.key, name: profile.name, used_by: 'poem', revoked: true },
    },
    [`POST ${internal}/apikeys/rotate`]: {
      path: `${internal}/apikeys/rotate${dryRun}`,
      body: { id: ids.key, previous_until: null },
    },
    [`DELETE ${internal}/apikeys/:key`]: { path: `${internal}/apikeys/poem_${profile.name}${dryRun}` },
    [`POST ${internal}/apikeys/:key/reveal`]: { path: `${internal}/apikeys/${profile.name}/reveal` },
    [`GET ${internal}/tenantversion/apikey/:key`]: { path: `${internal}/tenantversion/apikey/${profile.name}` },
    // A wrong password, so that the sample changes nothing.
    [`POST ${internal}/change_password`]: {
      path: `${internal}/change_password`,
      body: aPasswordOf(username),
      refused: 400,
    },
    [`PUT ${internal}/change_password`]: {
      path: `${internal}/change_password`,
      body: aPasswordOf(username),
      refused: 400,
    },
    [`GET ${internal}/ownsessions`]: { path: `${internal}/ownsessions` },
    // An unknown session is not found, like one of somebody else.
    [`DELETE ${internal}/ownsessions/:id`]: { path: `${internal}/ownsessions/0`, refused: 400 },
    [`POST ${internal}/endothersessions`]: { path: `${internal}/endothersessions` },
    // The user has no address to send a link to, and nobody has the link.
    [`POST ${internal}/passwordlinks`]: {
      path: `${internal}/passwordlinks${dryRun}`,
      body: { username: profile.name },
      refused: 400,
    },
    [`POST ${internal}/readpasswordlink`]: { path: `${internal}/readpasswordlink`, body: { token: 'x' }, refused: 400 },
    [`POST ${internal}/setpassword`]: {
      path: `${internal}/setpassword`,
      body: { token: 'x', new_password: 'Correct-Horse' },
      refused: 400,
    },
    [`POST ${internal}/reauthenticate`]: { path: `${internal}/reauthenticate`, body: { password } },
    [`GET ${internal}/secondfactor`]: { path: `${internal}/secondfactor` },
    // Nobody has a second factor, so that everybody can log in with a password.
    [`POST ${internal}/secondfactor/app`]: { path: `${internal}/secondfactor/app` },
    [`POST ${internal}/secondfactor/app/confirm`]: {
      path: `${internal}/secondfactor/app/confirm`,
      body: { code: '000000' },
      refused: 400,
    },
    [`DELETE ${internal}/secondfactor/app`]: { path: `${internal}/secondfactor/app` },
    [`POST ${internal}/secondfactor/passkeys/begin`]: { path: `${internal}/secondfactor/passkeys/begin` },
    // A challenge is needed that only the session of the user knows.
    [`POST ${internal}/secondfactor/passkeys`]: {
      path: `${internal}/secondfactor/passkeys`,
      body: { name: 'Laptop', passkey: anAuthenticator().make({ challenge: 'x' }) },
      refused: 400,
    },
    [`DELETE ${internal}/secondfactor/passkeys/:id`]: { path: `${internal}/secondfactor/passkeys/0`, refused: 400 },
    [`POST ${internal}/secondfactor/recoverycodes`]: { path: `${internal}/secondfactor/recoverycodes`, refused: 400 },
    [`DELETE ${internal}/users/:key/secondfactor`]: {
      path: `${internal}/users/${username}/secondfactor`,
    },
    [`GET ${internal}/ownkeys`]: { path: `${internal}/ownkeys` },
    // A key that has expired cannot be added, and nobody has a key with this number.
    [`POST ${internal}/ownkeys`]: {
      path: `${internal}/ownkeys`,
      body: { name: 'deploy', read_only: false, expires: '2020-01-01T00:00:00Z', networks: [] },
      refused: 400,
    },
    [`POST ${internal}/ownkeys/:id/rotate`]: {
      path: `${internal}/ownkeys/0/rotate`,
      body: { previous_until: null },
      refused: 400,
    },
    [`DELETE ${internal}/ownkeys/:id`]: { path: `${internal}/ownkeys/0`, refused: 400 },
    [`GET ${internal}/userkeys`]: { path: `${internal}/userkeys` },
    [`DELETE ${internal}/userkeys/:id`]: { path: `${internal}/userkeys/0`, refused: 400 },
    [`GET ${internal}/secondfactorrule`]: { path: `${internal}/secondfactorrule` },
    // Nobody has a second factor, and everybody logs in.
    [`PUT ${internal}/secondfactorrule`]: { path: `${internal}/secondfactorrule`, body: { required_of: 'nobody' } },
    [`GET ${internal}/users`]: { path: `${internal}/users` },
    [`GET ${internal}/pagedusers`]: { path: `${internal}/pagedusers?username=a` },
    [`GET ${internal}/users/:key`]: { path: `${internal}/users/${username}` },
    [`POST ${internal}/users`]: { path: `${internal}/users${dryRun}`, body: { ...aUser, password: 'Correct-Horse' } },
    [`PUT ${internal}/users`]: {
      path: `${internal}/users${dryRun}`,
      body: { ...aUser, username: profile.name, pk: ids.user },
    },
    [`DELETE ${internal}/users/:key`]: { path: `${internal}/users/${profile.name}${dryRun}` },
    [`GET ${internal}/tenantversion/user/:key`]: { path: `${internal}/tenantversion/user/${profile.name}` },
    [`GET ${internal}/userprofile/:key`]: { path: `${internal}/userprofile/${username}` },
    [`GET ${internal}/usergroups/:key`]: { path: `${internal}/usergroups/${username}` },
    [`POST ${internal}/userprofile`]: { path: `${internal}/userprofile${dryRun}`, body: aProfileOf(profile.name) },
    [`PUT ${internal}/userprofile`]: { path: `${internal}/userprofile${dryRun}`, body: aProfileOf(profile.name) },
    [`GET ${internal}/identityproviders`]: { path: `${internal}/identityproviders` },
    [`GET ${internal}/identityproviders/:key`]: { path: `${internal}/identityproviders/${providerKeyOf(profile)}` },
    [`POST ${internal}/identityproviders`]: {
      path: `${internal}/identityproviders${dryRun}`,
      body: { ...anIdentityProvider, tenant: tenantOf(profile), name: 'another', client_secret: 's' },
    },
    [`PUT ${internal}/identityproviders`]: {
      path: `${internal}/identityproviders${dryRun}`,
      body: {
        ...{ ...anIdentityProvider, tenant: tenantOf(profile), name: profile.name },
        ...{ id: providerIds[profile.name] ?? 999, button_text: 'Log in' },
      },
    },
    [`DELETE ${internal}/identityproviders/:key`]: {
      path: `${internal}/identityproviders/${providerKeyOf(profile)}${dryRun}`,
    },
    [`GET ${internal}/tenantversion/identityprovider/:key`]: {
      path: `${internal}/tenantversion/identityprovider/${providerKeyOf(profile)}`,
    },
    [`GET ${internal}/identityproviders/:key/samlkeys`]: {
      path: `${internal}/identityproviders/${providerKeyOf(profile)}/samlkeys`,
    },
    // Its tenant has no SAML provider.
    [`POST ${internal}/identityproviders/:key/samlkeys`]: {
      path: `${internal}/identityproviders/${providerKeyOf(profile)}/samlkeys`,
      body: { step: 'use' },
      refused: 400,
    },
    [`POST ${internal}/identityproviders/:key/test`]: {
      path: `${internal}/identityproviders/${providerKeyOf(profile)}/test`,
    },
    [`GET ${internal}/identityproviders/:key/tests/:test`]: {
      path: `${internal}/identityproviders/${providerKeyOf(profile)}/tests/${sampleTest}`,
    },
    'GET /sign-on/:provider': { path: '/sign-on/1' },
    'GET /sign-on/tests/:state': { path: '/sign-on/tests/none' },
    'GET /oidc/callback': { path: '/oidc/callback?state=none' },
    'GET /saml2/login': { path: '/saml2/login' },
    'POST /saml2/acs': { path: '/saml2/acs', body: { SAMLResponse: 'none' } },
    'GET /saml2/acs': { path: '/saml2/acs?state=none' },
    'POST /saml2/logout': { path: '/saml2/logout' },
    'GET /saml2/ls': { path: '/saml2/ls' },
    'GET /saml2/metadata': { path: '/saml2/metadata' },
    [`GET ${internal}/yumrepos`]: { path: `${internal}/yumrepos` },
    [`GET ${internal}/yumrepos/:name/:tag`]: { path: `${internal}/yumrepos/base/rocky9` },
    [`GET ${internal}/yumrepos/:name/:tag/usage`]: { path: `${internal}/yumrepos/base/rocky9/usage` },
    [`POST ${internal}/yumrepos`]: { path: `${internal}/yumrepos${dryRun}`, body: { ...yumRepo, name: 'another' } },
    [`PUT ${internal}/yumrepos`]: { path: `${internal}/yumrepos${dryRun}`, body: { ...yumRepo, id: 1 } },
    [`DELETE ${internal}/yumrepos/:name/:tag`]: { path: `${internal}/yumrepos/unused/rocky9${dryRun}` },
    [`GET ${internal}/version/yumrepo/:key`]: { path: `${internal}/version/yumrepo/base-rocky9` },
    [`GET ${internal}/packages`]: { path: `${internal}/packages` },
    [`GET ${internal}/public_packages`]: { path: `${internal}/public_packages` },
    [`GET ${internal}/packageversions/:name`]: { path: `${internal}/packageversions/web-probes` },
    [`GET ${internal}/packages/:key`]: { path: `${internal}/packages/web-probes-2.0.0` },
    [`GET ${internal}/packages/:key/usage`]: { path: `${internal}/packages/web-probes-2.0.0/usage` },
    [`POST ${internal}/packages`]: { path: `${internal}/packages${dryRun}`, body: { ...aPackage, name: 'another' } },
    [`PUT ${internal}/packages`]: {
      path: `${internal}/packages${dryRun}`,
      body: { ...aPackage, name: 'changed', id: 1 },
    },
    [`DELETE ${internal}/packages/:key`]: { path: `${internal}/packages/unused-1.0${dryRun}` },
    [`GET ${internal}/version/package/:key`]: { path: `${internal}/version/package/unused-1.0` },
    [`GET ${internal}/tenants`]: { path: `${internal}/tenants` },
    [`GET ${internal}/tenants/:key`]: { path: `${internal}/tenants/NORTH` },
    [`DELETE ${internal}/tenants/:key`]: { path: `${internal}/tenants/NORTH${dryRun}` },
    [`GET ${internal}/version/tenant/:key`]: { path: `${internal}/version/tenant/EAST` },
    [`GET ${internal}/default_ports`]: { path: `${internal}/default_ports` },
    [`GET ${internal}/public_default_ports`]: { path: `${internal}/public_default_ports` },
    [`POST ${internal}/default_ports`]: { path: `${internal}/default_ports${dryRun}`, body: { ports: [aPort] } },
    [`GET ${internal}/version/defaultport/:key`]: { path: `${internal}/version/defaultport/${aPort.name}` },
    [`GET ${internal}/metrictags`]: { path: `${internal}/metrictags` },
    [`GET ${internal}/public_metrictags`]: { path: `${internal}/public_metrictags` },
    [`GET ${internal}/metrictags/:key`]: { path: `${internal}/metrictags/web` },
    [`GET ${internal}/public_metrictags/:key`]: { path: `${internal}/public_metrictags/web` },
    [`GET ${internal}/metrictags/:key/usage`]: { path: `${internal}/metrictags/web/usage` },
    [`POST ${internal}/metrictags`]: { path: `${internal}/metrictags${dryRun}`, body: { name: 'another' } },
    [`PUT ${internal}/metrictags`]: { path: `${internal}/metrictags${dryRun}`, body: { id: 1, name: 'another' } },
    [`DELETE ${internal}/metrictags/:key`]: { path: `${internal}/metrictags/web${dryRun}` },
    [`GET ${internal}/version/metrictag/:key`]: { path: `${internal}/version/metrictag/new` },
    [`GET ${internal}/probes`]: { path: `${internal}/probes` },
    [`GET ${internal}/public_probes`]: { path: `${internal}/public_probes` },
    [`GET ${internal}/probes/:key`]: { path: `${internal}/probes/web-probe` },
    [`GET ${internal}/public_probes/:key`]: { path: `${internal}/public_probes/web-probe` },
    [`GET ${internal}/probes/:key/usage`]: { path: `${internal}/probes/web-probe/usage` },
    [`GET ${internal}/metricsforprobes/:key`]: { path: `${internal}/metricsforprobes/web-probe(2.0.0)` },
    [`GET ${internal}/public_metricsforprobes/:key`]: { path: `${internal}/public_metricsforprobes/web-probe(2.0.0)` },
    [`POST ${internal}/probes`]: { path: `${internal}/probes${dryRun}`, body: { ...aProbe, name: 'another' } },
    [`PUT ${internal}/probes`]: { path: `${internal}/probes${dryRun}`, body: { ...aProbe, name: 'changed', id: 1 } },
    [`DELETE ${internal}/probes/:key`]: { path: `${internal}/probes/unused-probe${dryRun}` },
    [`GET ${internal}/version/probe`]: { path: `${internal}/version/probe` },
    [`GET ${internal}/public_version/probe`]: { path: `${internal}/public_version/probe` },
    [`GET ${internal}/version/probe/:key`]: { path: `${internal}/version/probe/web-probe` },
    [`GET ${internal}/public_version/probe/:key`]: { path: `${internal}/public_version/probe/web-probe` },
    [`GET ${internal}/catalogue_home`]: { path: `${internal}/catalogue_home` },
    [`GET ${internal}/metrictemplates`]: { path: `${internal}/metrictemplates` },
    [`GET ${internal}/public_metrictemplates`]: { path: `${internal}/public_metrictemplates` },
    [`GET ${internal}/metrictemplates/:key`]: { path: `${internal}/metrictemplates/disk` },
    [`GET ${internal}/public_metrictemplates/:key`]: { path: `${internal}/public_metrictemplates/disk` },
    [`GET ${internal}/metrictemplates/:key/usage`]: { path: `${internal}/metrictemplates/disk/usage` },
    [`GET ${internal}/tenants/:key/metrictemplates`]: { path: `${internal}/tenants/NORTH/metrictemplates` },
    [`POST ${internal}/metrictemplates`]: { path: `${internal}/metrictemplates${dryRun}`, body: aTemplate },
    [`PUT ${internal}/metrictemplates`]: {
      path: `${internal}/metrictemplates${dryRun}`,
      body: { ...aTemplate, id: 1 },
    },
    [`DELETE ${internal}/metrictemplates/:key`]: { path: `${internal}/metrictemplates/disk${dryRun}` },
    [`POST ${internal}/deletetemplates`]: {
      path: `${internal}/deletetemplates${dryRun}`,
      body: { metrictemplates: ['disk'] },
    },
    [`GET ${internal}/version/metrictemplate`]: { path: `${internal}/version/metrictemplate` },
    [`GET ${internal}/public_version/metrictemplate`]: { path: `${internal}/public_version/metrictemplate` },
    [`GET ${internal}/version/metrictemplate/:key`]: { path: `${internal}/version/metrictemplate/disk` },
    [`GET ${internal}/public_version/metrictemplate/:key`]: { path: `${internal}/public_version/metrictemplate/disk` },
    'GET /api/v2/webapi/metric_profiles': { path: '/api/v2/webapi/metric_profiles' },
    'GET /api/v2/webapi/metric_profiles/:id': { path: `/api/v2/webapi/metric_profiles/${profile.apiid}` },
    'GET /api/v2/webapi/feeding/:tenant/metric_profiles': { path: '/api/v2/webapi/feeding/SOUTH/metric_profiles' },
    // The Web API has none of these, and its response says so.
    ...Object.fromEntries(
      ['aggregation_profiles', 'thresholds_profiles', 'operations_profiles', 'reports'].map((kind) => [
        `GET /api/v2/webapi/${kind}/:id`,
        { path: `/api/v2/webapi/${kind}/${profile.apiid}`, refused: 404 as const },
      ]),
    ),
    ...Object.fromEntries(
      ['topology/tags', 'topology/groups'].map((path) => [
        `GET /api/v2/webapi/${path}`,
        { path: `/api/v2/webapi/${path}`, refused: 404 as const },
      ]),
    ),
    'GET /api/v2/webapi/topology/endpoints': { path: '/api/v2/webapi/topology/endpoints' },
    'GET /api/v2/webapi/aggregation_profiles': { path: '/api/v2/webapi/aggregation_profiles' },
    'GET /api/v2/webapi/thresholds_profiles': { path: '/api/v2/webapi/thresholds_profiles' },
    'GET /api/v2/webapi/operations_profiles': { path: '/api/v2/webapi/operations_profiles' },
    'GET /api/v2/webapi/reports': { path: '/api/v2/webapi/reports' },
    'GET /api/v2/webapi/topology/service-types': { path: '/api/v2/webapi/topology/service-types' },
    ...Object.fromEntries(
      ['endpoints', 'endpoints/all', 'groups', 'groups/all', 'hosts'].map((list) => [
        `GET ${internal}/topology/${list}`,
        { path: `${internal}/topology/${list}` },
      ]),
    ),
    ...Object.fromEntries(
      ['endpoints', 'groups'].map((list) => [
        `GET ${internal}/topology/${list}/differences`,
        { path: `${internal}/topology/${list}/differences?from=2030-01-01&to=2030-01-02` },
      ]),
    ),
    [`GET ${internal}/reportoptions`]: { path: `${internal}/reportoptions` },
    [`POST ${internal}/reportoptions/names`]: {
      path: `${internal}/reportoptions/names`,
      body: { ...noEntities, field: { card: 'group', part: 'first' }, search: '' },
    },
    [`POST ${internal}/reportoptions/unmatched`]: { path: `${internal}/reportoptions/unmatched`, body: noEntities },
    [`POST ${internal}/reportscope`]: {
      path: `${internal}/reportscope`,
      body: { topology_types: ['NGI', 'SITES'], filter_tags: [] },
    },
    [`GET ${internal}/topology/hosts/:hostname/checks`]: { path: `${internal}/topology/hosts/h/checks` },
    [`GET ${internal}/topology/metrics/:metric/hosts`]: {
      path: `${internal}/topology/metrics/${metricOf(profile)}/hosts`,
    },
    // The Web API has no topology.
    [`GET ${internal}/topology/hosts/:hostname`]: { path: `${internal}/topology/hosts/h`, refused: 404 },
    [`GET ${internal}/metricconfiguration`]: { path: `${internal}/metricconfiguration` },
    [`GET ${internal}/metricconfiguration/:key`]: { path: `${internal}/metricconfiguration/${profile.name}` },
    [`POST ${internal}/metricconfiguration`]: {
      path: `${internal}/metricconfiguration${dryRun}`,
      body: anOverride,
    },
    [`PUT ${internal}/metricconfiguration`]: {
      path: `${internal}/metricconfiguration${dryRun}`,
      body: { ...anOverride, name: profile.name, id: overrideIds[profile.name] ?? 999 },
    },
    [`DELETE ${internal}/metricconfiguration/:key`]: {
      path: `${internal}/metricconfiguration/${profile.name}${dryRun}`,
    },
    [`GET ${internal}/tenantversion/metricoverride/:key`]: {
      path: `${internal}/tenantversion/metricoverride/${profile.name}`,
    },
    [`GET ${internal}/effectivecheck`]: { path: `${internal}/effectivecheck?metric=${metricOf(profile)}` },
    'GET /api/v2/metricoverrides': { path: '/api/v2/metricoverrides' },
    [`GET ${internal}/probecandidates`]: { path: `${internal}/probecandidates` },
    [`GET ${internal}/probecandidatestatuses`]: { path: `${internal}/probecandidatestatuses` },
    [`GET ${internal}/probecandidates/:key`]: { path: `${internal}/probecandidates/${candidateOf(profile)}` },
    [`PUT ${internal}/probecandidates`]: {
      path: `${internal}/probecandidates${dryRun}`,
      body: { ...aCandidate, ...unjudged, id: candidateOf(profile) },
    },
    [`DELETE ${internal}/probecandidates/:key`]: {
      path: `${internal}/probecandidates/${candidateOf(profile)}${dryRun}`,
    },
    [`GET ${internal}/tenantversion/probecandidate/:key`]: {
      path: `${internal}/tenantversion/probecandidate/${candidateOf(profile)}`,
    },
    'GET /api/v2/probes': { path: '/api/v2/probes' },
    'POST /api/v2/probes': { path: '/api/v2/probes', body: aCandidate },
    'GET /api/v2/metrics': { path: '/api/v2/metrics' },
    'GET /api/v2/metrics/:tag': { path: '/api/v2/metrics/web' },
    'GET /api/v2/metrictemplates': { path: '/api/v2/metrictemplates' },
    'GET /api/v2/metrictemplates/:tag': { path: '/api/v2/metrictemplates/web' },
    'GET /api/v2/default_ports': { path: '/api/v2/default_ports' },
    'GET /api/v2/repos/:os': { path: '/api/v2/repos/rocky9', headers: { profiles: `[${profile.name}]` } },
    'GET /api/v2/repos_internal/:os': { path: '/api/v2/repos_internal/rocky9' },
    'GET /api/v2/repos': { path: '/api/v2/repos', refused: 400 },
    'GET /api/v2/repos_internal': { path: '/api/v2/repos_internal', refused: 400 },
  })

/** Kinds that store their own versions identify them by the version of a package. */
const knownVersions: Readonly<Record<string, string>> = { probe: '1.0.0', metrictemplate: '1.1.0' }

/** If all versions of an object can be read, they can also be read in pages and one by one. */
function withVersions(samples: Readonly<Record<string, Sample>>): Readonly<Record<string, Sample>> {
  const beside = Object.entries(samples).flatMap(([name, { path }]) => {
    const [, kind = ''] = /version\/(\w+)\/:key$/.exec(name) ?? []
    if (kind === '') return []
    const version = knownVersions[kind] ?? '1'
    return [
      [`${name}/heads`, { path: `${path}/heads` }],
      [`${name}/versions/:version`, { path: `${path}/versions/${version}` }],
    ]
  })
  return { ...samples, ...Object.fromEntries(beside) }
}

/** The sample of an endpoint. Throws if it has none, so that no test passes without having called it. */
export function sampleFor(samples: Readonly<Record<string, Sample>>, endpoint: Endpoint): Sample {
  const sample = samples[nameOf(endpoint)]
  if (!sample) throw new Error(`${nameOf(endpoint)} has no sample: add one to test/endpoint-samples.ts.`)
  return sample
}

/** The key of an endpoint's sample. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
