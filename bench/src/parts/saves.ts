// Saves in both stores, small and as large as they get: their duration and their statements.
import { setTimeout } from 'node:timers/promises'
import { api, askSuccessfully, jsonOf, signIn, type Target } from '../client.ts'
import { inWords, metricName, sized } from '../data.ts'
import { type Figure, statementsFigure, timesFloor } from '../figures.ts'
import type { Place } from '../programs.ts'
import { spareMetrics, tenant } from './fillings.ts'

/** A profile or report as it was last saved; saving it again needs its version. */
interface Saved {
  readonly path: string
  readonly name: string
  readonly apiid: string
  etag: string
  saves: number
}

/** Adds one through the console, so that the Web API stores it too. */
export async function addProfile(target: Target, path: string, name: string, content: object): Promise<Saved> {
  const body = { name, groupname: tenant, description: 'To be saved.', ...content }
  const answer = await askSuccessfully(target, 'POST', `${api}/${path}`, { body })
  return { path, name, apiid: jsonOf(answer).apiid, etag: String(answer.headers.etag), saves: 0 }
}

/** Saves it with this content and another description. Returns the duration in milliseconds. */
async function save(target: Target, saved: Saved, content: object): Promise<number> {
  const { path, name, apiid, etag } = saved
  saved.saves += 1
  const body = { name, apiid, groupname: tenant, description: `Saved ${saved.saves} times.`, ...content }
  const { headers, took } = await askSuccessfully(target, 'PUT', `${api}/${path}`, {
    body,
    headers: { 'if-match': etag },
  })
  saved.etag = String(headers.etag)
  return took
}

export const operationsProfile = {
  name: 'OPERATIONS',
  available_states: ['OK', 'CRITICAL'],
  defaults: { down: 'CRITICAL', missing: 'CRITICAL', unknown: 'CRITICAL' },
  operations: [{ name: 'AND', truth_table: [{ a: 'OK', b: 'CRITICAL', x: 'CRITICAL' }] }],
}

export const list = <T>(length: number, itemOf: (index: number) => T) =>
  Array.from({ length }, (_, index) => itemOf(index))

/** Pairs with metrics of the tenant. */
export const pairsOf = (count: number) =>
  list(count, (index) => ({
    service: `org.service.type-${Math.floor(index / 20)}`,
    metric: metricName(1 + (index % 20)),
  }))

/** Pairs with metrics that the tenant does not have yet. */
const spare = (count: number) =>
  list(count, (index) => ({ service: 'org.service.new', metric: metricName(spareMetrics + index) }))

/** The content of an aggregation profile of this size, every service another one. */
export const groupsOfServices = (
  groups: number,
  services: number,
  {
    metricProfile = aggregated,
    nameOf = (number: number) => `org.service.type-${String(number).padStart(5, '0')}`,
  } = {},
) => ({
  endpoint_group: 'sites',
  metric_operation: 'AND',
  profile_operation: 'AND',
  metric_profile: metricProfile,
  groups: list(groups, (group) => ({
    name: `group ${group}`,
    operation: 'OR',
    services: list(services, (index) => ({ name: nameOf(group * services + index), operation: 'OR' })),
  })),
})

export const thresholdsOf = (rules: number) => ({
  rules: list(rules, (index) => ({
    metric: metricName(1 + (index % 200)),
    host: `host-${index}.example.org`,
    thresholds: 'time=1s;0:5;5:10',
  })),
})

/** The content of a report as the form sends it: the Web API would be asked for what is left out. */
export const reportOf = (
  profiles: Readonly<Record<'metric' | 'aggregation' | 'operations', string>>,
  filters: readonly object[],
) => ({
  disabled: false,
  metric_profile: profiles.metric,
  aggregation_profile: profiles.aggregation,
  operations_profile: profiles.operations,
  thresholds_profile: '',
  other_profiles: [],
  availability: 80,
  reliability: 85,
  uptime: 80,
  unknown: 10,
  downtime: 10,
  computes_ar: true,
  computes_status: true,
  trends: ['flapping', 'status', 'tags'],
  weight: '',
  topology_types: ['NGI', 'SITES'],
  filter_tags: filters,
})

const [aggregated, savedSmall] = ['AGGREGATED', 'SAVED-SMALL']
const ownProfiles = { metric: aggregated, aggregation: savedSmall, operations: operationsProfile.name }
const filtersOf = (count: number) =>
  list(count, (index) => ({ name: 'group', value: `site-${index}`, context: 'argo.endpoint.filter.fields' }))
const [many, groupsOfMany, filters] = [sized(5_000, 300), sized(500, 10), sized(500, 20)]

