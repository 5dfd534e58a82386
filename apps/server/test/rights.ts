import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'

/** Who has a permission. A superuser counts as a member of every group; `nobody` excludes superusers too. */
export type Holder =
  | 'everybody'
  | 'signed in'
  /** The service compares the user with the author of the object. */
  | 'author'
  | 'member of a group'
  | "member of the object's group"
  | 'superuser'
  | 'nobody'
  | 'public token or signed in'
  | 'box'

/** One kind of object and one action; deployments that are not named do not have the addresses. */
interface Right extends Readonly<Partial<Record<Deployment, Holder>>> {
  readonly kind: string
  readonly action: string
  /** `GET path`; of the internal API unless the path starts with a slash. */
  readonly endpoints: readonly string[]
}

const everywhere = (holder: Holder) => ({ super: holder, tenant: holder })

/** Edited by the super-tenant's superusers, and readable by all signed-in users. */
const catalogue = (kind: string, path: string, key = ':key'): Right[] => [
  { kind, action: 'view', ...everywhere('signed in'), endpoints: [`GET ${path}`, `GET ${path}/${key}`] },
  {
    kind,
    action: 'add, change, delete',
    super: 'superuser',
    tenant: 'nobody',
    endpoints: [`POST ${path}`, `PUT ${path}`, `DELETE ${path}/${key}`],
  },
]

/** Profiles of groups whose history is not public. */
const ownedProfiles = (kind: string, path: string, history: string): Right[] => [
  {
    kind,
    action: 'view',
    tenant: 'signed in',
    endpoints: [`GET ${path}`, `GET ${path}/:key`, `GET tenantversion/${history}/:key`],
  },
  {
    kind,
    action: 'view what is public',
    tenant: 'everybody',
    endpoints: [`GET public_${path}`, `GET public_${path}/:key`],
  },
  { kind, action: 'add', tenant: 'member of a group', endpoints: [`POST ${path}`] },
  {
    kind,
    action: 'change, delete',
    tenant: "member of the object's group",
    endpoints: [`PUT ${path}`, `DELETE ${path}/:key`],
  },
]

/**
 * All permissions, written by hand from the specification: part 1 sections 1, 2, 6 and 7, part 2 sections 2, 6 and 7.
 * Both the declarations and the behaviour of the server are compared with it.
 */
