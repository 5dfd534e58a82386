import { usualMailPreferences } from '@quatrain/contract/accounts/mail-preferences.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { z } from 'zod'
import { anAuthenticator } from './authenticator.ts'
import { allEndpoints } from './declared.ts'
import { sampleValue } from './sample-call.ts'
import { password } from './seed.ts'
import {
  aCandidate,
  aPassiveTemplate,
  aPort,
  contents,
  type Ids,
  metricOf,
  metricProfileOf,
  otherProfiles,
  type Profile,
  sampleTest,
  tenantOf,
} from './stored-samples.ts'

/** A valid request. */
export interface Sample {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Every caller is refused, because a part is missing that no caller can add. */
  readonly refused?: 400 | 404
}

type Samples = Readonly<Record<string, Sample>>

/** The caller and the groups of the caller. */
interface Caller {
  readonly username?: string
  readonly groups?: readonly string[]
}

/** What samples are about: the objects with the name of a profile, and the caller. */
interface About {
  readonly profile: Profile
  readonly ids: Ids
  readonly username: string
  readonly group: string
}

type Words = Readonly<Record<string, string>>

const endpoints = await allEndpoints()

/**
 * A valid request for every endpoint, about this record; writes are dry runs. `ids` are those of the objects that each
 * host has. Addresses and bodies follow from the declarations; the tables below say the rest. An object that does not
 * exist has an id that is unused.
 */
export function samplesFor(profile: Profile, { username = 'nobody', groups }: Caller, ids: Ids = {}): Samples {
  const about = { profile, username, group: groups?.[0] ?? 'operations', ids: { ...profile.ids, ...ids } }
  const key = JSON.stringify(about)
  const samples = samplesByKey.get(key) ?? samplesAbout(about)
  samplesByKey.set(key, samples)
  return samples
}

/** Tests of every endpoint ask for the same samples at each of them. */
const samplesByKey = new Map<string, Samples>()

function samplesAbout(about: About): Samples {
  const [given, keys, asked] = [bodies(about), objects(about), queries(about)]
  return Object.fromEntries(
    endpoints.map((endpoint): [string, Sample] => {
      const name = shortNameOf(endpoint)
      const path = endpoint.path.replace(/:(\w+)/g, (_, parameter: string) =>
        encodeURIComponent(keys[`${name} ${parameter}`] ?? parameterOf(endpoint, parameter, about, keys)),
      )
      const isDryRun = Object.hasOwn(endpoint.query?.shape ?? {}, 'dry_run')
      const query = asked[name] ?? (isDryRun ? '?dry_run=true' : '')
      const body = endpoint.body && (given[name] ?? bodyOf(endpoint, about))
      const headers = name === 'GET /api/v2/repos/:os' && { headers: { profiles: `[${about.profile.name}]` } }
      const status = refused[name]
      return [
        nameOf(endpoint),
        { path: path + query, ...(body !== undefined && { body }), ...headers, ...(status && { refused: status }) },
      ]
    }),
  )
}

/**
 * The objects in addresses: by endpoint and parameter, by method and the first word of the address, or by that word.
 * Other kinds have an object with the name of the profile; the kinds of the catalogue one that the seed has stored.
 */
const objects = ({ profile, username, ids }: About): Words => ({
  users: username,
  userprofile: username,
  usergroups: username,
  'DELETE users': profile.name,
  'DELETE users/:key/secondfactor key': username,
  metric: metricOf(profile),
  webapi: profile.apiid,
  // Nobody has a session, a key or a passkey with this number.
  ownsessions: '0',
  ownkeys: '0',
  listviews: '0',
  userkeys: '0',
  secondfactor: '0',
  rollouts: '1',
  changerequests: String(ids.changerequests ?? 999_999),
  changes: '1',
  dependencies: 'web-probes-2.0.0',
  'sign-on': '1',
  ...ofCatalogue,
})

/** Those of the catalogue, which all tenants share. */
const ofCatalogue: Words = {
  updatemetricsversions: 'web-probes-1.0.0',
  yumrepos: 'base',
  'DELETE yumrepos': 'unused',
  yumrepo: 'base-rocky9',
  packages: 'web-probes-2.0.0',
  'DELETE packages': 'unused-1.0',
  package: 'unused-1.0',
  packageversions: 'web-probes',
  tenants: 'NORTH',
  tenant: 'EAST',
  defaultport: aPort.name,
  metrictags: 'web',
  metrictag: 'new',
  metrictemplates: 'disk',
  metrictemplate: 'disk',
  probes: 'web-probe',
  probe: 'web-probe',
  'DELETE probes': 'unused-probe',
  metricsforprobes: 'web-probe(2.0.0)',
}

