import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { tenants } from '@quatrain/contract/tenants.ts'
import { superTenant } from '../data/tenants.ts'
import { askSuccessfully, type Target } from '../http/ask.ts'
import { comparedOf, interleaved, type Pace } from '../http/load.ts'
import { type Figure, percent, perSecond } from '../report/figure.ts'
import type { Whose } from '../server/main.ts'
import { person } from '../visitors.ts'
import { assertAlike } from './alike.ts'
import type { Place } from './places.ts'
import { slowestStatement } from './slowest-statement.ts'

interface List {
  readonly what: string
  /** The tenant of the request. */
  readonly tenant: string
  readonly path: string
  /** A text that occurs only in the statement that reads the list. */
  readonly about: string
  /** An equivalent single statement, if the list is read in pages. */
  readonly together?: (page: string, seen: readonly string[]) => string
  /** The scope, if it is not that of the tenant. */
  readonly of?: Whose
}

/** One of the tenants. */
const usual = 'TENANT50'

const pathOf = (resource: Resource) => resourceEndpoints(resource).list.path
const versionsOf = (resource: Resource) => resourceEndpoints(resource).allVersions.path

const shared = { tenant: superTenant }
const templates = { path: pathOf(metricTemplates), about: 'from metric_templates as template' }
const packageList = { path: pathOf(packages), about: 'from packages as package' }

/** A list in pages reads all ids first, and then the rows of some of them: here of all, in any order. */
function ofAllIds(page: string, seen: readonly string[]): string {
  const ids = seen.find((statement) => statement.trimStart().startsWith('select version.id from'))
  const [rows] = page.split(/\s+order by array_position\(\$\d+::integer\[\], id\)/)
  if (ids === undefined || rows === undefined || rows === page)
    throw new Error(`This statement does not read a page: ${page}`)
  return rows.replaceAll(/\$\d+::integer\[\]/g, `array(${ids})`)
}

const lists: readonly List[] = [
  { what: 'metric templates with their tenants', ...shared, ...templates, of: 'every tenant' },
  { what: 'metric templates, in a tenant', tenant: usual, ...templates },
  { what: 'probes', ...shared, path: pathOf(probes), about: 'from probes as probe' },
  { what: 'packages', ...shared, ...packageList },
  { what: 'packages of its metrics, in a tenant', tenant: usual, ...packageList },
  { what: 'metric tags', ...shared, path: pathOf(metricTags), about: 'from metric_tags as tag' },
  { what: 'YUM repos', ...shared, path: pathOf(yumRepos), about: 'from yum_repos as repo' },
  { what: 'default ports', ...shared, path: pathOf(defaultPorts), about: 'from default_ports as port' },
  { what: 'tenants', ...shared, path: pathOf(tenants), about: 'nr_metrics', of: 'every tenant' },
  {
    what: 'versions of all metric templates',
    ...shared,
    path: versionsOf(metricTemplates),
    about: 'join metric_template_versions as version',
    together: ofAllIds,
  },
  {
    what: 'versions of all probes',
    ...shared,
    path: versionsOf(probes),
    about: 'probe_versions as version',
    together: ofAllIds,
  },
]

const usualPace: Pace = { connections: 10, warmUp: 1, round: 3 }
/** For large responses, of which few arrive in a second. */
const slowPace: Pace = { connections: 2, warmUp: 3, round: 5 }
const largeAnswer = 300_000

/**
 * Requests per second of every list, in full and unchanged, compared with a bare handler that runs the same statement.
 */
export async function measureLists({ name, server }: Place): Promise<Figure[]> {
  const members = new Map<string, Target>()
  for (const tenant of [superTenant, usual]) members.set(tenant, (await person(server.consoleUrl, tenant)).target)
  const figures: Figure[] = []
  for (const list of lists) {
    const member = members.get(list.tenant)
    if (member) figures.push(...(await measureList(name, server, list, member)))
  }
  return figures
}

/** The figures of one list: in full compared with its observed statement, and unchanged compared with that. */
async function measureList(on: string, server: Place['server'], list: List, member: Target): Promise<Figure[]> {
  const { what, tenant, path, about, of = { tenant }, together } = list
  // A first request fills the caches of a server in use.
  await askSuccessfully(member, 'GET', path)
  await server.calls.observe()
  const answer = await askSuccessfully(member, 'GET', path)
  const seen = await server.calls.observed()
  const found = seen.findLast((statement) => statement.includes(about))
  if (found === undefined) throw new Error(`${path} runs no statement about ${about}.`)
  const text = together ? together(found, seen) : found
  await server.calls.setFloor({ of, name: 'list', text, parameters: [], isOne: false })
  const bare = { url: server.bareUrl, path: '/list' }
  const rows = assertAlike(path, answer, await askSuccessfully(bare, 'GET', bare.path))
  const { etag } = answer.headers
  const again = { ...member, headers: { ...member.headers, 'if-none-match': String(etag) }, path, status: 304 } as const
  const pace = answer.body.length > largeAnswer ? slowPace : usualPace
  await server.calls.setMemory(answer.body.toString())
  const memory = { url: server.bareUrl, path: '/memory' }
  const turns = await interleaved([bare, { ...member, path }, memory, ...(etag === undefined ? [] : [again])], pace)
  const slowest = await slowestStatement(server, () => askSuccessfully(member, 'GET', path))
  const named = `${what}: list of ${rows.toLocaleString('en')}, ${Math.round(answer.body.length / 1000).toLocaleString('en')} kB`
  return [
    { ...fullOf(named, on, comparedOf(turns, 0, 1)), memory: perSecond(comparedOf(turns, 2, 1).floor), slowest },
    ...(etag === undefined ? [] : [unchangedOf(what, on, comparedOf(turns, 1, 3))]),
    ...(path === pathOf(tenants) ? [statementsOf(what, on, seen.filter(isOfList).length)] : []),
  ]
}

type Compared = ReturnType<typeof comparedOf>

const leastShare = 0.6
const leastTimes = 5

const fullOf = (what: string, on: string, { floor, subject, share }: Compared): Figure => ({
  what,
  on,
  measured: `${perSecond(subject)}, ${percent(share)}`,
  floor: perSecond(floor),
  budget: `≥ ${percent(leastShare)} of the floor`,
  holds: share >= leastShare,
})

const unchangedOf = (what: string, on: string, { floor, subject, share }: Compared): Figure => ({
  what: `${what}: unchanged, 304`,
  on,
  measured: `${perSecond(subject)}, ${share.toFixed(1)} times`,
  floor: `${perSecond(floor)} (the full response)`,
  budget: `≥ ${leastTimes} times`,
  holds: share >= leastTimes,
})

/** A pooled connection may need its scope first, and a session is read again after a while. */
const isOfList = (statement: string) => !statement.startsWith('set ') && !statement.includes('from sessions')

const statementsOf = (what: string, on: string, count: number): Figure => ({
  what: `${what}: statements of the list`,
  on,
  measured: String(count),
  budget: '1, for any number of tenants',
  holds: count === 1,
})
