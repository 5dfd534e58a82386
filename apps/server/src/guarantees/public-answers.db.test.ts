import { setImmediate } from 'node:timers/promises'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { migrateConsole } from '#database/open-database.ts'
import { demoSecret } from '#demo/credentials.ts'
import { loadDemo } from '#demo/load.ts'
import { migrate as migrateWebApi, startWebApi } from '#demo/web-api.ts'
import { insert } from '#features/sign-on/identity-providers.repository.ts'
import { tokenOf as tokenOfKey } from '#request/keys/key-tokens.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { findTenants, type Tenancy, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { anIdentityProvider } from '#test/stored-samples.ts'
import { buildApp } from '../app.ts'

const pairs = (name: string) => `${name}[].key ${name}[].value`
const template = `name mtype tags[] probeversion description parent probeexecutable ${['config', 'attribute', 'dependency', 'flags', 'parameter'].map(pairs).join(' ')}`
const probe = 'name version package description comment repository docurl'
const profile = 'name groupname description metricinstances[].service metricinstances[].metric'
const metric = `id name mtype tags[] probeversion group description parent probeexecutable ${['config', 'attribute', 'dependancy', 'flags', 'parameter'].map(pairs).join(' ')} profiles[]`
const version = 'id version object_repr date_created'
const versionOf = (fields: string) => `${version} ${fields.replaceAll(/\S+/g, 'fields.$&')}`
const listOf = (fields: string) => fields.replaceAll(/\S+/g, '[].$&')
const newest = 'newest.id newest.version newest.name newest.deletion'
/** The versions of an object: all at once, in pages, and one by one. */
const versionsAt = (path: string, fields: string) => ({
  [`GET ${path}/:key`]: listOf(versionOf(fields)),
  [`GET ${path}/:key/heads`]: `${version.replaceAll(/\S+/g, 'versions[].$&')} ${newest} next archived`,
  [`GET ${path}/:key/versions/:version`]: `${versionOf(fields)} ${newest}`,
})
const webApi = (fields: string) => `status.message status.code ${fields.replaceAll(/\S+/g, 'data[].$&')}`
const aggregation = `id date name namespace endpoint_group metric_operation profile_operation metric_profile.id
  metric_profile.name groups[].name groups[].operation groups[].services[].name groups[].services[].operation`
const aggregationRecord = aggregation
  .replace('id date name namespace', 'apiid name groupname description')
  .replace('metric_profile.id\n  metric_profile.name', 'metric_profile')
const rules = 'rules[].metric rules[].host rules[].endpoint_group rules[].thresholds'
const operations = `id date name description available_states[] defaults.down defaults.missing defaults.unknown operations[].name
  operations[].truth_table[].a operations[].truth_table[].b operations[].truth_table[].x`
const report = `id tenant disabled info.name info.description info.created info.updated computations.ar computations.status
  computations.trends[] filter_tags[].name filter_tags[].value filter_tags[].context profiles[].id profiles[].name
  profiles[].type thresholds.availability thresholds.reliability thresholds.uptime thresholds.unknown thresholds.downtime
  topology_schema.group.type topology_schema.group.group.type`

const profilesOfReport = 'metric_profile aggregation_profile operations_profile thresholds_profile'