/** Whether the seed has stored objects of the kind, so that no other is needed. */
export const isSeeded = ({ path }: Resource): boolean => Object.hasOwn(ofCatalogue, path)

/** Parameters besides those that name an object. */
const parameters = ({ profile }: About): Words => ({
  istenant: 'true',
  state: 'none',
  test: sampleTest,
  os: 'rocky9',
  hostname: 'h',
  tenant: 'SOUTH',
  version: '1',
  tag: 'web',
  'yumrepos tag': 'rocky9',
  metric: metricOf(profile),
  'dependents kind': 'package',
  'dependencies kind': 'package',
  'missingnames kind': 'metrictemplate',
  // These kinds identify their versions by the version of a package.
  'probe version': '1.0.0',
  'metrictemplate version': '1.1.0',
})

const queries = ({ profile }: About): Words => ({
  'GET effectivecheck': `?metric=${metricOf(profile)}`,
  'GET pagedusers': '?username=a',
  'GET search': '?q=web&complete=true',
  'GET public_search': '?q=web&complete=true',
  'GET coverage/endpoints': '?service=web&metric=disk&state=unreported',
  'GET topology/endpoints/differences': '?from=2030-01-01&to=2030-01-02',
  'GET topology/groups/differences': '?from=2030-01-01&to=2030-01-02',
  'GET findings/fix': '?rule=metric/timeout&kind=metric&name=disk',
  'GET topology/leftout': '?kind=groups',
  'GET /oidc/callback': '?state=none',
  'GET /saml2/acs': '?state=none',
})

const noEntities = {
  topology_type: 'Sites',
  group: { first: [], second: [] },
  endpoint: { first: [], second: [] },
}

/** The path that the catalogue sets for every metric with a probe. */
const metricConfig = Object.entries({
  maxCheckAttempts: '3',
  timeout: '30',
  path: '/usr/libexec/probes',
  interval: '5',
  retryInterval: '3',
}).map(([key, value]) => ({ key, value }))

const unjudged = {
  rpm: '',
  yum_baseurl: '',
  status: 'submitted',
  service_type: '',
  devel_url: '',
  production_url: '',
  rejection_reason: '',
}

const { password: _, ...anAccount } = Object(contents.users)

