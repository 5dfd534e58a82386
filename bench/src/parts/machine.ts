import { machineMetrics, machineTemplates } from '@quatrain/contract/machine-api/metrics.ts'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import { askSuccessfully, type Target } from '../http/ask.ts'
import { comparedOf, interleaved } from '../http/load.ts'
import { type Figure, perSecond } from '../report/figure.ts'
import { box } from '../visitors.ts'
import { assertAlike } from './alike.ts'
import type { Place } from './places.ts'
import { onPostgreSql } from './with-place.ts'

const tenant = 'BOXES'
const metrics = 2_000

const filling: Filling = {
  catalogue: { templates: metrics, versions: 1 },
  tenants: [{ tenant, metrics, profiles: 20, pairs: 100 }],
}

interface List {
  readonly what: string
  readonly path: string
  /** A text that occurs only in the statement that reads the list. */
  readonly about: string
}

const lists: readonly List[] = [
  { what: 'metrics, for a box', path: machineMetrics.path, about: 'from metrics_with_content' },
  { what: 'metric templates, for a box', path: machineTemplates.path, about: 'from metric_templates as current' },
]

const pace = { connections: 2, warmUp: 3, round: 5 }

/** The lists that monitoring boxes poll with their keys: in full, compressed, and unchanged. */
export const measureMachine = (databases: Databases) =>
  onPostgreSql(databases, { name: 'machine', filling }, async (place) => {
    const machine = box(place.server.consoleUrl, tenant)
    const figures: Figure[] = []
    for (const list of lists) figures.push(...(await measureCached(place, list, machine)))
    return { figures, databaseVersion: place.server.databaseVersion }
  })

/** The figures of one list, each compared with the observed statement of its first request. */
async function measureCached({ name: on, server }: Place, list: List, machine: Target): Promise<Figure[]> {
  const { what, path, about } = list
  await server.calls.observe()
  const answer = await askSuccessfully(machine, 'GET', path)
  const text = (await server.calls.observed()).findLast((statement) => statement.includes(about))
  if (text === undefined) throw new Error(`${path} runs no statement about ${about}.`)
  await server.calls.setFloor({ of: { tenant }, name: 'list', text, parameters: [], isOne: false })
  const bare = { url: server.bareUrl, path: '/list' }
  const rows = assertAlike(path, answer, await askSuccessfully(bare, 'GET', bare.path))
  const asked = (headers: Readonly<Record<string, string>>) => ({
    ...machine,
    path,
    headers: { ...machine.headers, ...headers },
  })
  const unchanged = { ...asked({ 'if-none-match': String(answer.headers.etag) }), status: 304 } as const
  const turns = await interleaved([bare, asked({}), asked({ 'accept-encoding': 'gzip' }), unchanged], pace)
  const size = `${rows.toLocaleString('en')}, ${Math.round(answer.body.length / 1000).toLocaleString('en')} kB`
  return [
    { what: `${what}: list of ${size}`, at: 1, least: leastTimes.whole },
    { what: `${what}: with gzip`, at: 2, least: leastTimes.compressed },
    { what: `${what}: unchanged, 304`, at: 3, least: leastTimes.unchanged },
  ].map(({ what, at, least }) => {
    const { floor, subject, share } = comparedOf(turns, 0, at)
    return {
      what,
      on,
      measured: `${perSecond(subject)}, ${share.toFixed(1)} times`,
      floor: perSecond(floor),
      budget: `≥ ${least} times the floor`,
      holds: share >= least,
    }
  })
}

/** Times the requests per second of a handler that reads and serializes the list each time. */
const leastTimes = { whole: 4, compressed: 10, unchanged: 10 }
