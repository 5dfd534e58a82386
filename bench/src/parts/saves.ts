import { type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricName } from '../data/catalogue.ts'
import type { Target } from '../http/ask.ts'
import { median, percentile } from '../median.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import { type Place, spareMetrics, tenant } from './places.ts'
import { addProfile, type SavedProfile, saveProfile } from './profiles.ts'
import { bareSave } from './save-floor.ts'
import { statementsOf } from './statements-of.ts'

const warmUps = 50
const saves = 400
export const smallPairs = pairsOf(20)
const largePairs = pairsOf(5_000)

const add = (target: Target, name: string, services: readonly MetricInstance[]) =>
  addProfile(target, metricProfiles, name, { services })
const save = (target: Target, profile: SavedProfile, services: readonly MetricInstance[]) =>
  saveProfile(target, profile, { services })

/** The duration of saves, each compared with one bare statement that inserts as many rows. */
export async function measureSaves(place: Place): Promise<Figure[]> {
  const { name, server } = place
  const { target } = await person(server.consoleUrl, tenant)
  const bare = await bareSave(place)
  const small = await add(target, 'SAVED-SMALL', smallPairs)
  const large = await add(target, 'SAVED-LARGE', largePairs)
  const imports = await add(target, 'SAVED-IMPORTS', smallPairs)
  const p99 = await timesOf(warmUps, saves, { bare, target, profile: small, pairs: smallPairs })
  const ofLarge = await timesOf(2, 7, { bare, target, profile: large, pairs: largePairs })
  const many = [...smallPairs, ...spare(2_000)]
  const imported = await save(target, imports, many)
  const removed = await save(target, imports, smallPairs)
  const worst = percentile(p99.subject, 0.99)
  return [
    {
      what: 'save of 20 pairs, one of which is added or removed with its metric: 99th percentile (median)',
      on: name,
      measured: `${milliseconds(worst)} (${milliseconds(median(p99.subject))})`,
      floor: `${milliseconds(percentile(p99.floor, 0.99))} (${milliseconds(median(p99.floor))})`,
      ...(name === 'PostgreSQL' && { budget: '< 30 ms', holds: worst < 30 }),
    },
    {
      what: 'save of 5,000 pairs: median',
      on: name,
      measured: milliseconds(median(ofLarge.subject)),
      floor: milliseconds(median(ofLarge.floor)),
    },
    { what: 'save that imports 2,000 metrics', on: name, measured: milliseconds(imported) },
    { what: 'save that removes 2,000 metrics', on: name, measured: milliseconds(removed) },
  ]
}

/** Milliseconds of each save, and of each bare insert in between. */
async function timesOf(
  warmUps: number,
  count: number,
  given: {
    readonly bare: Awaited<ReturnType<typeof bareSave>>
    readonly target: Target
    readonly profile: SavedProfile
    readonly pairs: readonly MetricInstance[]
  },
): Promise<{ readonly floor: number[]; readonly subject: number[] }> {
  const { bare, target, profile, pairs } = given
  const times: Record<'floor' | 'subject', number[]> = { floor: [], subject: [] }
  for (let round = 0; round < warmUps + count; round++) {
    const floor = await bare(pairs)
    const subject = await save(target, profile, round % 2 ? pairs : [...pairs, ...spare(1)])
    if (round < warmUps) continue
    times.floor.push(floor)
    times.subject.push(subject)
  }
  return times
}

/** The number of statements of saves of different sizes. */
export async function countStatements({ name, server }: Place): Promise<Figure[]> {
  const { target } = await person(server.consoleUrl, tenant)
  const countOf = (profile: SavedProfile, pairs: readonly MetricInstance[]) =>
    statementsOf(server, () => save(target, profile, pairs))
  const profile = await add(target, 'COUNTED', pairsOf(2))
  const sizes = [await countOf(profile, pairsOf(1)), await countOf(profile, largePairs)]
  const imports = [await countOf(profile, spare(10)), await countOf(profile, spare(2_000))]
  const figureOf = (what: string, [few = 0, many = 0]: readonly number[]): Figure => ({
    what,
    on: name,
    measured: `${few} and ${many}`,
    budget: '≤ 12, for any size',
    holds: few === many && many <= 12,
  })
  return [
    figureOf('statements of a save of 1 pair and of 5,000 pairs', sizes),
    figureOf('statements of a save that imports 10 metrics and 2,000 metrics', imports),
  ]
}

/** Pairs with metrics of the tenant. */
export function pairsOf(count: number): MetricInstance[] {
  return Array.from({ length: count }, (_, index) => ({
    service: `org.service.type-${Math.floor(index / 20)}`,
    metric: metricName(1 + (index % 20)),
  }))
}

/** Pairs with metrics that the tenant does not have yet. */
const spare = (count: number): MetricInstance[] =>
  Array.from({ length: count }, (_, index) => ({
    service: 'org.service.new',
    metric: metricName(spareMetrics + index),
  }))