/** The bodies that do not follow from the schemas. */
const bodies = ({ profile, username, group, ids }: About): Readonly<Record<string, unknown>> => ({
  'POST /dj-rest-auth/login': { username, password },
  'POST reauthenticate': { password },
  // They are refused because this password is common: a wrong current one would count as a failed login.
  'POST change_password': { username, current_password: 'any', new_password: 'password1' },
  'PUT change_password': { username, current_password: 'any', new_password: 'password1' },
  'POST passwordlinks': { username: profile.name },
  'POST secondfactor/app/confirm': { code: '000000' },
  // A challenge is needed that only the session of the user knows.
  'POST secondfactor/passkeys': { name: 'Laptop', passkey: anAuthenticator().make({ challenge: 'x' }) },
  // A key that has expired cannot be added.
  'POST ownkeys': { name: 'deploy', read_only: false, expires: '2020-01-01T00:00:00Z', networks: [] },
  'POST ownkeys/:id/rotate': { previous_until: null },
  'POST revokeapikeys': { keys: [profile.name] },
  'POST changeusers': {
    writes: [{ input: { ...anAccount, username: profile.name, pk: ids.users ?? unusedNumber }, base: '*' }],
  },
  'POST apikeys/rotate': { id: ids.apikeys ?? 0, previous_until: null },
  // Everybody logs in without a second factor.
  'PUT secondfactorrule': { required_of: 'nobody' },
  'PUT changerule': {
    all_kinds: false,
    kinds: [],
    approvals: 1,
    approvers: null,
    counts_author: false,
    bypass: true,
  },
  'PUT findings/settings': { severities: [], suppressed: [] },
  'POST findings/check': { kind: 'metrictemplate', document: { ...aPassiveTemplate, name: 'x' } },
  'POST userprofile': { username: profile.name, displayname: 'A User', subject: '', egiid: '' },
  'PUT userprofile': { username: profile.name, displayname: 'A User', subject: '', egiid: '' },
  'PUT metricprofiles': metricProfileOf(profile),
  'PUT apikeys': { id: ids.apikeys ?? unusedNumber, name: profile.name, used_by: 'poem', revoked: true },
  // Packages refer to it by its name.
  'PUT yumrepos': { ...contents.yumrepos, name: 'base', id: 1 },
  'PUT metric': { name: metricOf(profile), group, config: metricConfig },
  'POST changemetrics': { metrics: [metricOf(profile)], config: [{ key: 'timeout', value: '9' }] },
  'PUT updatemetricsversions': { name: 'web-probes', version: '1.0.0' },
  'POST importmetrics': { metrictemplates: ['self.check'] },
  'POST deletetemplates': { metrictemplates: ['disk'] },
  'POST addservicetypes': { servicetypes: [{ name: 'prepared', description: 'd' }] },
  'POST replaceservicetypes': { servicetypes: [profile.name, 'listed'].map((name) => ({ name, description: 'd' })) },
  'PUT servicetypes': { name: profile.name, description: 'changed' },
  'POST default_ports': { ports: [aPort] },
  'POST webhooks/:key/secret': { step: 'replace' },
  'POST webhooks/:key/deliveries': {},
  'PUT mailpreferences': usualMailPreferences,
  'POST watchedobjects': { kind: 'metrictemplate', name: 'WATCHED', watched: true },
  'POST listviews': { list: 'metrics', name: 'active', search: '?mtype=Active', shared: false },
  'POST unsubscribe/:token': {},
  'POST changerequests': { title: 'Nothing yet' },
  'POST configuration/plan': { owner: 'git', objects: [] },
  'POST changerequests/preview': { writes: [] },
  'POST changerequests/inverse': { changes: [999_999] },
  'PUT changerequests/:id': { title: 'Nothing yet' },
  'POST changerequests/:id/actions': { action: 'comment', text: 'Seen.' },
  'POST changerequests/:id/settle': { action: 'approve', effects: '*' },
  'POST rollouts/:id/jobs': { tenants: ['NORTH'], action: 'run' },
  'POST rollouts/:id/revert': { tenant: 'NORTH' },
  'POST reportoptions/names': { ...noEntities, field: { card: 'group', part: 'first' }, search: '' },
  'POST reportoptions/unmatched': noEntities,
  'POST reportscope': { topology_types: ['NGI', 'SITES'], filter_tags: [] },
  'PUT probecandidates': { ...aCandidate, ...unjudged, id: ids.probecandidates ?? unusedNumber },
  'POST /api/v2/probes': aCandidate,
  'POST identityproviders/:key/samlkeys': { step: 'use' },
  ...Object.fromEntries(
    groupKinds.flatMap((kind) => [
      [`PUT ${kind}group`, { name: profile.name, items: [], users: ['member'] }],
      [`POST ${kind}group/merge`, { name: profile.name, into: 'operations' }],
    ]),
  ),
  ...Object.fromEntries(
    differing.flatMap((path) => {
      const stored = { apiid: ids[path] ?? unusedId }
      return [
        [`POST differences/${path}/adopt`, stored],
        [`POST differences/${path}/send`, stored],
        [`POST differences/${path}/discard`, { apiid: profile.leftOver[path] ?? unusedId }],
      ]
    }),
  ),
})

/** The paths of kinds that can differ between the two stores. */
const differing = ['metricprofiles', ...Object.keys(otherProfiles)]

const all = <Value>(value: Value, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, value]))

/** The endpoints that refuse every sample. */
const refused: Readonly<Record<string, 400 | 404>> = {
  ...all(400, [
    ...[
      'POST change_password',
      'PUT change_password',
      'POST passwordlinks',
      'POST readpasswordlink',
      'POST setpassword',
    ],
    ...[
      'DELETE ownsessions/:id',
      'POST ownkeys',
      'POST ownkeys/:id/rotate',
      'DELETE ownkeys/:id',
      'DELETE listviews/:id',
      'DELETE userkeys/:id',
      // The one of the samples was not submitted for review.
      'POST changerequests/:id/settle',
      // There is no such change.
      'POST changerequests/inverse',
      // The link is signed for nobody.
      'POST unsubscribe/:token',
    ],
    ...['POST secondfactor/app/confirm', 'POST secondfactor/passkeys', 'DELETE secondfactor/passkeys/:id'],
    'POST secondfactor/recoverycodes',
    // The tenant has no SAML provider, and the digests are of no write.
    'POST identityproviders/:key/samlkeys',
    ...['GET /api/v2/repos', 'GET /api/v2/repos_internal'],
  ]),
  // There is no mail server.
  'POST passwordlinks': 404,
  // The Web API has none of these, and its response says so.
  ...all(404, [
    ...['aggregation_profiles', 'thresholds_profiles', 'operations_profiles', 'reports'].map(
      (path) => `GET /api/v2/webapi/${path}/:id`,
    ),
    ...['GET /api/v2/webapi/topology/tags', 'GET /api/v2/webapi/topology/groups', 'GET topology/hosts/:hostname'],
  ]),
}

