import { reportNamed } from '#features/reports/reports.reads.ts'
import type { Context } from '#kit/endpoint.ts'
import { ofFeedingTenants } from '#kit/feeding-tenants.ts'
import { nothingFound } from '#kit/refusals.ts'
import type { Db } from '#kit/tenancy.ts'
import { findStats, findTags } from './by-report.repository.ts'
import { type ReportScope, reportScope } from './report-scope.ts'
import { findRows } from './topology.repository.ts'
import { findInForce } from './topology-days.repository.ts'
import { type TopologyList, topologyLists } from './topology-lists.ts'
import { coversEndpoint, coversGroup, type ListNumbers } from './where.repository.ts'

/** The conditions of the report with this name. Throws a refusal if there is none. */
export const scopeNamed = async ({ db }: Context, name: string): Promise<ReportScope> =>
  reportScope(await reportNamed(db, name))

/** The conditions and the day by which the rows of a report are read. */
export interface Read {
  readonly scope: ReportScope
  readonly day: string
  /** Whether the rows are also read in the tenants that feed this one. */
  readonly isCombined: boolean
}

/** The rows in the scope of a report on a day, as JSON, each once. Throws a refusal without lists that it depends on. */
export async function findByReport(
  ctx: Context,
  list: TopologyList,
  { scope, day, isCombined }: Read,
): Promise<string> {
  const read = async (db: Db, tenant?: string) => {
    const groups = await findInForce(db, 'groups', day)
    if (!groups) return undefined
    if (list.kind === 'groups') return findRows(db, list, groups, coversGroup(scope, { groups: groups.list }), tenant)
    const endpoints = await findInForce(db, 'endpoints', day)
    if (!endpoints) return undefined
    const numbers = { groups: groups.list, endpoints: endpoints.list }
    return findRows(db, list, endpoints, coversEndpoint(scope, numbers), tenant)
  }
  const all = [await read(ctx.db), ...(isCombined ? await ofFeedingTenants(ctx, read) : [])]
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