/** All public fields, listed by hand: any other field in a public response is a leak. */
const publicFields: Readonly<Record<string, string>> = {
  'GET sessionactive/:istenant': 'active',
  'GET istenantschema': 'isTenantSchema',
  'GET config_options':
    `version tenant_name tenant_display_name saml_login_string sends_password_links read_only_kinds[] sign_on[].text sign_on[].path use_service_title
    terms_privacy_links.terms terms_privacy_links.privacy footer.sentence footer.partners[].name footer.partners[].url
    footer.partners[].logo webapimetric webapiaggregation webapithresholds
    webapioperations webapiservicetypes webapireports.main webapireports.tags webapireports.topologygroups
    webapireports.topologyendpoints`.replaceAll(/\S+/g, 'result.$&'),
  'GET public_apikey': 'id name token created revoked',
  'GET public_default_ports': listOf('id name value metrictemplates[]'),
  'GET public_metric': listOf(metric),
  'GET public_metric/:key': metric,
  'GET public_metricprofiles': listOf('apiid name groupname description pairs'),
  'GET public_metricprofiles/:key': 'apiid name groupname description services[].service services[].metric',
  'GET public_aggregations': listOf('apiid name groupname description metric_profile'),
  'GET public_aggregations/:key': aggregationRecord,
  'GET public_thresholdsprofiles': listOf('apiid name groupname description'),
  'GET public_thresholdsprofiles/:key': `apiid name groupname description ${rules}`,
  'GET public_reports': listOf(
    `apiid name groupname description disabled topology_types[] ${profilesOfReport} changed_at`,
  ),
  'GET public_reports/:key': `apiid name groupname description disabled topology_types[] ${profilesOfReport}
    filter_tags[].name filter_tags[].value filter_tags[].context availability reliability uptime unknown downtime
    computes_ar computes_status trends[] weight`,
  'GET public_metricsall': '[].name',
  'GET public_metricsforprobes/:key': '[]',
  'GET public_metrictags': listOf('id name metrics[].name'),
  'GET public_metrictags/:key': 'id name metrics[].name',
  'GET public_metrictemplates': listOf(`${template} id package ostag[]`),
  'GET public_metrictemplates/:key': `${template} id package`,
  'GET public_mttypes': '[]',
  'GET public_ostags': '[]',
  'GET public_usergroups':
    'result.aggregations[] result.metrics[] result.metricprofiles[] result.reports[] result.thresholdsprofiles[]',
  'GET public_servicetypes': listOf('name title description tags[]'),
  'GET public_servicetypes/:key':
    'name title description tags[] metricprofiles[].name metricprofiles[].metrics[] aggregationprofiles[]',
  'GET public_packages': listOf('id name version use_present_version repos[]'),
  'GET public_search': `groups[].kind ${['key', 'name.text', 'name.marks[][]', 'about.text', 'about.marks[][]']
    .map((field) => `groups[].results[].${field}`)
    .join(' ')}`,
  'GET public_probes': listOf(`${probe} id nv`),
  'GET public_probes/:key': `${probe} id nv`,
  'GET public_tenants': listOf('name schema_name domain_url created_on nr_metrics nr_probes combined combined_from[]'),
  ...versionsAt('public_tenantversion/metricprofile', profile),
  'GET public_version/metrictemplate': listOf(versionOf(template)),
  ...versionsAt('public_version/metrictemplate', template),
  'GET public_version/probe': listOf(versionOf(probe)),
  ...versionsAt('public_version/probe', probe),
  'GET /api/v2/webapi/metric_profiles': webApi('id name description date services[].service services[].metrics[]'),
  'GET /api/v2/webapi/metric_profiles/:id': webApi('id name description date services[].service services[].metrics[]'),
  'GET /api/v2/webapi/aggregation_profiles': webApi(aggregation),
  'GET /api/v2/webapi/aggregation_profiles/:id': webApi(aggregation),
  'GET /api/v2/webapi/thresholds_profiles': webApi(`id date name ${rules}`),
  'GET /api/v2/webapi/thresholds_profiles/:id': webApi(`id date name ${rules}`),
  'GET /api/v2/webapi/operations_profiles': webApi(operations),
  'GET /api/v2/webapi/operations_profiles/:id': webApi(operations),
  // A document.
  'GET /saml2/metadata': '',
  'GET /api/v2/webapi/reports': webApi(report),
  'GET /api/v2/webapi/reports/:id': webApi(report),
  'GET /api/v2/webapi/topology/service-types': webApi('date name title description tags[]'),
  'GET /api/v2/webapi/topology/endpoints': webApi('date type group service hostname tags.* tenant'),
  'GET /api/v2/webapi/topology/groups': webApi('date type group subgroup tags.* tenant'),
  'GET /api/v2/webapi/topology/tags': webApi('name values[].name values[].values[]'),
}

