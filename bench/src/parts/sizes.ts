// Change requests, the configuration as files, the activity log and the search at their sizes.
import { addChangeRequest, settleChangeRequest } from '@quatrain/contract/change-requests/change-request.ts'
import { planConfiguration, readConfiguration } from '@quatrain/contract/configuration/configuration.ts'
import { changeList } from '@quatrain/contract/console/home.ts'
import { search } from '@quatrain/contract/console/search.ts'
import { listFindings } from '@quatrain/contract/findings/finding.ts'
import { topologyCoverage } from '@quatrain/contract/reports/topology.ts'
import { api, askSuccessfully, jsonOf, medianTime, read, signIn, type Target } from '../client.ts'
import { inWords, metricName, sized } from '../data.ts'
import { below, type Figure, milliseconds, percent, seconds } from '../figures.ts'
import { type Place, run } from '../programs.ts'
import { tenant } from './fillings.ts'
import { addProfile, groupsOfServices, list, operationsProfile, reportOf, thresholdsOf } from './saves.ts'
import { endpoints, endpointsPath } from './services.ts'

const maxWrites = sized(500, 20)

const overrides = { global_attributes: [{ attribute: 'a', value: 'b' }], host_attributes: [], metric_parameters: [] }
const writes = [
  ['metricoverride', 'overrides', 'metricconfiguration', overrides],
  [
    'thresholdsprofile',
    'thresholds profiles of 20 rules',
    'thresholdsprofiles',
    { groupname: tenant, ...thresholdsOf(20) },
  ],
] as const

/** Requests with as many adds as one can have; the floor are as many adds one after the other. */
export async function measureRequests(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, tenant)
  const post = (path: string, body: object) => askSuccessfully(member, 'POST', `${api}/${path}`, { body })
  const figures: Figure[] = []
  for (const [kind, subjects, path, content] of writes) {
    const inputs = (name: string) => list(maxWrites, (number) => ({ name: `${name}${number}`, ...content }))
    let floor = 0
    for (const body of inputs('single')) floor += (await post(path, body)).took
    const addsOfRequest = inputs('common').map((input) => ({ kind, operation: 'add', input }))
    const collected = await post('changerequests', { title: 'As many as possible', writes: addsOfRequest })
    const { id } = jsonOf(collected)
    const preview = await post(`changerequests/${id}/preview`, {})
    const applied = await post(`changerequests/${id}/settle`, { action: 'apply', effects: '*' })
    for (const [step, { took }, most] of [
      ['collected', collected, 0.15],
      ['preview', preview, 0.15],
      ['applied', applied, 0.5],
    ] as const) {
      const label = `request that adds ${maxWrites} ${subjects}: ${step}`
      figures.push(below(label, took / floor, most, percent, { remark: seconds(took), floor: seconds(floor) }))
    }
  }
  return figures
}

const changedFiles = sized(200, 20)

/** All objects of a tenant as files, which change metrics and add as many metric profiles: read, planned and applied. */
export async function measureConfiguration(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, tenant)
  const exported = await askSuccessfully(member, 'GET', readConfiguration.path)
  const { objects } = readConfiguration.answer.parse(jsonOf(exported))
  const checked = await askSuccessfully(member, 'GET', listFindings.path)
  const { findings } = listFindings.answer.parse(jsonOf(checked))
  const ofKind = (kindName: string) => objects.filter(({ kind }) => kind === kindName).slice(0, changedFiles / 2)
  const changed = [
    ...ofKind('metric').map(({ spec, ...file }) => {
      const entries = Array.isArray(spec.config) ? spec.config : []
      const config = entries.map((entry) => (Object(entry).key === 'timeout' ? { ...entry, value: '78' } : entry))
      return { ...file, spec: { ...spec, config } }
    }),
    ...ofKind('metricprofile').map((file) => ({ ...file, name: `FROM_FILES_${file.name}` })),
  ]
  const post = (path: string, body: object) => askSuccessfully(member, 'POST', path, { body })
  const changedNames = new Set(changed.map(({ kind, name }) => `${kind} ${name}`))
  const unchanged = objects.filter(({ kind, name }) => !changedNames.has(`${kind} ${name}`))
  const files = [...unchanged, ...changed]
  const planned = await post(planConfiguration.path, { owner: 'bench', objects: files })
  const { writes, effects } = planConfiguration.answer.parse(jsonOf(planned))
  const managed = { owner: 'bench', objects: files, adopt: true }
  const collected = await post(addChangeRequest.path, { title: 'From files', writes, managed })
  const path = settleChangeRequest.path.replace(':id', String(jsonOf(collected).id))
  const applied = await post(path, { action: 'apply', effects: effects.preview })
  const subject = `configuration of ${inWords(objects.length)} objects`
  return [
    below(`${subject}: findings`, checked.took, 1_000, seconds, { remark: inWords(findings.length) }),
    below(`${subject}: export`, exported.took, 5_000, seconds),
    below(`${subject}: plan of ${writes.length} changes`, planned.took, 5_000, seconds),
    below(`${subject}: ${writes.length} changes applied`, collected.took + applied.took, 10_000, seconds),
  ]
}