const rights: readonly Right[] = [
  {
    kind: 'session',
    action: 'begin, end',
    ...everywhere('everybody'),
    endpoints: ['POST /dj-rest-auth/login', 'POST /dj-rest-auth/logout'],
  },
  {
    kind: 'state of the session',
    action: 'view',
    ...everywhere('everybody'),
    endpoints: ['GET sessionactive/:istenant'],
  },
  {
    kind: 'session',
    action: 'begin with an identity provider',
    ...everywhere('everybody'),
    endpoints: [
      'GET /sign-on/:provider',
      'GET /sign-on/tests/:state',
      'GET /oidc/callback',
      'GET /saml2/login',
      'GET /saml2/metadata',
      'POST /saml2/logout',
      'GET /saml2/ls',
      'POST /saml2/acs',
      'GET /saml2/acs',
    ],
  },
  {
    kind: 'identity providers',
    action: 'view, test, add, change, delete',
    ...everywhere('superuser'),
    endpoints: [
      'GET identityproviders',
      'GET identityproviders/:key',
      'GET tenantversion/identityprovider/:key',
      'GET identityproviders/:key/samlkeys',
      'POST identityproviders/:key/samlkeys',
      'POST identityproviders/:key/test',
      'GET identityproviders/:key/tests/:test',
      'POST identityproviders',
      'PUT identityproviders',
      'DELETE identityproviders/:key',
    ],
  },
  {
    kind: 'deployment',
    action: 'view',
    ...everywhere('everybody'),
    endpoints: ['GET istenantschema', 'GET config_options', 'GET public_apikey'],
  },
  // Only of kinds that the caller may see; the effects of a plan are those of the caller's writes.
  {
    kind: 'configuration as files say it',
    action: 'view, plan',
    ...everywhere('signed in'),
    endpoints: ['GET configuration', 'GET configuration/managed', 'POST configuration/plan'],
  },
  // The service leaves out what is about kinds that the caller may not see.
  {
    kind: 'findings',
    action: 'view, check a document, ask for a fix',
    ...everywhere('signed in'),
    endpoints: ['GET findings', 'GET findings/overview', 'GET findings/fix', 'POST findings/check'],
  },
  {
    kind: 'settings of findings',
    action: 'view and set',
    ...everywhere('superuser'),
    endpoints: ['GET findings/settings', 'PUT findings/settings'],
  },
  // The service decides by the author and by the writes, each of which needs its own right.
  {
    kind: 'change requests',
    action: 'view, add, preview, comment, submit, refuse, withdraw, approve, apply',
    ...everywhere('signed in'),
    endpoints: [
      'GET changerequests',
      'GET changerequests/:id',
      'POST changerequests',
      'POST changerequests/inverse',
      'POST changerequests/preview',
      'POST changerequests/:id/preview',
      'POST changerequests/:id/actions',
      'POST changerequests/:id/settle',
    ],
  },
  {
    kind: 'rule of change requests',
    action: 'view and set the rule',
    ...everywhere('superuser'),
    endpoints: ['GET changerule', 'PUT changerule'],
  },
  { kind: 'change requests', action: 'change', ...everywhere('author'), endpoints: ['PUT changerequests/:id'] },
  {
    kind: 'roll-outs',
    action: 'view, run, pause, defer, revert',
    super: 'superuser',
    endpoints: ['GET rollouts', 'GET rollouts/:id', 'POST rollouts/:id/jobs', 'POST rollouts/:id/revert'],
  },
  {
    kind: 'webhooks',
    action: 'view, add, change, delete, replace the secret, send',
    ...everywhere('superuser'),
    endpoints: [
      'GET webhooks',
      'GET webhooks/:key',
      'GET tenantversion/webhook/:key',
      'GET webhooks/:key/deliveries',
      'POST webhooks',
      'PUT webhooks',
      'DELETE webhooks/:key',
      'POST webhooks/:key/secret',
      'POST webhooks/:key/deliveries',
    ],
  },
  { kind: 'status of the installation', action: 'view', super: 'superuser', endpoints: ['GET status'] },
  { kind: 'administration', action: 'view', ...everywhere('superuser'), endpoints: ['GET administration'] },
  { kind: 'home', action: 'view', tenant: 'signed in', endpoints: ['GET home'] },
  { kind: 'home', action: 'view', super: 'signed in', endpoints: ['GET catalogue_home'] },
  {
    kind: 'changes',
    action: 'view',
    ...everywhere('signed in'),
    endpoints: ['GET changes', 'GET changes/:number', 'GET changes/days'],
  },
  { kind: 'activity log', action: 'verify', ...everywhere('superuser'), endpoints: ['GET verifiedchanges'] },
  {
    kind: 'dependents of an object',
    action: 'view',
    ...everywhere('signed in'),
    endpoints: ['GET dependents/:kind/:key', 'GET dependencies/:kind/:key', 'GET missingnames/:kind'],
  },
  // Only of kinds that the caller may list.
  { kind: 'search', action: 'search', ...everywhere('signed in'), endpoints: ['GET search'] },
  { kind: 'search', action: 'search what is public', ...everywhere('everybody'), endpoints: ['GET public_search'] },
  { kind: 'names of groups', action: 'view', tenant: 'signed in', endpoints: ['GET usergroups'] },
  { kind: 'names of groups', action: 'view what is public', tenant: 'everybody', endpoints: ['GET public_usergroups'] },
  {
    kind: 'groups',
    action: 'view, add, change, delete',
    tenant: 'superuser',
    endpoints: groupKinds.flatMap((kind) => [
      ...[`GET groupsof${kind}`, `GET ${kind}group`, `GET ${kind}group/:key`],
      ...[`GET tenantversion/groupof${kind}/:key`, `POST ${kind}group`, `PUT ${kind}group`],
      ...[`DELETE ${kind}group/:key`, `POST ${kind}group/merge`],
    ]),
  },

  {
    kind: 'own account',
    action: 'change password, view and end sessions',
    ...everywhere('signed in'),
    endpoints: [
      ...['POST change_password', 'PUT change_password'],
      ...['GET ownsessions', 'DELETE ownsessions/:id', 'POST endothersessions', 'POST reauthenticate'],
      ...['GET secondfactor', 'POST secondfactor/app', 'POST secondfactor/app/confirm', 'DELETE secondfactor/app'],
      ...['POST secondfactor/passkeys/begin', 'POST secondfactor/passkeys', 'DELETE secondfactor/passkeys/:id'],
      'POST secondfactor/recoverycodes',
      ...['GET mailpreferences', 'PUT mailpreferences', 'GET watchedobjects', 'POST watchedobjects'],
      ...['GET listviews', 'POST listviews', 'DELETE listviews/:id'],
      ...['GET ownkeys', 'POST ownkeys', 'POST ownkeys/:id/rotate', 'DELETE ownkeys/:id'],
    ],
  },
  {
    kind: 'keys of users',
    action: 'view, revoke',
    ...everywhere('superuser'),
    endpoints: ['GET userkeys', 'DELETE userkeys/:id'],
  },
  {
    kind: 'users',
    action: 'reset and require second factors',
    ...everywhere('superuser'),
    endpoints: ['DELETE users/:key/secondfactor', 'GET secondfactorrule', 'PUT secondfactorrule'],
  },
  {
    kind: 'users',
    action: 'list those that one may view, view oneself',
    ...everywhere('signed in'),
    endpoints: ['GET users', 'GET users/:key'],
  },
  {
    kind: 'users',
    action: 'view others, add, change, delete',
    ...everywhere('superuser'),
    endpoints: [
      'GET pagedusers',
      'GET tenantversion/user/:key',
      'POST users',
      'PUT users',
      'POST changeusers',
      'DELETE users/:key',
    ],
  },
  {
    kind: 'users',
    action: 'send a link to set a password',
    ...everywhere('superuser'),
    endpoints: ['POST passwordlinks'],
  },
  {
    kind: 'own account',
    action: 'set the password with a link',
    ...everywhere('everybody'),
    endpoints: ['POST readpasswordlink', 'POST setpassword'],
  },
  {
    kind: 'own account',
    action: 'end mails with a link',
    ...everywhere('everybody'),
    endpoints: ['POST unsubscribe/:token'],
  },
  {
    kind: 'users',
    action: 'view own attributes and groups',
    tenant: 'signed in',
    endpoints: ['GET userprofile/:key', 'GET usergroups/:key'],
  },
  {
    kind: 'users',
    action: 'set attributes and groups',
    tenant: 'superuser',
    endpoints: ['POST userprofile', 'PUT userprofile'],
  },

  {
    kind: 'metric profiles',
    action: 'view',
    tenant: 'signed in',
    endpoints: ['GET metricprofiles', 'GET metricprofiles/:key', 'GET tenantversion/metricprofile/:key'],
  },
  {
    kind: 'metric profiles',
    action: 'view what is public',
    tenant: 'everybody',
    endpoints: [
      'GET public_metricprofiles',
      'GET public_metricprofiles/:key',
      'GET public_tenantversion/metricprofile/:key',
    ],
  },
  {
    kind: 'metric profiles',
    action: 'add',
    tenant: 'member of a group',
    endpoints: ['POST metricprofiles', 'GET /api/v2/webapi/feeding/:tenant/metric_profiles'],
  },
  {
    kind: 'metric profiles',
    action: 'change, delete',
    tenant: "member of the object's group",
    endpoints: ['PUT metricprofiles', 'DELETE metricprofiles/:key'],
  },

  ...ownedProfiles('aggregation profiles', 'aggregations', 'aggregationprofile'),
  ...ownedProfiles('thresholds profiles', 'thresholdsprofiles', 'thresholdsprofile'),
  ...ownedProfiles('reports', 'reports', 'report'),
  { kind: 'reports', action: 'preview the scope', tenant: 'signed in', endpoints: ['POST reportscope'] },
  {
    kind: 'reports',
    action: 'choose filters',
    tenant: 'signed in',
    endpoints: ['GET reportoptions', 'POST reportoptions/names', 'POST reportoptions/unmatched'],
  },

  {
    kind: 'differences between the two stores',
    action: 'view, remove',
    tenant: 'superuser',
    endpoints: [
      'GET differences',
      ...['metricprofiles', 'aggregations', 'thresholdsprofiles', 'reports'].flatMap((path) => [
        `GET differences/${path}/:key`,
        ...['adopt', 'send', 'discard'].map((action) => `POST differences/${path}/${action}`),
      ]),
    ],
  },

  {
    kind: 'metrics',
    action: 'view',
    tenant: 'signed in',
    endpoints: [
      'GET metric',
      'GET metric/:key',
      'GET metricsall',
      'GET tenantversion/metric/:key',
      'GET newerpackages',
      'GET updatemetricsversions/:key',
    ],
  },
  {
    kind: 'metrics',
    action: 'view what is public',
    tenant: 'everybody',
    endpoints: ['GET public_metric', 'GET public_metric/:key', 'GET public_metricsall'],
  },
  {
    kind: 'metrics',
    action: 'change, delete',
    tenant: "member of the object's group",
    endpoints: ['PUT metric', 'DELETE metric/:key', 'POST changemetrics'],
  },
  {
    kind: 'metrics',
    action: 'import, move to another package version',
    tenant: 'superuser',
    endpoints: ['GET importablemetrics', 'POST importmetrics', 'PUT updatemetricsversions'],
  },

  {
    kind: 'service types',
    action: 'view',
    tenant: 'signed in',
    endpoints: ['GET servicetypes', 'GET servicetypes/:key', 'GET tenantversion/servicetype/:key'],
  },
  {
    kind: 'service types',
    action: 'view what is public',
    tenant: 'everybody',
    endpoints: ['GET public_servicetypes', 'GET public_servicetypes/:key'],
  },
  {
    kind: 'service types',
    action: 'add, change, delete',
    tenant: 'superuser',
    endpoints: [
      ...['POST servicetypes', 'PUT servicetypes', 'DELETE servicetypes/:key'],
      ...['POST addservicetypes', 'POST replaceservicetypes'],
    ],
  },

  ...catalogue('metric templates', 'metrictemplates'),
  {
    kind: 'metric templates',
    action: 'view',
    ...everywhere('signed in'),
    endpoints: ['GET version/metrictemplate', 'GET version/metrictemplate/:key'],
  },
  {
    kind: 'metric templates',
    action: 'view',
    tenant: 'signed in',
    endpoints: ['GET availmetrictemplates'],
  },
  {
    kind: 'metric templates',
    action: 'view what is public',
    ...everywhere('everybody'),
    endpoints: [
      'GET public_metrictemplates',
      'GET public_metrictemplates/:key',
      'GET public_version/metrictemplate',
      'GET public_version/metrictemplate/:key',
    ],
  },
  {
    kind: 'metric templates',
    action: 'view what depends on one',
    super: 'signed in',
    endpoints: ['GET metrictemplates/:key/usage', 'GET tenants/:key/metrictemplates'],
  },
  {
    kind: 'metric templates',
    action: 'delete several',
    super: 'superuser',
    endpoints: ['POST deletetemplates'],
  },

  ...catalogue('probes', 'probes'),
  {
    kind: 'probes',
    action: 'view',
    ...everywhere('signed in'),
    endpoints: ['GET version/probe', 'GET version/probe/:key', 'GET metricsforprobes/:key', 'GET probes/:key/usage'],
  },
  {
    kind: 'probes',
    action: 'view what is public',
    ...everywhere('everybody'),
    endpoints: [
      'GET public_probes',
      'GET public_probes/:key',
      'GET public_version/probe',
      'GET public_version/probe/:key',
      'GET public_metricsforprobes/:key',
    ],
  },

  ...catalogue('metric tags', 'metrictags'),
  {
    kind: 'metric tags',
    action: 'view what is public',
    ...everywhere('everybody'),
    endpoints: ['GET public_metrictags', 'GET public_metrictags/:key'],
  },
  {
    kind: 'metric tags',
    action: 'view versions and what depends on one',
    super: 'signed in',
    endpoints: ['GET version/metrictag/:key', 'GET metrictags/:key/usage'],
  },

  ...catalogue('packages', 'packages'),
  {
    kind: 'packages',
    action: 'view',
    ...everywhere('signed in'),
    endpoints: ['GET packageversions/:name', 'GET packages/:key/usage'],
  },
  { kind: 'packages', action: 'view versions', super: 'signed in', endpoints: ['GET version/package/:key'] },
  { kind: 'packages', action: 'view what is public', ...everywhere('everybody'), endpoints: ['GET public_packages'] },

  {
    kind: 'YUM repos',
    action: 'view',
    super: 'signed in',
    tenant: 'superuser',
    endpoints: ['GET yumrepos', 'GET yumrepos/:name/:tag', 'GET yumrepos/:name/:tag/usage'],
  },
  { kind: 'YUM repos', action: 'view versions', super: 'signed in', endpoints: ['GET version/yumrepo/:key'] },
  {
    kind: 'YUM repos',
    action: 'add, change, delete',
    super: 'superuser',
    tenant: 'nobody',
    endpoints: ['POST yumrepos', 'PUT yumrepos', 'DELETE yumrepos/:name/:tag'],
  },
  { kind: 'metric types', action: 'view', ...everywhere('signed in'), endpoints: ['GET mttypes'] },
  {
    kind: 'metric types',
    action: 'view what is public',
    ...everywhere('everybody'),
    endpoints: ['GET public_mttypes'],
  },
  { kind: 'OS tags', action: 'view', ...everywhere('signed in'), endpoints: ['GET ostags'] },
  { kind: 'OS tags', action: 'view what is public', ...everywhere('everybody'), endpoints: ['GET public_ostags'] },

  { kind: 'default ports', action: 'view', ...everywhere('signed in'), endpoints: ['GET default_ports'] },
  { kind: 'default ports', action: 'view versions', super: 'signed in', endpoints: ['GET version/defaultport/:key'] },
  {
    kind: 'default ports',
    action: 'view what is public',
    ...everywhere('everybody'),
    endpoints: ['GET public_default_ports'],
  },
  {
    kind: 'default ports',
    action: 'change',
    super: 'superuser',
    tenant: 'nobody',
    endpoints: ['POST default_ports'],
  },

  {
    kind: 'tenants',
    action: 'view',
    super: 'signed in',
    endpoints: ['GET tenants', 'GET tenants/:key', 'GET version/tenant/:key'],
  },
  { kind: 'tenants', action: 'view what is public', super: 'everybody', endpoints: ['GET public_tenants'] },
  { kind: 'tenants', action: 'delete', super: 'superuser', endpoints: ['DELETE tenants/:key'] },

  {
    kind: 'API keys',
    action: 'view, reveal, add, change, delete',
    ...everywhere('superuser'),
    endpoints: [
      'GET apikeys',
      'GET apikeys/:key',
      'GET tenantversion/apikey/:key',
      'POST apikeys/:key/reveal',
      'POST apikeys/rotate',
      'POST revokeapikeys',
      'POST apikeys',
      'PUT apikeys',
      'DELETE apikeys/:key',
    ],
  },
  {
    kind: 'metric configuration overrides',
    action: 'view, add, change, delete',
    tenant: 'superuser',
    endpoints: [
      'GET metricconfiguration',
      'GET metricconfiguration/:key',
      'GET tenantversion/metricoverride/:key',
      'GET effectivecheck',
      'POST metricconfiguration',
      'PUT metricconfiguration',
      'DELETE metricconfiguration/:key',
    ],
  },
  {
    kind: 'probe candidates',
    action: 'view, change, delete',
    tenant: 'superuser',
    endpoints: [
      'GET probecandidates',
      'GET probecandidates/:key',
      'GET probecandidatestatuses',
      'GET tenantversion/probecandidate/:key',
      'PUT probecandidates',
      'DELETE probecandidates/:key',
    ],
  },

  {
    kind: 'topology',
    action: 'view',
    tenant: 'signed in',
    endpoints: [
      'GET coverage',
      'GET coverage/endpoints',
      'GET topology/endpoints',
      'GET topology/endpoints/all',
      'GET topology/endpoints/differences',
      'GET topology/groups',
      'GET topology/groups/all',
      'GET topology/groups/differences',
      'GET topology/hosts',
      'GET topology/hosts/:hostname',
      'GET topology/hosts/:hostname/checks',
      'GET topology/leftout',
      'GET topology/metrics/:metric/hosts',
    ],
  },
  {
    kind: 'Web API',
    action: 'view what pages show',
    tenant: 'public token or signed in',
    endpoints: [
      'GET /api/v2/webapi/metric_profiles',
      'GET /api/v2/webapi/metric_profiles/:id',
      'GET /api/v2/webapi/topology/service-types',
    ],
  },
  {
    kind: 'Web API',
    action: 'view what no page shows yet',
    tenant: 'public token or signed in',
    endpoints: [
      'GET /api/v2/webapi/aggregation_profiles',
      'GET /api/v2/webapi/aggregation_profiles/:id',
      'GET /api/v2/webapi/operations_profiles',
      'GET /api/v2/webapi/operations_profiles/:id',
      'GET /api/v2/webapi/reports',
      'GET /api/v2/webapi/reports/:id',
      'GET /api/v2/webapi/thresholds_profiles',
      'GET /api/v2/webapi/thresholds_profiles/:id',
      'GET /api/v2/webapi/topology/endpoints',
      'GET /api/v2/webapi/topology/groups',
      'GET /api/v2/webapi/topology/tags',
    ],
  },
  {
    kind: 'machine API',
    action: 'view what all tenants share',
    ...everywhere('box'),
    endpoints: ['GET /api/v2/default_ports', 'GET /api/v2/metrictemplates', 'GET /api/v2/metrictemplates/:tag'],
  },
  {
    kind: 'machine API',
    action: "view the tenant's own, propose a probe",
    tenant: 'box',
    endpoints: [
      'GET /api/v2/metricoverrides',
      'GET /api/v2/metrics',
      'GET /api/v2/metrics/:tag',
      'GET /api/v2/probes',
      'POST /api/v2/probes',
      'GET /api/v2/repos',
      'GET /api/v2/repos/:os',
      'GET /api/v2/repos_internal',
      'GET /api/v2/repos_internal/:os',
    ],
  },
]

