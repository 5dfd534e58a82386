// The services and commands in processes of their own, as in production: their memory, the topology, a start.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createdEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { demoFolder, startDemonstration } from '@quatrain/e2e/demonstration.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import type { Cluster } from '@quatrain/platform/testing/postgresql-cluster.ts'
import {
  api,
  askOften,
  askSuccessfully,
  box,
  compared,
  interleaved,
  jsonOf,
  medianTime,
  signIn,
  type Target,
} from '../client.ts'
import { inWords, profileName, secret, sized } from '../data.ts'
import { below, type Figure, median, megabytes, milliseconds, seconds } from '../figures.ts'
import {
  createDatabase,
  createFilled,
  growthDuring,
  memoryOf,
  type Program,
  quatrain,
  startProgram,
  startServer,
  startWebApi,
} from '../programs.ts'
import { backupFilling, memoryFilling } from './fillings.ts'
import { shareFigure } from './reads.ts'
import { list } from './saves.ts'

const mebibytes = 1024 * 1024

/** The memory of a service after some work, which is ended then. */
async function memoryAfter(
  program: Program,
  label: string,
  budget: number,
  work: () => Promise<void>,
): Promise<Figure> {
  try {
    const atFirst = memoryOf(program.pid).now
    await work()
    const { now, most } = memoryOf(program.pid)
    const remark = `peak ${megabytes(most)}, ${megabytes(atFirst)} at the start`
    return below(`${label}: resident memory`, now, budget * mebibytes, megabytes, { remark })
  } finally {
    await program.stop()
  }
}

/** The memory of the console after reads of all kinds in all tenants. */
export async function measureMemory(cluster: Cluster): Promise<Figure[]> {
  const { url } = await createFilled(cluster, memoryFilling)
  const { tenants } = memoryFilling
  const webApi = { QUATRAIN_WEBAPI_URL: 'http://127.0.0.1:9' }
  const env = { QUATRAIN_DATABASE_URL: url, QUATRAIN_SECRET: secret, QUATRAIN_TLS: 'off', ...webApi }
  const program = await startProgram('start', env, await freePort())
  const requests = sized(10_000, 800)
  const objects = tenants.reduce((sum, { metrics, profiles }) => sum + metrics + profiles, 0)
  const label = `console process, ${objects} objects stored, after ${requests} requests`
  const figure = await memoryAfter(program, label, 256, async () => {
    for (const { tenant } of tenants) await readEverything(program.url, tenant, requests / tenants.length)
  })
  return [figure]
}

/** One tenant's share of the requests: of twenty, one is the list of all metrics for a box, four are whole lists. */
async function readEverything(url: string, tenant: string, amount: number): Promise<void> {
  const { member } = await signIn(url, tenant)
  const list = `${api}/metricprofiles`
  const { etag } = (await askSuccessfully(member, 'GET', list)).headers
  const by = (path: string, more = {}) => ({ path, headers: { ...member.headers, ...more } })
  const history = by(`${api}/tenantversion/metricprofile/${profileName(1)}`)
  await askOften(url, amount, [
    { path: '/api/v2/metrics', headers: { ...box(url, tenant).headers } },
    ...Array(4).fill(by(list)),
    ...Array(5).fill(by(list, { 'if-none-match': etag })),
    history,
    history,
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => by(`${list}/${profileName(number)}`)),
  ])
}

const provisioned = (...tenants: readonly string[]) => ({
  templates: 1,
  versions: 1,
  tenants: tenants.map((tenant) => ({ tenant, metrics: 0, profiles: 0, pairs: 0 })),
})

/** The memory of the Web API after many reads and writes of a list of 0.8 MB. */
export async function measureWebApi(cluster: Cluster): Promise<Figure[]> {
  const { url } = await createFilled(cluster, provisioned('LISTS'))
  const webApi = await startWebApi(url)
  const target = webApi.as('LISTS')
  const [types, writes, reads] = [sized(6_000, 600), sized(20, 3), sized(500, 30)]
  const path = '/api/v2/topology/service-types'
  const body = list(types, (index) => ({
    name: `service.type.number.${index}`,
    title: `Title of ${index}`,
    description: `What the service type ${index} is for, in words`,
    tags: ['topology'],
  }))
  const label = `Web API process, a list of ${inWords(types)} service types written ${writes} times and read ${reads} times`
  const figure = await memoryAfter(webApi, label, 200, async () => {
    for (let write = 0; write < writes; write++) {
      await askSuccessfully(target, 'PUT', path, { body })
      await askOften(webApi.url, reads / writes, [{ path, headers: { ...target.headers } }])
    }
  })
  return [figure]
}

export const endpointsPath = '/api/v2/topology/endpoints'

/** Endpoints with eight tags, two of which differ in each; all of them, or every second one, are in production. */
export const endpoints = (count: number, areAllInProduction = false) =>
  list(count, (index) => ({
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
      production: areAllInProduction ? '1' : String(index % 2),
      region: 'north',
      scope: `alpha${index % 7}, beta`,
    },
  }))