const loggedRows = sized(1_000_000, 20_000)
/** Rows of the log for each minute, kinds, objects, people and requests that are as many and as few as in a large tenant. */
const fillLog = (tenantId: number) => `
  set session_replication_role = replica;
  insert into console.activity (tenant_id, number, at, request_id, actor, address, action, kind, object_id, object_name,
    previous_hash, hash, after_version)
  select ${tenantId}, 1000000 + number, now() - make_interval(mins => ${loggedRows} - number), 'request-' || number / 3,
    case when number % 100000 = 7 then 'seldom' when number % 3 = 0 then 'admin' else 'user' || number % 50 end, '',
    case number % 10 when 0 then 'add' when 1 then 'delete' else 'change' end,
    case when number % 50000 = 11 then 'report' when number % 2 = 0 then 'metricprofile' else 'metric' end,
    1000000 + number % 20000, 'object ' || number % 20000, repeat('0', 64), repeat('0', 64), 1 + number / 20000
  from generate_series(1, ${loggedRows}) as number;
  insert into console.versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment, remark)
  select ${tenantId}, case when number % 50000 = 11 then 'report' when number % 2 = 0 then 'metricprofile' else 'metric' end,
    1000000 + number % 20000, 1 + number / 20000, 'object ' || number % 20000, '{}', '', now(), '',
    case when number % 50000 = 13 then 'for the audit' when number % 1000 = 1 then 'ticket ' || number else '' end
  from generate_series(1, ${loggedRows}) as number;
  insert into console.change_requests (tenant_id, title, description, link, author, state, writes, created_at, changed_at,
    applied_at, request_id)
  select ${tenantId}, 'Of the log', '', '', 'admin', 'applied', '[]', now(), now(), at, request_id
  from console.activity where tenant_id = ${tenantId} and number = 1000000 + ${loggedRows / 2};
  reset session_replication_role;
  analyze console.activity; analyze console.versions`

/** The first page of changes, with its total, by each filter and by several together. */
export async function measureLog(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, tenant)
  await run(place.databaseUrl, fillLog(place.idOf(tenant)))
  const day = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
  const [{ id = 0 } = {}] = await run(place.databaseUrl, `select max(id) as id from console.change_requests`)
  const filters: readonly (readonly [label: string, query: Readonly<Record<string, string>>])[] = [
    ['all', {}],
    ['the oldest', { sort: 'at' }],
    ['of a week', { since: ago(7) }],
    ['of a week two years ago', { since: ago(607), until: ago(600) }],
    ['of a kind with many', { kind: 'metric' }],
    ['of a kind with few', { kind: 'report' }],
    ['deletes', { action: 'delete' }],
    ['of an object', { name: 'object 1234' }],
    ['of an object that does not exist', { name: 'nowhere' }],
    ['by a person with many', { actor: 'admin' }],
    ['by a person with few', { actor: 'seldom' }],
    ['by nobody', { actor: 'nobody' }],
    ['of a request', { request: String(id) }],
    ['with a remark', { remark: 'ticket' }],
    ['with a remark of few', { remark: 'audit' }],
    ['of a kind, a person, an object and a month', { kind: 'metric', actor: 'user7', name: '77', since: ago(30) }],
    ['of a kind, a person and an object', { kind: 'metricprofile', actor: 'seldom', name: 'object 7' }],
  ]
  const figures: Figure[] = []
  for (const [filter, query] of filters) {
    const path = `${changeList.path}?${new URLSearchParams(query)}`
    const { total } = changeList.answer.parse(await read(member, path))
    const label = `page of changes, ${inWords(loggedRows)} in the log: ${filter}`
    figures.push(await medianOf(member, path, label, `${inWords(total)} rows`))
  }
  return figures
}

/** The median of eleven requests. */
async function medianOf(member: Target, path: string, label: string, remark = '', mostMs = 50): Promise<Figure> {
  const took = await medianTime(11, () => askSuccessfully(member, 'GET', path))
  return below(label, took, mostMs, milliseconds, { remark })
}

const reports = sized(100_000, 2_000)

/** A search by texts that many objects have, few, and none. */
export async function measureSearch(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, tenant)
  await run(
    place.databaseUrl,
    `set search_path to console;
     insert into reports (tenant_id, apiid, name, description, content)
     select ${place.idOf(tenant)}, gen_random_uuid(), 'org.site-' || number || '.report', 'Availability of site ' || number, '{}'
     from generate_series(1, ${reports}) as number`,
  )
  const figures: Figure[] = []
  for (const text of ['o', 'site', 'site 99', 'availability 77', 'org.site-1234.report', 'nowhere']) {
    const path = `${search.path}?${new URLSearchParams({ q: text, complete: 'true' })}`
    figures.push(await medianOf(member, path, `search in ${inWords(reports)} objects: ${text}`))
  }
  return figures
}

/** Which of many endpoints are monitored, and in a report, with three reports of 150 service types of ten metrics each. */
export async function measureCoverage(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, tenant)
  const webApi = place.webApiAs(tenant)
  const count = sized(20_000, 1_000)
  const sites = list(count / 10, (index) => ({ group: 'north', type: 'NGI', subgroup: `site-${index}`, tags: {} }))
  await askSuccessfully(webApi, 'PUT', '/api/v2/topology/groups', { body: sites })
  await askSuccessfully(webApi, 'PUT', endpointsPath, { body: endpoints(count) })
  const name = 'covering'
  await askSuccessfully(webApi, 'POST', '/api/v2/operations_profiles', { body: { ...operationsProfile, name } })
  const nameOf = (index: number) => `service.${index}`
  const pairsOf = (service: string) => list(10, (index) => ({ service, metric: metricName(index + 1) }))
  const services = list(150, nameOf).flatMap(pairsOf)
  await addProfile(member, 'metricprofiles', name, { services })
  await addProfile(member, 'aggregations', name, groupsOfServices(1, 150, { metricProfile: name, nameOf }))
  for (const value of ['*', 'site-1*', 'site-2*']) {
    const filter = { name: 'group', value, context: 'argo.endpoint.filter.fields' }
    const report = reportOf({ metric: name, aggregation: name, operations: name }, value === '*' ? [] : [filter])
    await addProfile(member, 'reports', `covers ${value}`, report)
  }
  return [await medianOf(member, topologyCoverage.path, `coverage of ${inWords(count)} endpoints`, '', 500)]
}
