import { apiKeyHeader, createdEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import type { Databases } from '../cluster.ts'
import { webApiKeyOf } from '../data/keys.ts'
import { askSuccessfully, type Target } from '../http/ask.ts'
import { compare, type Load } from '../http/load.ts'
import { median } from '../median.ts'
import { forgetMost, memoryOf } from '../memory-of.ts'
import { startProgram } from '../processes.ts'
import { type Figure, megabytes, milliseconds, percent, perSecond, seconds } from '../report/figure.ts'
import { startBareServer } from '../server/bare.ts'
import { poolIn, runOnPool } from '../server/bare-run.ts'
import { provision } from '../server/web-api.ts'

const [small, medium, large] = ['SMALL', 'MEDIUM', 'LARGE']
const endpointsPath = '/api/v2/topology/endpoints'
const on = 'PostgreSQL'

/** Endpoints with eight tags, two of which differ in each. */
const endpoints = (count: number, production: (index: number) => number = (index) => index % 2) =>
  Array.from({ length: count }, (_, index) => ({
    group: `site-${index % Math.ceil(count / 10)}`,
    type: 'SITES',
    service: `service.${index % 150}`,
    hostname: `host-${index}.example.org`,
    tags: {
      certification: 'Certified',
      info_ID: `${index}G0`,
      info_URL: `https://host-${index}.example.org:8443/path/to/the/service`,
      info_ext_queue: 'short',
      monitored: '1',
      production: String(production(index)),
      region: 'north',
      scope: `alpha${index % 7}, beta`,
    },
  }))

const groups = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    group: `region-${index % 20}`,
    type: 'NGI',
    subgroup: `site-${index}`,
    tags: { monitored: '1' },
  }))

const schema = { group: { type: 'NGI', group: { type: 'SITES' } } }
const filter_tags = [
  { name: 'group', value: 'region-1*', context: 'argo.group.filter.fields' },
  { name: 'production', value: '1', context: 'argo.endpoint.filter.tags' },
]

/** The Web API's topology in a process of its own: writes of 200,000 endpoints, filtered reads, and scopes of reports. */
export async function measureTopology(databases: Databases): Promise<Figure[]> {
  const url = await databases.create('topology')
  const port = await freePort()
  const program = await startProgram({
    script: 'start:webapi',
    env: { QUATRAIN_WEBAPI_DATABASE_URL: url, QUATRAIN_WEBAPI_PORT: String(port) },
    target: { url: `http://127.0.0.1:${port}` },
    path: '/readyz',
  })
  const as = (tenant: string): Target => ({ url: program.url, headers: { [apiKeyHeader]: webApiKeyOf(tenant) } })
  try {
    await giveKeys(url)
    return [
      ...(await measureWrites(as(large), program.pid)),
      await measureFiltered(as(small), url),
      ...(await measureScopes(as(medium))),
    ]
  } finally {
    await program.stop()
  }
}

async function giveKeys(url: string): Promise<void> {
  const database = databaseOn(openPostgreSql(url))
  try {
    await provision(database, [small, medium, large])
  } finally {
    await database.close()
  }
}

const maxPost = 10_000

async function measureWrites(target: Target, pid: number): Promise<Figure[]> {
  const body = endpoints(200_000)
  const size = Buffer.byteLength(JSON.stringify(body))
  forgetMost(pid)
  const before = memoryOf(pid).now
  const first = await askSuccessfully(target, 'POST', `${endpointsPath}?date=2026-07-01`, { body })
  const growth = memoryOf(pid).most - before
  const same = await askSuccessfully(target, 'POST', `${endpointsPath}?date=2026-07-02`, { body })
  const changed = endpoints(200_000, (index) => (index === 0 ? 1 : index % 2))
  const other = await askSuccessfully(target, 'POST', `${endpointsPath}?date=2026-07-03`, { body: changed })
  const what = `a post of 200,000 endpoints, ${megabytes(size)}`
  return [
    { what, on, measured: seconds(first.took), budget: `< ${seconds(maxPost)}`, holds: first.took < maxPost },
    {
      what: `${what}: growth of the peak memory`,
      on,
      measured: megabytes(growth),
      budget: `< ${megabytes(2 * size)}`,
      holds: growth < 2 * size,
    },
    { what: `${what}, the same as the day before`, on, measured: seconds(same.took) },
    { what: `${what}, with one changed tag`, on, measured: seconds(other.took) },
  ]
}

