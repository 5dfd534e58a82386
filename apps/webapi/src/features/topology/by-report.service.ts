import { hash } from 'node:crypto'
import { reportNamed } from '#features/reports/reports.reads.ts'
import type { Context, RequestInput } from '#kit/endpoint.ts'
import { isKnown } from '#kit/etags.ts'
import { ofFeedingTenants } from '#kit/feeding-tenants.ts'
import { nothingFound } from '#kit/refusals.ts'
import type { Db } from '#kit/tenancy.ts'
import { findStats, findTags } from './by-report.repository.ts'
import { type ReportScope, reportScope } from './report-scope.ts'
import { findRows } from './topology.repository.ts'
import { type DayList, findInForce } from './topology-days.repository.ts'
import { type TopologyList, topologyLists } from './topology-lists.ts'
import { coversEndpoint, coversGroup, type ListNumbers } from './where.repository.ts'

/** The conditions of the report with this name. Throws a refusal if there is none. */
export const scopeNamed = async ({ db }: Context, name: string): Promise<ReportScope> =>
  reportScope(await reportNamed(db, name))

/** The lists that the rows of a report depend on, as they are in force on a day. */
interface ListsInForce {
  readonly groups: DayList
  /** Absent for the groups of a report. */
  readonly endpoints?: DayList
}

const findLists = async (db: Db, { kind }: TopologyList, day: string): Promise<ListsInForce | undefined> => {
  const groups = await findInForce(db, 'groups', day)
  if (!groups || kind === 'groups') return groups && { groups }
  const endpoints = await findInForce(db, 'endpoints', day)
  return endpoints && { groups, endpoints }
}

const findCovered = (
  db: Db,
  list: TopologyList,
  scope: ReportScope,
  { groups, endpoints }: ListsInForce,
  tenant?: string,
): Promise<string> =>
  endpoints
    ? findRows(db, list, endpoints, coversEndpoint(scope, { groups: groups.list, endpoints: endpoints.list }), tenant)
    : findRows(db, list, groups, coversGroup(scope, { groups: groups.list }), tenant)

/**
 * The rows in the scope of a report on a day, as JSON, each once, and their entity tag; no rows for a client that has them. Throws a
 * refusal without lists that it depends on.
 */
export async function findByReport(
  ctx: Context,
  list: TopologyList,
  { scope, day, ifNoneMatch }: { readonly scope: ReportScope } & Pick<RequestInput, 'day' | 'ifNoneMatch'>,
): Promise<{ readonly rows: string; readonly etag: string }> {
  const lists = await findLists(ctx.db, list, day)
  if (!lists) throw nothingFound()
  const states = Object.values(lists).map(({ day, changes }) => `${day}.${changes}`)
  const conditions = hash('sha256', JSON.stringify(scope)).slice(0, 16)
  const etag = `"${[ctx.caller.tenant, list.kind, conditions, ...states].join('.')}"`
  return { rows: isKnown(ifNoneMatch, etag) ? '' : await findCovered(ctx.db, list, scope, lists), etag }
}

/** The same of this tenant and of those that feed it, as JSON. No entity tag covers the lists of several tenants. */
export async function findCombinedByReport(
  ctx: Context,
  list: TopologyList,
  scope: ReportScope,
  day: string,
): Promise<string> {
  const read = async (db: Db, tenant?: string) => {
    const lists = await findLists(db, list, day)
    return lists && findCovered(db, list, scope, lists, tenant)
  }
  const all = [await read(ctx.db), ...(await ofFeedingTenants(ctx, read))]
  if (all.every((rows) => rows === undefined)) throw nothingFound()
  return all.filter(Boolean).join(',')
}

/** The groups and services in the scope of a report on a day, as JSON. */
export async function findReportStats({ db }: Context, scope: ReportScope, day: string): Promise<string> {
  const lists = await listsInForce(db, day)
  if (!lists) throw nothingFound()
  return findStats(db, scope, lists)
}

/** The tags of both lists on a day with their values, as JSON. */
export async function findAllTags({ db }: Context, day: string): Promise<string> {
  const lists = await listsInForce(db, day)
  if (!lists) throw nothingFound()
  const written: string[] = []
  for (const list of topologyLists.toReversed()) {
    const values = await findTags(db, list, lists[list.kind])
    written.push(`{"name":"${list.kind}","values":${values}}`)
  }
  return written.join(',')
}

/** Returns the numbers of both lists that are in force on a day; undefined unless there are both. */
export async function listsInForce(db: Db, day: string): Promise<ListNumbers | undefined> {
  const groups = await findInForce(db, 'groups', day)
  const endpoints = await findInForce(db, 'endpoints', day)
  return groups && endpoints && { groups: groups.list, endpoints: endpoints.list }
}
