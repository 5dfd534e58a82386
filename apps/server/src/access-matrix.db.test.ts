import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTenant } from '#features/tenants/tenants.service.ts'
import { password } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'
import { makeWebFolder } from '#test/web-folder.ts'

/** Whoever may come, with what the seed gave them. */
interface Role {
  readonly username?: string
  /** Where they have signed in; the host that is asked when not said. */
  readonly home?: Host
  readonly groups?: readonly string[]
  readonly isSuperuser?: boolean
  /** What they send in `x-api-key`, and what it is good for. */
  readonly key?: 'box' | 'public'
}

const admin = { username: 'admin', isSuperuser: true }

const atTenant: Readonly<Record<string, Role>> = {
  anonymous: {},
  'user without groups': { username: 'nobody' },
  'member of the group': { username: 'member', groups: ['operations'] },
  'member of another group': { username: 'stranger', groups: ['network'] },
  superuser: admin,
  "super-tenant's superuser": { ...admin, home: 'super.test' },
  'superuser of another tenant': { ...admin, home: 'south.test' },
  'monitoring box': { key: 'box' },
  'reader of public pages': { key: 'public' },
}

const atSuperTenant: Readonly<Record<string, Role>> = {
  anonymous: {},
  'user without groups': { username: 'nobody' },
  superuser: admin,
  "tenant's superuser": { ...admin, home: 'north.test' },
  'monitoring box': { key: 'box' },
  'reader of public pages': { key: 'public' },
}

const deploymentOf = (host: Host): Deployment => (host === 'super.test' ? 'super' : 'tenant')

type Outcome = 'allowed' | 401 | 403 | 404

/** What a declaration says about somebody, for records of the group `operations`. */
function expected({ caller, deployments }: Endpoint, host: Host, role: Role): Outcome {
  const deployment = deploymentOf(host)
  const isSignedIn = role.username !== undefined && (role.home ?? host) === host
  const isSuperuser = isSignedIn && role.isSuperuser === true
  const signedInAnd = (isFine: boolean): Outcome => (isFine ? 'allowed' : isSignedIn ? 403 : 401)
  if (!deployments.includes(deployment)) return 404
  if (caller === 'anyone') return 'allowed'
  if (caller === 'signed-in') return signedInAnd(isSignedIn)
  if (caller === 'superuser') return signedInAnd(isSuperuser)
  if (caller === 'api-key') return role.key === 'box' ? 'allowed' : 403
  if (caller === 'public-token') return role.key === 'public' ? 'allowed' : signedInAnd(isSignedIn)
  const rule = caller.resource.access[deployment]
  if (!rule) return 404
  if (caller.may === 'view') {
    if (rule.read === 'public') return 'allowed'
    return signedInAnd(rule.read === 'members' ? isSignedIn : isSuperuser)
  }
  if (rule.write === 'nobody') return signedInAnd(false)
  if (isSuperuser || rule.write === 'superusers') return signedInAnd(isSuperuser)
  const isMember = isSignedIn && (role.groups ?? []).includes('operations')
  const isInAnyGroup = isSignedIn && (role.groups ?? []).length > 0
  return signedInAnd(caller.may === 'add' ? isInAnyGroup : isMember)
}

interface Sample {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Whoever may call it is refused all the same: something is missing that nobody can add. */
  readonly refused?: true
}

interface Profile {
  readonly apiid: string
  readonly name: string
  readonly groupname: string
  readonly description: string
  readonly services: readonly { readonly service: string; readonly metric: string }[]
}

/** The metric that came with the profile. */
const metricOf = ({ services }: Profile): string => services[0]?.metric ?? ''

/** The first of these is what packages are in; the others are used by nothing. */
const yumRepo = { name: 'base', tag: 'Rocky 9', content: '[base]\nbaseurl=x', description: 'd' }
const aPackage = { name: 'unused', version: '1.0', use_present_version: false, repos: ['base (Rocky 9)'] }

/** As the catalogue has it for every metric that a probe runs. */
const metricConfig = Object.entries({
  maxCheckAttempts: '3',
  timeout: '30',
  path: '/usr/libexec/probes',
  interval: '5',
  retryInterval: '3',
}).map(([key, value]) => ({ key, value }))

const aPort = { name: 'WEB_PORT', value: '443' }
const aProbe = {
  name: 'unused-probe',
  package: 'web-probes (1.0.0)',
  repository: 'https://git.test',
  docurl: 'https://docs.test',
  description: 'd',
  comment: 'c',
}
const anOverride = { name: 'new', global_attributes: [], host_attributes: [], metric_parameters: [] }
/** Every tenant has one that is called as its profile is. */
const overrideIds: Readonly<Record<string, number>> = { CORE: 1, SOUTHERN: 2 }
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