const leastShare = 0.6

/** The floor runs a statement that selects the same rows. */
async function measureFiltered(target: Target, url: string): Promise<Figure> {
  await askSuccessfully(target, 'PUT', endpointsPath, { body: endpoints(2_000, () => 1) })
  const path = `${endpointsPath}?tags=production:1`
  const { floor, subject, share } = await withFloor(url, (floor) => compare(floor, { ...target, path }))
  return {
    what: 'list of 2,000 endpoints, filtered by a tag',
    on,
    measured: `${perSecond(subject)}, ${percent(share)}`,
    floor: perSecond(floor),
    budget: `≥ ${percent(leastShare)} of the floor`,
    holds: share >= leastShare,
  }
}

/** Calls `use` with a bare handler of the same rows, which runs only that long: it would keep this process alive. */
async function withFloor<T>(url: string, use: (floor: Load) => Promise<T>): Promise<T> {
  const settings = { 'webapi.tenant': '1' }
  const pool = poolIn(url, scope({ role: 'quatrain_webapi', schema: 'webapi', settings }))
  const bare = await startBareServer()
  try {
    bare.set({ name: 'endpoints', text: filtered, parameters: [], isOne: false }, runOnPool(pool))
    return await use({ url: bare.url, path: '/endpoints' })
  } finally {
    await bare.close()
    await pool.end()
  }
}

const filtered = `
  select "group", type, service, hostname, written from topology_endpoints
  where until = 2147483647 and id = any(array(
    select unnest(items) from topology_endpoint_tags where name = 'production' and value = '1'))
  order by "group", id`

const metricProfile = {
  name: 'reported',
  services: Array.from({ length: 200 }, (_, service) => ({
    service: `service.${service}`,
    metrics: Array.from({ length: 10 }, (_, metric) => `org.metric.number-${10 * service + metric}`),
  })),
}

const maxScope = 300

async function measureScopes(target: Target): Promise<Figure[]> {
  await askSuccessfully(target, 'PUT', '/api/v2/topology/groups', { body: groups(2_000) })
  await askSuccessfully(target, 'PUT', endpointsPath, { body: endpoints(20_000) })
  const added = await askSuccessfully(target, 'POST', '/api/v2/metric_profiles', { body: metricProfile })
  const { data } = createdEnvelope.parse(JSON.parse(added.body.toString()))
  const profiles = [{ type: 'metric', id: data.id }]
  const report = { info: { name: 'stored' }, topology_schema: schema, filter_tags: filter_tags.slice(1), profiles }
  await askSuccessfully(target, 'POST', '/api/v2/reports', { body: report })
  const body = { name: 'stored', topology_schema: schema, filter_tags }
  const preview = await timesOf(() => askSuccessfully(target, 'POST', '/api/v2/topology/scope', { body }))
  const byReport = await timesOf(() => askSuccessfully(target, 'GET', `${endpointsPath}/by_report/stored`))
  const metrics = await timesOf(() => askSuccessfully(target, 'GET', '/api/v2/metrics/by_report/stored'))
  return [
    {
      what: 'scope of a report among 20,000 endpoints, compared with the stored one: median',
      on,
      measured: milliseconds(preview),
      budget: `< ${milliseconds(maxScope)}`,
      holds: preview < maxScope,
    },
    { what: 'endpoints by report, 10,000 of 20,000: median', on, measured: milliseconds(byReport) },
    { what: 'metrics by report, 2,000: median', on, measured: milliseconds(metrics) },
  ]
}

async function timesOf(work: () => Promise<{ readonly took: number }>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 9; round++) times.push((await work()).took)
  return median(times)
}