/** The resource of a word in an address: the path of the kind, or the name of its histories. */
const resources: ReadonlyMap<string, Resource> = new Map(
  allResources.flatMap((resource) => [
    [resource.kind, resource],
    [resource.path, resource],
  ]),
)

/** The first word of an address, without that of histories and public pages. */
export const wordOf = (path: string): string =>
  path
    .replace(/^\/api\/v2\/(internal\/)?/, '')
    .replace(/^(public_)?(tenantversion|version)\//, '')
    .replace(/^public_/, '')
    .replace(/^\//, '')
    .split('/')[0] ?? ''

function parameterOf({ method, path }: Endpoint, parameter: string, about: About, keys: Words): string {
  const word = wordOf(path)
  const known = parameters(about)
  const other = known[`${word} ${parameter}`] ?? known[parameter]
  if (other !== undefined) return other
  const object = keys[`${method} ${word}`] ?? keys[word]
  if (object !== undefined) return object
  const [, differing = word] = /differences\/(\w+)/.exec(path) ?? []
  const resource = resources.get(differing)
  if (!resource) return about.profile.name
  const isById = method === 'DELETE' || differing !== word
  return keyIn(recordOf(resource, about), isById ? resource.key.remove : resource.key.read)
}

/** What identifies the object with the name of the profile. */
function recordOf({ path }: Resource, { profile, ids }: About): Readonly<Record<string, unknown>> {
  const { name } = profile
  const id = ids[path] ?? (path in ofCatalogue ? 1 : undefined)
  const numbers = { id: id ?? unusedNumber, pk: id ?? unusedNumber, apiid: id ?? unusedId }
  return { name, key: name, username: name, used_by: 'poem', tenant: tenantOf(profile), ...numbers }
}

const unusedNumber = 999_999
const unusedId = '3f0a5c1e-8d1b-4a58-9d5b-0d2f6a0c9e11'

/** A valid add of a kind, with this name: all fields of its schema unless `contents` has others. */
export function sampleContent({ path, add }: Resource, name: string): object {
  const fields = Object(add && sampleValue(add))
  return { ...(contents[path] ?? fields), ...(Object.hasOwn(fields, 'username') ? { username: name } : { name }) }
}

/** The input of an add of another object, or of a change of the one with the name of the profile. */
function bodyOf({ method, path, body }: Endpoint, about: About): unknown {
  const whole = body && sampleValue(body)
  const resource = resources.get(path.replace('/api/v2/internal/', ''))
  if (!resource || !(body instanceof z.ZodObject)) return whole
  const { tenant, ...record } = recordOf(resource, about)
  const values =
    method === 'POST'
      ? { ...sampleContent(resource, 'another'), tenant, groupname: about.group }
      : { ...record, tenant, ...sampleContent(resource, isSeeded(resource) ? 'changed' : about.profile.name) }
  const sent = Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(body.shape, field)))
  return body.safeParse(sent).success ? sent : { ...Object(whole), ...sent }
}

/** The sample of an endpoint. Throws if it has none, so that no test passes without having called it. */
export function sampleFor(samples: Readonly<Record<string, Sample>>, endpoint: Endpoint): Sample {
  const sample = samples[nameOf(endpoint)]
  if (!sample) throw new Error(`${nameOf(endpoint)} has no sample: see test/endpoint-samples.ts.`)
  return sample
}

/** The key of an endpoint's sample. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** The same without the address of the internal API. */
const shortNameOf = (endpoint: Endpoint) => nameOf(endpoint).replace('/api/v2/internal/', '')

/** Whether an endpoint begins or ends the session of its caller. */
export const isOfSession = (path: string): boolean => path.startsWith('/dj-rest-auth/') || path === '/saml2/logout'
