import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { withArticle } from '@quatrain/server/src/kit/resource/label.ts'
import { metricName } from '../data/catalogue.ts'
import type { Target } from '../http/ask.ts'
import { median, percentile } from '../median.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import { type Place, tenant } from './places.ts'
import { addOperationsProfile, addProfile, groupsOfServices, saveProfile } from './profiles.ts'
import { bareSave } from './save-floor.ts'
import { smallPairs } from './saves.ts'
import { statementsOf } from './statements-of.ts'

const warmUps = 50
const saves = 400
const maxP99 = 30

/** The metric profile of the aggregation profiles. */
const aggregated = 'AGGREGATED'

export interface Measured {
  readonly resource: Resource
  readonly small: { readonly size: string; readonly content: object }
  readonly large: { readonly size: string; readonly content: object }
}

/** The operations profile of the reports. */
const operations = 'OPERATIONS'
const savedSmall = 'SAVED-SMALL'

/** In this order: a report refers to the profiles before it. */
export const measured: readonly Measured[] = [
  {
    resource: aggregationProfiles,
    small: { size: '5 groups of 10 services', content: groupsOfServices(aggregated, 5, 10) },
    large: { size: '500 groups of 50 services', content: groupsOfServices(aggregated, 500, 50) },
  },
  {
    resource: thresholdsProfiles,
    small: { size: '20 rules', content: thresholdsOf(20) },
    large: { size: '5,000 rules', content: thresholdsOf(5_000) },
  },
  {
    resource: reports,
    small: { size: '5 filters', content: reportOf(5) },
    large: { size: '500 filters', content: reportOf(500) },
  },
]

/** The duration and the statements of saves of the other profiles in both stores, small and as large as they get. */
export async function measureProfileSaves(place: Place): Promise<Figure[]> {
  const { name, server } = place
  const { target } = await person(server.consoleUrl, tenant)
  const ofPostgreSql = name === 'PostgreSQL'
  await addReferred(target, server.webApiUrl)
  const bare = await bareSave(place)
  const figures: Figure[] = []
  for (const { resource, small, large } of measured) {
    const profile = await addProfile(target, resource, savedSmall, small.content)
    const largest = await addProfile(target, resource, 'SAVED-LARGE', large.content)
    const floor: number[] = []
    const times = await timesOf(warmUps, saves, async () => {
      floor.push(await bare(smallPairs))
      return saveProfile(target, profile, small.content)
    })
    const ofLarge = await timesOf(2, 7, () => saveProfile(target, largest, large.content))
    const worst = percentile(times, 0.99)
    const what = `save of ${withArticle(resource.label.one)} of`
    figures.push(
      {
        what: `${what} ${small.size}: 99th percentile (median)`,
        on: name,
        measured: `${milliseconds(worst)} (${milliseconds(median(times))})`,
        floor: `${milliseconds(percentile(floor, 0.99))} (${milliseconds(median(floor))})`,
        ...(ofPostgreSql && { budget: `< ${maxP99} ms`, holds: worst < maxP99 }),
      },
      { what: `${what} ${large.size}: median`, on: name, measured: milliseconds(median(ofLarge)) },
    )
    if (!ofPostgreSql) continue
    const few = await statementsOf(server, () => saveProfile(target, profile, small.content))
    const many = await statementsOf(server, () => saveProfile(target, largest, large.content))
    figures.push({
      what: `statements of a save of ${withArticle(resource.label.one)} of ${small.size} and of ${large.size}`,
      on: name,
      measured: `${few} and ${many}`,
      budget: '≤ 12, for any size',
      holds: few === many && many <= 12,
    })
  }
  return figures
}

/** Adds what the profiles and reports refer to. */
export async function addReferred(target: Target, webApiUrl: string): Promise<void> {
  await addProfile(target, metricProfiles, aggregated, { services: [] })
  await addOperationsProfile(webApiUrl, tenant, operations)
}

async function timesOf(warmUps: number, count: number, save: () => Promise<number>): Promise<number[]> {
  for (let round = 0; round < warmUps; round++) await save()
  const times: number[] = []
  for (let round = 0; round < count; round++) times.push(await save())
  return times
}

function thresholdsOf(rules: number): object {
  return {
    rules: Array.from({ length: rules }, (_, index) => ({
      metric: metricName(1 + (index % 200)),
      host: `host-${index}.example.org`,
      thresholds: 'time=1s;0:5;5:10',
    })),
  }
}

function reportOf(filters: number): object {
  return {
    ...{ metric_profile: aggregated, aggregation_profile: savedSmall, operations_profile: operations },
    ...{ availability: 80, reliability: 85, uptime: 80, unknown: 10, downtime: 10 },
    topology_types: ['NGI', 'SITES'],
    filter_tags: Array.from({ length: filters }, (_, index) => ({
      name: 'group',
      value: `site-${index}`,
      context: 'argo.endpoint.filter.fields',
    })),
  }
}