/** The list whose rows are the parameters of an address, and the columns that name them. */
const keysFrom: Readonly<Record<string, readonly [list: string, keyOf: (row: Row) => string]>> = {
  'public_metricsforprobes/:key': ['public_probes', ({ name, version }) => `${name}(${version})`],
  'public_tenantversion/metricprofile/:key': ['public_metricprofiles', ({ name }) => name],
  'public_servicetypes/:key': ['public_servicetypes', ({ name }) => name],
  'public_version/metrictemplate/:key': ['public_metrictemplates', ({ name }) => name],
  'public_version/probe/:key': ['public_probes', ({ name }) => name],
  '/api/v2/webapi/metric_profiles/:id': ['public_metricprofiles', ({ apiid }) => apiid],
  '/api/v2/webapi/aggregation_profiles/:id': ['/api/v2/webapi/aggregation_profiles', ({ id }) => id],
  '/api/v2/webapi/thresholds_profiles/:id': ['public_thresholdsprofiles', ({ apiid }) => apiid],
  '/api/v2/webapi/operations_profiles/:id': ['/api/v2/webapi/operations_profiles', ({ id }) => id],
  '/api/v2/webapi/reports/:id': ['/api/v2/webapi/reports', ({ id }) => id],
}
type Row = Readonly<Record<'id' | 'name' | 'version' | 'apiid', string>>

const shortOf = (path: string) => path.replace('/api/v2/internal/', '')
const nameOf = ({ method, path }: Endpoint) => `${method} ${shortOf(path)}`

/** Every value with its place: `tags[]`, `config[].key`. Tags of the topology have any name: `tags.*`. */
function leavesOf(value: unknown, path = ''): { path: string; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, `${path}[]`))
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, path === '' ? name : `${path}.${path.endsWith('tags') ? '*' : name}`),
  )
}

/** The texts that users have written, with the field of each. */
const textsIn = (value: unknown) =>
  leavesOf(value).flatMap(({ path, value }) =>
    typeof value === 'string' ? [`${/(\w+\[\]\.(?:key|value)|\w*(?:\[\])?)$/.exec(path)?.[0]}: ${value}`] : [],
  )

/** The values of tags of the topology, as the list of tags has them. */
const tagValuesIn = (value: unknown) =>
  leavesOf(value).flatMap(({ path, value }) =>
    path.endsWith('tags.*') && typeof value === 'string' ? value.split(', ').map((part) => `values[]: ${part}`) : [],
  )

interface Answer {
  readonly tenant: Tenant
  readonly endpoint: Endpoint
  readonly body: unknown
}

/** Of this many objects of a list, one is read by itself. */
const step = 7
/** Of this many objects with several addresses, one is read at each: all its versions contain the same fields. */
const stepBelow = 19