/** The content of a save of the first or of the second size; those of a small one can alternate. */
type ContentOf = (isLarge: boolean, round: number) => object
/** The kinds are saved in this order: a report refers to the profiles before it. */
const kinds: readonly (readonly [path: string, what: string, small: string, large: string, contentOf: ContentOf])[] = [
  [
    'metricprofiles',
    'a metric profile',
    '20 pairs, one of which is added or removed with its metric',
    `${inWords(many)} pairs`,
    (isLarge, round) => ({ services: isLarge ? pairsOf(many) : [...pairsOf(20), ...spare(round % 2)] }),
  ],
  [
    'aggregations',
    'an aggregation profile',
    '5 groups of 10 services',
    `${groupsOfMany} groups of 50 services`,
    (isLarge) => (isLarge ? groupsOfServices(groupsOfMany, 50) : groupsOfServices(5, 10)),
  ],
  [
    'thresholdsprofiles',
    'a thresholds profile',
    '20 rules',
    `${inWords(many)} rules`,
    (isLarge) => thresholdsOf(isLarge ? many : 20),
  ],
  [
    'reports',
    'a report',
    '5 filters',
    `${filters} filters`,
    (isLarge) => reportOf(ownProfiles, filtersOf(isLarge ? filters : 5)),
  ],
]

/** The largest ratio of a save to its floor. */
const mostTimes = 4

const [warmUps, saves] = [sized(50, 5), sized(400, 20)]

/** Saves one after the other, each beside one bare statement that writes as much. */
export async function measureSaves(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, tenant)
  await addProfile(member, 'metricprofiles', aggregated, { services: [] })
  // The console does not write operations profiles: other programs do.
  await askSuccessfully(place.webApiAs(tenant), 'POST', '/api/v2/operations_profiles', { body: operationsProfile })
  await place.setFloor({ scope: place.scopeOf(tenant), text: bareInsert, isOne: true })
  const bare = { url: place.bareUrl }
  const figures: Figure[] = []
  for (const [path, kind, small, large, content] of kinds) {
    const saved = await addProfile(member, path, savedSmall, content(false, 0))
    const largest = await addProfile(member, path, 'SAVED-LARGE', content(true, 0))
    const [floor, times]: [number[], number[]] = [[], []]
    for (let round = 0; round < warmUps + saves; round++) {
      const { took } = await askSuccessfully(bare, 'POST', '/floor', { body: pairsOf(20) })
      const subject = await save(member, saved, content(false, round))
      if (round < warmUps) continue
      floor.push(took)
      times.push(subject)
    }
    const label = `save of ${kind} of`
    figures.push(
      timesFloor(`${label} ${small}: median`, times, floor, mostTimes),
      statementsFigure(`statements of a ${label} ${small} and of ${large}`, [
        await statementsOf(place, () => save(member, saved, content(false, 0))),
        await statementsOf(place, () => save(member, largest, content(true, 0))),
      ]),
    )
  }
  const imports = await addProfile(member, 'metricprofiles', 'SAVED-IMPORTS', { services: pairsOf(1) })
  const importing = (count: number) => statementsOf(place, () => save(member, imports, { services: spare(count) }))
  const most = spareMetrics - 1
  const label = `statements of a save that imports 10 metrics and ${inWords(most)} metrics`
  return [...figures, statementsFigure(label, [await importing(10), await importing(most)])]
}

/**
 * The minimum that a save writes, in one statement: a profile, its pairs, the document of its version and a row of the
 * activity log. Its only parameter is the list of pairs.
 */
const bareInsert = `
  with profile as (
    insert into metric_profiles (apiid, name, group_id)
    select gen_random_uuid(), 'floor ' || gen_random_uuid(), id from groups where kind = 'metricprofiles' limit 1
    returning id, name
  ), pairs as (
    insert into metric_profile_instances (profile_id, service, metric)
    select profile.id, pair.service, pair.metric
    from profile, json_to_recordset($1::json) as pair (service text, metric text)
  ), version as (
    insert into versions (kind, object_id, number, name, document, author, created_at, comment)
    select 'floor', id, 1, name, $1::json, 'admin', now(), '' from profile
  )
  insert into activity (at, request_id, actor, address, action, kind, object_id, object_name, after)
  select now(), '', 'admin', '', 'add', 'floor', id, name, $1::json from profile
  returning number`

/** Milliseconds after which a session is read again: the number of statements is that of a save after a pause. */
const sessionIsRead = 1_500

/**
 * The number of statements of a save: the smaller one of two saves, because once a minute a request also notes that its
 * session is used, and reads the hosts of the tenants. Saves beside a round of roll-outs, every two seconds, do not
 * count: the statements of both cannot be told apart.
 */
async function statementsOf(place: Place, save: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let attempt = 0; attempt < 20 && counts.length < 2; attempt += 1) {
    await setTimeout(sessionIsRead)
    const { statements } = await place.observed(save)
    if (!statements.some((statement) => statement.includes('roll_out_jobs'))) counts.push(statements.length)
  }
  if (counts.length < 2) throw new Error('A round of roll-outs ran beside nearly every save.')
  return Math.min(...counts)
}

/** The number of statements of the longest transaction, which ends with `commit` or `rollback`. */
export const statementsOfTransaction = (statements: readonly string[], end: 'commit' | 'rollback'): number =>
  Math.max(
    ...statements.map((text, index) => (text === end ? index + 1 - statements.findLastIndex(beginsBefore(index)) : 0)),
  )

const beginsBefore = (end: number) => (text: string, index: number) => index < end && text.startsWith('begin')