/** The Web API's topology: a write of very many endpoints, a filtered read, and the scope of a report. */
export async function measureTopology(cluster: Cluster): Promise<Figure[]> {
  const { url } = await createFilled(cluster, provisioned('SMALL', 'MEDIUM', 'LARGE'))
  const webApi = await startWebApi(url)
  const floor = await startServer(url)
  try {
    const large = webApi.as('LARGE')
    const body = endpoints(sized(200_000, 2_000))
    const size = Buffer.byteLength(JSON.stringify(body))
    const [{ took }, growth] = await growthDuring(webApi.pid, () =>
      askSuccessfully(large, 'POST', `${endpointsPath}?date=2026-07-01`, { body }),
    )
    const label = `a post of ${inWords(body.length)} endpoints, ${megabytes(size)}`

    const small = webApi.as('SMALL')
    await askSuccessfully(small, 'PUT', endpointsPath, { body: endpoints(2_000, true) })
    const path = `${endpointsPath}?tags=production:1`
    await floor.setFloor({ scope: scopeOfSmall, text: sameEndpoints })
    const bare = { url: floor.bareUrl, path: '/floor' }
    const turns = await interleaved([bare, { ...small, path }], size)
    return [
      below(label, took, 10_000, seconds),
      below(`${label}: growth of the peak memory`, growth, 2 * size, megabytes),
      shareFigure('list of 2,000 endpoints, filtered by a tag', compared(turns, 0, 1), 0.6),
      await measureScope(webApi.as('MEDIUM')),
    ]
  } finally {
    await floor.stop()
    await webApi.stop()
  }
}

/** The first tenant of the Web API. */
const scopeOfSmall = scope({ role: 'quatrain_webapi', schema: 'webapi', settings: { 'webapi.tenant': '1' } })
const sameEndpoints = `
  select "group", type, service, hostname, written from topology_endpoints
  where until = 2147483647 and id = any(array(
    select unnest(items) from topology_endpoint_tags where name = 'production' and value = '1'))
  order by "group", id`

/** The scope of a report among many endpoints, compared with the stored report. */
async function measureScope(target: Target): Promise<Figure> {
  const count = sized(20_000, 1_000)
  const groupOf = (index: number) => ({ group: `region-${index % 20}`, type: 'NGI', subgroup: `site-${index}` })
  const groups = list(count / 10, (index) => ({ ...groupOf(index), tags: { monitored: '1' } }))
  const metricsOf = (service: number) => list(10, (metric) => `org.metric.number-${10 * service + metric}`)
  const services = list(200, (index) => ({ service: `service.${index}`, metrics: metricsOf(index) }))
  const metricProfile = { name: 'reported', services }
  await askSuccessfully(target, 'PUT', '/api/v2/topology/groups', { body: groups })
  await askSuccessfully(target, 'PUT', endpointsPath, { body: endpoints(count) })
  const added = await askSuccessfully(target, 'POST', '/api/v2/metric_profiles', { body: metricProfile })
  const { data } = createdEnvelope.parse(jsonOf(added))
  const topology_schema = { group: { type: 'NGI', group: { type: 'SITES' } } }
  const inProduction = { name: 'production', value: '1', context: 'argo.endpoint.filter.tags' }
  const inGroups = { name: 'group', value: 'region-1*', context: 'argo.group.filter.fields' }
  const profiles = [{ type: 'metric', id: data.id }]
  const report = { info: { name: 'stored' }, topology_schema, filter_tags: [inProduction], profiles }
  await askSuccessfully(target, 'POST', '/api/v2/reports', { body: report })
  const body = { name: 'stored', topology_schema, filter_tags: [inGroups, inProduction] }
  const took = await medianTime(9, () => askSuccessfully(target, 'POST', '/api/v2/topology/scope', { body }))
  const label = `scope of a report among ${inWords(count)} endpoints, compared with the stored one: median`
  return below(label, took, 300, milliseconds)
}

/** The memory of a backup and of a restore of many tenants, above that of few. */
export async function measureBackup(cluster: Cluster): Promise<Figure[]> {
  const [fewTenants, many] = [sized(10, 2), sized(100, 10)]
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-bench-'))
  const measureOf = async (tenants: number) => {
    const { url } = await createFilled(cluster, backupFilling(tenants))
    const file = join(folder, `${tenants}.tar.zst`)
    return {
      create: await quatrain(['backup', 'create', file], url),
      restore: await quatrain(['backup', 'restore', file], await createDatabase(cluster)),
    }
  }
  try {
    const [ofFew, ofMany] = [await measureOf(fewTenants), await measureOf(many)]
    return (['create', 'restore'] as const).map((command) => {
      const label = `${command}: peak memory with ${many} tenants, above that with ${fewTenants}`
      const remark = `${megabytes(ofMany[command])} in all`
      return below(label, ofMany[command] - ofFew[command], 64 * mebibytes, megabytes, { remark })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The time of the demonstration's first start in an empty folder, and of another one. It has to be built already. */
export async function measureDemo(): Promise<Figure[]> {
  const [first, again]: [number[], number[]] = [[], []]
  for (let round = 0; round < sized(3, 1); round++) {
    const { data, remove } = demoFolder()
    try {
      first.push(await timeOfStart(data))
      again.push(await timeOfStart(data))
    } finally {
      remove()
    }
  }
  const on = 'PGlite'
  return [
    below('cold start of the demonstration, first time', median(first), 10_000, seconds, { on }),
    below('cold start of the demonstration, afterwards', median(again), 3_000, seconds, { on }),
  ]
}

/** Milliseconds from the start of the process until a page has responded. */
async function timeOfStart(data: string): Promise<number> {
  const startedAt = performance.now()
  const demo = await startDemonstration(data)
  await askSuccessfully({ url: `http://127.0.0.1:${demo.port}`, headers: { host: 'nordic.localhost' } }, 'GET', '/ui/')
  const took = performance.now() - startedAt
  await demo.end('SIGTERM')
  return took
}