describe.each(databases)('public data of the demonstration on $name', ({ open }) => {
  let database: TestDatabase
  let tenancy: Tenancy
  let tenants: readonly Tenant[]
  let app: FastifyInstance
  let closeWebApi: () => Promise<void>
  const answers: Answer[] = []
  /** The endpoints that need no session. */
  let openEndpoints: readonly Endpoint[]
  const secrets = secretsOf(demoSecret)
  const now = () => new Date()

  beforeAll(async () => {
    database = await open()
    await migrateConsole(database)
    await migrateWebApi(database)
    await loadDemo(database)
    tenancy = tenancyOf(database, now)
    tenants = await findTenants(tenancy.everyTenant)
    const [, tenant] = tenants
    if (tenant) {
      const provider = { ...anIdentityProvider, tenant: tenant.name, name: 'Campus', enabled: true }
      await insert(tenancy.of(tenant), identityProviders.document.parse(provider))
    }
    const webApi = await startWebApi(database, { host: '127.0.0.1', port: 0, logger: false })
    closeWebApi = webApi.close
    app = await buildApp({
      database,
      secret: demoSecret,
      logger: false,
      tls: false,
      webApi: { url: webApi.url, timeout: 60_000 },
      sessions: { idle: 3_600_000, absolute: 3_600_000 },
      housekeeping: { every: 3600, intentsOlderThan: 60 },
      partners: { sentence: 'Funded.', partners: [{ name: 'P', url: 'https://p.test', logo: 'data:,' }] },
    })
    await app.ready()
    const declared = app.registered.flatMap(({ method, endpoint, isHidden }) =>
      endpoint?.method === method && !isHidden ? [endpoint] : [],
    )
    openEndpoints = declared.filter(({ caller }) => caller === 'anyone' || caller === 'public-token')
    // Redirects have no response body.
    const isRead = ({ method, answer }: Endpoint) => method === 'GET' && !(answer instanceof z.ZodNever)
    for (const endpoint of openEndpoints.filter(isRead)) {
      for (const tenant of tenants.filter(({ deployment }) => endpoint.deployments.includes(deployment))) {
        for (const answer of await answersOf(tenant, endpoint)) answers.push({ tenant, endpoint, ...answer })
      }
    }
  })
  afterAll(async () => {
    await app.close()
    await closeWebApi()
    await database.close()
  })

  const tokenOf = async (host: string): Promise<string> =>
    (await app.inject({ url: '/api/v2/internal/public_apikey', headers: { host } })).json().token

  async function get({ domain: host }: Tenant, path: string) {
    const url = path.startsWith('/') ? path : `/api/v2/internal/${path}`
    const key = path.startsWith('/api/v2/webapi/') && { [apiKeyHeader]: await tokenOf(host) }
    const answer = await app.inject({ url, headers: { host, ...key } })
    // Injected requests do not yield to the event loop, and a server whose loop lags counts as overloaded.
    await setImmediate()
    if (answer.statusCode !== 200) throw new Error(`${url} at ${host}: ${answer.body}`)
    const isJson = String(answer.headers['content-type']).includes('json')
    return { body: isJson ? answer.json() : answer.body }
  }

  /** Every response of this endpoint to anonymous visitors. */
  async function answersOf(tenant: Tenant, { path }: Endpoint) {
    const short = shortOf(path).replace(':istenant', 'true')
    if (short === 'public_search') return [await get(tenant, `${short}?q=a&complete=true`)]
    if (!/:(key|id)/.test(short)) return [await get(tenant, short)]
    const [list, keyOf] = keysFrom[short.replace(/:key\/.*/, ':key')] ?? [
      short.replace(/\/:.*/, ''),
      ({ name }: Row) => name,
    ]
    const { body } = await get(tenant, list)
    const rows: readonly Row[] = Array.isArray(body) ? body : body.data
    const answers = []
    const every = short.includes(':key/') ? stepBelow : step
    for (const row of rows.filter((_, index) => index % every === 0)) {
      const about = short.replace(/:(key|id)/, encodeURIComponent(keyOf(row)))
      answers.push(await get(tenant, about.replace(':version', await versionAt(tenant, about))))
    }
    return answers
  }

  /** The oldest version on the page of the versions of an address; undefined if it has no versions. */
  async function versionAt(tenant: Tenant, address: string): Promise<string> {
    if (!address.endsWith('/versions/:version')) return ''
    const { body } = await get(tenant, address.replace('versions/:version', 'heads'))
    return body.versions.at(-1).version
  }

  /** The private data of a tenant and its users. */
  async function namesOf(tenant: Tenant) {
    const db = tenancy.of(tenant)
    const users = await db.selectFrom('users').select(['username', 'first_name', 'last_name', 'email']).execute()
    const groups = await db.selectFrom('groups').select('name').execute()
    const keys = await db.selectFrom('api_keys').select(['id', 'name', 'used_by', 'token_sealed']).execute()
    return {
      ofPeople: users.flatMap(({ username, first_name, last_name, email }) => [
        ...(username === 'admin' ? [] : [username]),
        ...(first_name && last_name ? [`${first_name} ${last_name}`] : []),
        ...(email ? [email] : []),
      ]),
      ofKeys: keys.flatMap((key) => [key.name, tokenOfKey(secrets, { ...key, tenantId: tenant.id })]),
      ofTenant: [tenant.name, tenant.schemaName, tenant.domain, ...groups.map(({ name }) => name)],
    }
  }

  /** What users have written of the catalogue, and of a tenant's objects in both stores; not its users, groups and keys. */
  async function publishedBy(tenant: Tenant): Promise<unknown[]> {
    const inConsole = sql<{ document: unknown }>`
      select document from versions where kind not in ('user', 'apikey') and kind not like 'groupof%'
      union all select to_json(template) from metric_template_versions as template
      union all select to_json(probe) from probe_versions as probe`
    const inWebApi = sql<{ document: unknown }>`
      select row.document from webapi.tenants as tenant cross join lateral (
        select json_build_object('tenant', listed.tenant, 'row', ('{' || written || '}')::json) as document
        from webapi.topology_groups as listed where tenant_id = tenant.id
        union all select json_build_object('tenant', listed.tenant, 'row', ('{' || written || '}')::json)
        from webapi.topology_endpoints as listed where tenant_id = tenant.id
        union all select document from webapi.service_type_list_versions where tenant_id = tenant.id
        union all select document from webapi.operations_profile_versions where tenant_id = tenant.id
        union all select document from webapi.report_versions where tenant_id = tenant.id
      ) as row where tenant.name = ${tenant.name}`
    const ofConsole = [tenant, ...tenants.filter(({ deployment }) => deployment === 'super')]
    const answers = await Promise.all([
      ...ofConsole.map((each) => inConsole.execute(tenancy.of(each))),
      inWebApi.execute(database.within(scope({ schema: 'webapi', settings: {} }))),
    ])
    return answers.flatMap(({ rows }) => rows.map(({ document }) => document))
  }
  const mentions = (text: string, name: string) =>
    text.includes(name) && new RegExp(`(?<![\\w.-])${name.replaceAll(/[.+]/g, '\\$&')}(?![\\w-])`).test(text)

  test('is read-only: nothing can be written without a session', () => {
    const writes = openEndpoints.filter(({ method }) => method !== 'GET')
    expect(writes.map(nameOf)).toEqual([
      'POST /dj-rest-auth/login',
      'POST /dj-rest-auth/logout',
      'POST /saml2/acs',
      'POST /saml2/logout',
      // Both need the token of a link.
      'POST readpasswordlink',
      'POST setpassword',
      // It needs the signed link of a mail.
      'POST unsubscribe/:token',
    ])
  })

  test('contains only listed fields', () => {
    const found = Map.groupBy(answers, ({ endpoint }) => nameOf(endpoint))
    const fields = [...found].map(([name, of]) => [
      name,
      [...new Set(of.flatMap(({ body }) => leavesOf(body)).map(({ path }) => path))].sort(),
    ])
    const expected = Object.entries(publicFields).map(([name, fields]) => [name, fields.split(/\s+/).sort()])
    expect(Object.fromEntries(fields)).toEqual(Object.fromEntries(expected))
  })

  test('names no user, no key, and nothing of another tenant', async () => {
    const known = await Promise.all(tenants.map(async (tenant) => ({ tenant, names: await namesOf(tenant) })))
    const leaks = new Set<string>()
    for (const { tenant: host, names } of known) {
      // The published data of the catalogue and of this tenant may mention other tenants.
      const own = await publishedBy(host)
      const written = new Set([...textsIn(own), ...tagValuesIn(own)])
      const others = known.flatMap(({ tenant, names: of }) => (tenant.deployment === 'super' ? [] : of.ofTenant))
      const people = known.flatMap(({ names: of }) => [...of.ofPeople, ...of.ofKeys])
      const hidden = new Set([...others, ...people].filter((name) => !names.ofTenant.includes(name)))
      expect(hidden.size).toBeGreaterThan(50)
      for (const { endpoint, body } of answers.filter(({ tenant }) => tenant.id === host.id)) {
        // The public list of tenants names all of them.
        if (shortOf(endpoint.path) === 'public_tenants') continue
        const text = textsIn(body)
          .filter((text) => !written.has(text))
          .join('\n')
        for (const name of hidden) if (mentions(text, name)) leaks.add(`${host.name} ${nameOf(endpoint)}: ${name}`)
      }
    }
    expect([...leaks]).toEqual([])
  })
})