/**
 * The kinds that scripts reach with the key of a user: the configuration. They reach nothing of people, keys, sign-on,
 * second factors, sessions, passwords and tenants.
 */
const reachedByUserKeys = new Set([
  ...['changes', 'metric profiles', 'aggregation profiles', 'thresholds profiles', 'reports', 'metrics'],
  ...['differences between the two stores', 'service types', 'metric templates', 'probes', 'metric tags', 'packages'],
  ...['YUM repos', 'metric types', 'OS tags', 'default ports', 'metric configuration overrides', 'probe candidates'],
  ...['topology', 'Web API', 'names of groups', 'state of the session', 'dependents of an object'],
  ...['change requests', 'configuration as files say it', 'findings', 'search'],
])

/** Who may read all versions of an object at once may also read them in pages and one by one. */
const withVersions = (endpoint: string): string[] =>
  /version\/\w+\/:key$/.test(endpoint) ? [endpoint, `${endpoint}/heads`, `${endpoint}/versions/:version`] : [endpoint]

const wholeEndpoints = ({ endpoints }: Right): string[] =>
  endpoints.flatMap(withVersions).map((endpoint) => endpoint.replace(/ (?!\/)/, ' /api/v2/internal/'))

/** The endpoints that keys of users reach, as `GET /whole/path`. */
export const endpointsForUserKeys = (): string[] =>
  rights.filter(({ kind }) => reachedByUserKeys.has(kind)).flatMap(wholeEndpoints)

/** By endpoint, as `GET /whole/path`. An endpoint that is in no row has no holder. Throws for one that is in two. */
export function holders(): ReadonlyMap<string, Readonly<Partial<Record<Deployment, Holder>>>> {
  const found = new Map<string, Readonly<Partial<Record<Deployment, Holder>>>>()
  for (const right of rights) {
    const { super: atSuper, tenant } = right
    for (const whole of wholeEndpoints(right)) {
      if (found.has(whole)) throw new Error(`${whole} is in two rows of the table of rights.`)
      found.set(whole, { ...(atSuper && { super: atSuper }), ...(tenant && { tenant }) })
    }
  }
  return found
}