const aCandidate = {
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
/** The number of the candidate that came together with the profile; there is none of the last. */
const candidates: Readonly<Record<string, number>> = { CORE: 1, SOUTHERN: 2, NEVER: 999_999 }
const candidateOf = ({ name }: Profile): number => candidates[name] ?? 0
const boxKeys: Readonly<Record<Host, string>> = {
  'super.test': 'box-all',
  'north.test': 'box-NORTH',
  'south.test': 'box-SOUTH',
}

const internal = '/api/v2/internal'
const dryRun = '?dry_run=true'

/** For every endpoint a call that is good in itself, about this record. Writes are only tried. */
const samplesFor = (
  profile: Profile,
  { username = 'nobody', groups }: Role,
  keyId = 0,
): Readonly<Record<string, Sample>> => ({
  [`GET ${internal}/sessionactive/:istenant`]: { path: `${internal}/sessionactive/true` },
  'POST /dj-rest-auth/login': { path: '/dj-rest-auth/login', body: { username, password } },
  'POST /dj-rest-auth/logout': { path: '/dj-rest-auth/logout' },
  [`GET ${internal}/istenantschema`]: { path: `${internal}/istenantschema` },
  [`GET ${internal}/config_options`]: { path: `${internal}/config_options` },
  [`GET ${internal}/public_apikey`]: { path: `${internal}/public_apikey` },
  [`GET ${internal}/usergroups`]: { path: `${internal}/usergroups` },
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
  [`PUT ${internal}/metricprofiles`]: { path: `${internal}/metricprofiles${dryRun}`, body: profile },
  [`DELETE ${internal}/metricprofiles/:key`]: { path: `${internal}/metricprofiles/${profile.apiid}${dryRun}` },
  [`GET ${internal}/metric`]: { path: `${internal}/metric` },
  [`GET ${internal}/public_metric`]: { path: `${internal}/public_metric` },
  [`GET ${internal}/metricsall`]: { path: `${internal}/metricsall` },
  [`GET ${internal}/public_metricsall`]: { path: `${internal}/public_metricsall` },
  [`GET ${internal}/metric/:key`]: { path: `${internal}/metric/${metricOf(profile)}` },
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
  [`GET ${internal}/home`]: { path: `${internal}/home` },
  [`GET ${internal}/public_tenants`]: { path: `${internal}/public_tenants` },
  [`GET ${internal}/ostags`]: { path: `${internal}/ostags` },
  [`GET ${internal}/public_ostags`]: { path: `${internal}/public_ostags` },
  // Named like the profile, so that each tenant has one of its own.
  [`GET ${internal}/apikeys`]: { path: `${internal}/apikeys` },
  [`GET ${internal}/apikeys/:key`]: { path: `${internal}/apikeys/${profile.name}` },
  [`POST ${internal}/apikeys`]: { path: `${internal}/apikeys${dryRun}`, body: { name: 'another', used_by: 'poem' } },
  [`PUT ${internal}/apikeys`]: {
    path: `${internal}/apikeys${dryRun}`,
    body: { id: keyId, name: profile.name, used_by: 'poem', revoked: true },
  },
  [`DELETE ${internal}/apikeys/:key`]: { path: `${internal}/apikeys/poem_${profile.name}${dryRun}` },
  [`POST ${internal}/apikeys/:key/reveal`]: { path: `${internal}/apikeys/${profile.name}/reveal` },
  [`GET ${internal}/tenantversion/apikey/:key`]: { path: `${internal}/tenantversion/apikey/${profile.name}` },
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
  [`POST ${internal}/metrictemplates`]: { path: `${internal}/metrictemplates${dryRun}`, body: aTemplate },
  [`PUT ${internal}/metrictemplates`]: { path: `${internal}/metrictemplates${dryRun}`, body: { ...aTemplate, id: 1 } },
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
  'GET /api/v2/webapi/topology/service-types': { path: '/api/v2/webapi/topology/service-types' },
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
  [`DELETE ${internal}/metricconfiguration/:key`]: { path: `${internal}/metricconfiguration/${profile.name}${dryRun}` },
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
  'GET /api/v2/repos': { path: '/api/v2/repos', refused: true },
  'GET /api/v2/repos_internal': { path: '/api/v2/repos_internal', refused: true },
})

/** What all tenants share is no tenant's. */
const isOfCatalogue = ({ path }: Endpoint) =>
  /internal\/(public_)?(version|catalogue_home|default_ports|deletetemplates|metricsforprobes|metrictags|metrictemplates|packages|probes|tenants|updatemetricsversions|yumrepos)\//.test(
    `${path}/`,
  )

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe.each(databases)('who may call what on $name', (kind) => {
  const web = makeWebFolder()
  let server: TestApp
  let endpoints: Endpoint[]
  const profiles = new Map<Host, Profile>()
  const keyIds = new Map<Host, number>()
  beforeAll(async () => {
    server = await startTestApp(kind, { webApiTimeout: 20_000, webFolder: web.path })
    const tenants = server.owner.updateTable('tenants')
    await tenants
      .set({ combined: true, combined_from: ['SOUTH'] })
      .where('name', '=', 'NORTH')
      .execute()
    endpoints = server.app.registered.flatMap(({ method, endpoint, isHidden }) =>
      endpoint && endpoint.method === method && !isHidden ? [endpoint] : [],
    )
    const superAdmin = await server.as('admin', 'super.test')
    for (const name of ['base', 'unused']) await superAdmin.send('POST', 'yumrepos', { ...yumRepo, name })
    await superAdmin.send('POST', 'packages', aPackage)
    await superAdmin.send('POST', 'default_ports', { ports: [aPort] }, { 'if-match': '*' })
    await superAdmin.send('POST', 'metrictags', { name: 'new' })
    await addTenant({ tenancy: server.tenancy, now: server.clock.now, name: 'root' }, { name: 'EAST' })
    await superAdmin.send('POST', 'probes', aProbe)
    for (const [host, name, metric] of [
      ['north.test', 'CORE', 'web.http'],
      ['south.test', 'SOUTHERN', 'disk'],
    ] as const) {
      const profile = { name, groupname: 'operations', description: '', services: [{ service: 's', metric }] }
      const client = await server.as('admin', host)
      await client.send('POST', 'metricconfiguration', { ...anOverride, name })
      const { body } = await client.send('POST', 'metricprofiles', profile)
      profiles.set(host, { ...profile, apiid: body.apiid })
      const metricOfMember = { metrics: [metric], group: 'operations' }
      await (await server.as('admin', host)).send('POST', 'changemetrics', metricOfMember)
      const box = server.box(host === 'north.test' ? 'box-NORTH' : 'box-SOUTH', host)
      await box.send('POST', '/api/v2/probes', aCandidate)
    }
    for (const [host, name] of [
      ['north.test', 'CORE'],
      ['south.test', 'SOUTHERN'],
      ['super.test', 'CORE'],
    ] as const) {
      const { body } = await (await server.as('admin', host)).send('POST', 'apikeys', { name, used_by: 'poem' })
      keyIds.set(host, body.id)
    }
  })
  afterAll(async () => {
    await server.close()
    web.remove()
  })

  const profileOf = (host: Host): Profile => {
    const profile = profiles.get(host)
    if (!profile) throw new Error(`Nothing is at ${host}.`)
    return profile
  }

  async function clientOf(role: Role, host: Host, endpoint: Endpoint): Promise<Client> {
    const home = role.home ?? host
    // What begins or ends a session is tried on one that nobody else uses.
    const client = endpoint.path.startsWith('/dj-rest-auth/')
      ? server.browser(home)
      : await server.as(role.username, home)
    if (endpoint.path.startsWith('/dj-rest-auth/')) {
      await client.send('GET', 'istenantschema')
      const { username } = role
      if (username) await client.send('POST', '/dj-rest-auth/login', { username, password })
    }
    const { body } = await client.send('GET', 'public_apikey', undefined, { host })
    const key = role.key && { 'x-api-key': role.key === 'box' ? boxKeys[host] : body.token }
    return {
      send: (method, path, body, headers) =>
        client.send(method, path, body, { host, 'if-match': '*', ...key, ...headers }),
    }
  }

  async function outcomesOf(host: Host, role: Role): Promise<Record<string, unknown>> {
    const samples = samplesFor(profileOf('north.test'), role, keyIds.get(host))
    const outcomes: Record<string, unknown> = {}
    for (const endpoint of endpoints) {
      const sample = samples[nameOf(endpoint)]
      if (!sample) continue
      const client = await clientOf(role, host, endpoint)
      const { status } = await client.send(endpoint.method, sample.path, sample.body, sample.headers)
      const isFine = sample.refused ? status === 400 : status >= 200 && status < 300
      outcomes[nameOf(endpoint)] = isFine ? 'allowed' : status
    }
    return outcomes
  }

  test('every declared endpoint is tried here', () => {
    const tried = Object.keys(samplesFor(profileOf('north.test'), {}))
    expect(tried.toSorted()).toEqual(endpoints.map(nameOf).sort())
  })

  const casesAt = (host: Host, roles: Readonly<Record<string, Role>>) =>
    Object.entries(roles).map(([who, role]) => [who, host, role] as const)

  test.each([...casesAt('north.test', atTenant), ...casesAt('super.test', atSuperTenant)])(
    '%s at %s may do what the declarations say, and nothing else',
    async (_, host, role) => {
      const wanted = Object.fromEntries(endpoints.map((endpoint) => [nameOf(endpoint), expected(endpoint, host, role)]))
      expect(await outcomesOf(host, role)).toEqual(wanted)
    },
  )

  test.each(Object.entries(atTenant))("to %s, another tenant's record is like one that never was", async (_, role) => {
    const nothing = {
      ...profileOf('south.test'),
      name: 'NEVER',
      apiid: '3f0a5c1e-8d1b-4a58-9d5b-0d2f6a0c9e11',
      services: [{ service: 's', metric: 'never' }],
    }
    const about = (profile: Profile, keyId = 99_999) => samplesFor(profile, role, keyId)
    const [theirs, never] = [about(profileOf('south.test'), keyIds.get('south.test')), about(nothing)]
    const keyed = endpoints.filter(
      (endpoint) => !isOfCatalogue(endpoint) && (/:(key|id)\b/.test(endpoint.path) || endpoint.method === 'PUT'),
    )
    expect(keyed.length).toBeGreaterThan(0)
    for (const endpoint of keyed) {
      const client = await clientOf(role, 'north.test', endpoint)
      const ask = async (sample: Sample | undefined) => {
        const { status, body } = await client.send(endpoint.method, sample?.path ?? '', sample?.body, sample?.headers)
        return { status, body: { ...body, requestId: '' } }
      }
      const answer = await ask(theirs[nameOf(endpoint)])
      expect(answer, nameOf(endpoint)).toEqual(await ask(never[nameOf(endpoint)]))
      expect(answer.status, nameOf(endpoint)).toBeGreaterThanOrEqual(400)
    }
  })

  test("a superuser finds nothing of another tenant's, by any method", async () => {
    const { name, apiid } = profileOf('south.test')
    const metric = metricOf(profileOf('south.test'))
    const north = await server.as('admin')
    for (const [method, path, body] of [
      ['GET', `metricprofiles/${name}`],
      ['GET', `public_metricprofiles/${name}`],
      ['GET', `tenantversion/metricprofile/${name}`],
      ['GET', `metric/${metric}`],
      ['GET', `public_metric/${metric}`],
      ['GET', `tenantversion/metric/${metric}`],
      ['GET', `metricconfiguration/${name}`],
      ['GET', `tenantversion/metricoverride/${name}`],
      ['GET', `effectivecheck?metric=${metric}`],
      ['DELETE', `metricconfiguration/${name}`],
      ['GET', `/api/v2/webapi/metric_profiles/${apiid}`],
      ['PUT', 'metricprofiles', profileOf('south.test')],
      ['DELETE', `metricprofiles/${apiid}`],
      ['GET', `probecandidates/${candidates.SOUTHERN}`],
      ['GET', `tenantversion/probecandidate/${candidates.SOUTHERN}`],
      ['DELETE', `probecandidates/${candidates.SOUTHERN}`],
    ] as const) {
      expect((await north.send(method, path, body, { 'if-match': '*' })).status, `${method} ${path}`).toBe(404)
    }
    expect((await north.send('GET', 'metricprofiles')).body.map(({ name }: Profile) => name)).toEqual(['CORE'])
    expect((await north.send('GET', 'metricsall')).body).toEqual([{ name: 'web.http' }])
  })

  test.each(Object.entries(atTenant))('to %s, HEAD says neither more nor less than GET', async (_, role) => {
    const samples = samplesFor(profileOf('north.test'), role)
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const client = await clientOf(role, 'north.test', endpoint)
      const { path, headers } = samples[nameOf(endpoint)] ?? { path: '' }
      const ask = (method: string) => client.send(method, path, undefined, headers)
      const [head, get] = [await ask('HEAD'), await ask('GET')]
      expect([head.status, head.body], nameOf(endpoint)).toEqual([get.status, ''])
    }
  })

  test('what has no declaration is known: pages, files, and what operators look at', () => {
    const undeclared = server.app.registered.filter(({ endpoint }) => !endpoint)
    expect([...new Set(undeclared.map(({ url }) => url))].sort()).toEqual([
      '/',
      '/api/docs',
      '/api/docs/openapi.json',
      '/healthz',
      '/readyz',
      '/ui',
      '/ui/*',
      '/ui/assets/*',
      '/ui/assets/main-abc123.js',
      '/ui/index.html',
    ])
    expect(undeclared.every(({ method, isHidden }) => isHidden && ['GET', 'HEAD'].includes(method))).toBe(true)
  })
})
