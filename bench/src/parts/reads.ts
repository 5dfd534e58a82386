import { metricName } from '../data/catalogue.ts'
import { profileName } from '../data/objects.ts'
import { askSuccessfully, type Target } from '../http/ask.ts'
import { type Compared, compare, comparedOf, interleaved, type Pace, slowPace, usualPace } from '../http/load.ts'
import { type Figure, percent, perSecond } from '../report/figure.ts'
import { anyone, person } from '../visitors.ts'
import { assertAlike } from './alike.ts'
import { manyTenant, type Place, tenant } from './places.ts'
import { slowestStatement } from './slowest-statement.ts'

interface Read {
  readonly what: string
  readonly target: Target
  readonly path: string
  /** `about` occurs in the statement that reads the response; `of` is the tenant, if it is not the usual one. */
  readonly floor: {
    readonly name: string
    readonly of?: string
    readonly about: string
    readonly parameters?: readonly unknown[]
    readonly isOne?: boolean
  }
  readonly pace?: Pace
  /** The share of the floor's requests per second in the budget. */
  readonly least: number
}

const api = '/api/v2/internal'

/** Requests per second of reads, each compared with a bare handler that runs the observed statement of the console. */
export async function measureReads({ name, server }: Place): Promise<Figure[]> {
  const { target: member, cookies } = await person(server.consoleUrl, tenant)
  const visitor = anyone(server.consoleUrl, tenant, cookies)
  const profile = profileName(500)
  const list = { floor: { name: 'list', about: 'metric_profiles' }, least: 0.6 }
  const one = {
    floor: { name: 'one', about: 'metric_profiles', parameters: [profile], isOne: true },
    least: 0.5,
  }
  const { target: manyMember } = await person(server.consoleUrl, manyTenant)
  const metric = metricName(5_000)
  const many = { floor: { name: 'many-metrics', of: manyTenant, about: 'from metrics' }, pace: slowPace, least: 0.6 }
  const oneOfMany = {
    floor: { name: 'one-metric', of: manyTenant, about: 'from metrics', parameters: [metric], isOne: true },
    least: 0.5,
  }
  const ofContent = { parameters: [profile], isOne: true }
  const aggregation = { floor: { name: 'aggregations', about: 'aggregation_profiles' }, least: 0.6 }
  const oneAggregation = { floor: { name: 'aggregation', about: 'aggregation_profiles', ...ofContent }, least: 0.5 }
  const thresholds = { floor: { name: 'all-thresholds', about: 'thresholds_profiles' }, least: 0.6 }
  const oneOfThresholds = { floor: { name: 'thresholds', about: 'thresholds_profiles', ...ofContent }, least: 0.5 }
  const [lists, publicLists] = [`${api}/metricprofiles`, `${api}/public_metricprofiles`]
  const reads: Read[] = [
    { what: 'list of 1,000 metric profiles, signed in', target: member, path: lists, ...list },
    { what: 'list of 1,000 metric profiles, public', target: visitor, path: publicLists, ...list },
    {
      what: 'list of 10,000 metrics, signed in, through two connections',
      target: manyMember,
      path: `${api}/metric`,
      ...many,
    },
    { what: 'one metric, signed in', target: manyMember, path: `${api}/metric/${metric}`, ...oneOfMany },
    { what: 'one metric profile of 20 pairs, signed in', target: member, path: `${lists}/${profile}`, ...one },
    {
      what: 'list of 1,000 aggregation profiles, signed in',
      target: member,
      path: `${api}/aggregations`,
      ...aggregation,
    },
    {
      what: 'one aggregation profile of 50 services, signed in',
      target: member,
      path: `${api}/aggregations/${profile}`,
      ...oneAggregation,
    },
    {
      what: 'list of 1,000 thresholds profiles, signed in',
      target: member,
      path: `${api}/thresholdsprofiles`,
      ...thresholds,
    },
    {
      what: 'one thresholds profile of 20 rules, signed in',
      target: member,
      path: `${api}/thresholdsprofiles/${profile}`,
      ...oneOfThresholds,
    },
    { what: 'one metric profile of 20 pairs, public', target: visitor, path: `${publicLists}/${profile}`, ...one },
  ]
  const figures: Figure[] = []
  for (const read of reads) figures.push(figureOf(name, read, await measureRead(server, read)))
  return [...figures, await measureUnchanged(name, member)]
}

interface Measured extends Compared {
  readonly memory: number
  readonly slowest: string
}

async function measureRead(server: Place['server'], read: Read): Promise<Measured> {
  const { target, path, floor, pace = usualPace } = read
  await server.calls.observe()
  const answer = await askSuccessfully(target, 'GET', path)
  const { name, of = tenant, about, parameters = [], isOne = false } = floor
  const text = (await server.calls.observed()).findLast((statement) => statement.includes(about))
  if (text === undefined) throw new Error(`${path} runs no statement about ${about}.`)
  await server.calls.setFloor({ of: { tenant: of }, name, text, parameters, isOne })
  const bare = { url: server.bareUrl }
  assertAlike(path, answer, await askSuccessfully(bare, 'GET', `/${name}`))
  await server.calls.setMemory(answer.body.toString())
  const turns = await interleaved(
    [
      { ...bare, path: `/${name}` },
      { ...target, path },
      { ...bare, path: '/memory' },
    ],
    pace,
  )
  const slowest = await slowestStatement(server, () => askSuccessfully(target, 'GET', path))
  return { ...comparedOf(turns, 0, 1), memory: comparedOf(turns, 2, 1).floor, slowest }
}

const figureOf = (on: string, { what, least }: Read, { floor, subject, share, memory, slowest }: Measured): Figure => ({
  what,
  on,
  measured: `${perSecond(subject)}, ${percent(share)}`,
  floor: perSecond(floor),
  memory: perSecond(memory),
  slowest,
  ...(on === 'PostgreSQL' && { budget: `≥ ${percent(least)} of the floor`, holds: share >= least }),
})

const leastTimes = 5

async function measureUnchanged(on: string, member: Target): Promise<Figure> {
  const path = `${api}/metricprofiles`
  const etag = String((await askSuccessfully(member, 'GET', path)).headers.etag)
  const again = { ...member, headers: { ...member.headers, 'if-none-match': etag }, path, status: 304 } as const
  const { floor, subject, share } = await compare({ ...member, path }, again)
  return {
    what: 'the same list with If-None-Match: 304',
    on,
    measured: `${perSecond(subject)}, ${share.toFixed(1)} times`,
    floor: `${perSecond(floor)} (the full response)`,
    budget: `≥ ${leastTimes} times`,
    holds: share >= leastTimes,
  }
}
