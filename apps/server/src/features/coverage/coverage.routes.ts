import type { DocumentOf } from '@quatrain/contract/kit/resource.ts'
import { topologyCoverage, topologyCoveredEndpoints } from '@quatrain/contract/reports/topology.ts'
import type { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import type { reports } from '@quatrain/contract/resources/report.ts'
import type { FastifyInstance } from 'fastify'
import { allPairs } from '#features/metric-profiles/metric-profiles.reads.ts'
import { distinct, type TopologyReads, unlessTooLong } from '#features/topology/topology.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { byColumns, pageOfRows } from '#kit/resource/page-of-rows.ts'
import { findDocuments } from '#kit/versions/newest-documents.ts'
import type { Context } from '#request/context/context.ts'
import { type CoveringReport, checksOfService, coverageOf, keyOfEndpoint, stateIn } from './coverage.ts'

/** Which endpoints of the topology are monitored, and in a report. */
export async function coverageRoutes(app: FastifyInstance, { topology }: { readonly topology: TopologyReads }) {
  serve(app, topologyCoverage, async (ctx, { query: { group } }) => {
    const [endpoints, checks, reports] = await read(ctx, topology)
    if (typeof endpoints === 'string')
      return { unlisted: endpoints, groups: [], ...coverageOf({ endpoints: [], checks, reports }) }
    const ofGroup = group === undefined ? endpoints : endpoints.filter((endpoint) => endpoint.group === group)
    return {
      groups: distinct(endpoints.map(({ group }) => group)),
      ...coverageOf({ endpoints: ofGroup, checks, reports }),
    }
  })
  serve(app, topologyCoveredEndpoints, async (ctx, { query }) => {
    const { service, metric, state, group, hostname = '', sort, ...page } = query
    const [endpoints, checks, reports] = await read(ctx, topology)
    const check = checksOfService(service, checks).find((candidate) => candidate.metric === metric)
    if (typeof endpoints === 'string' || !check)
      return { ...pageOfRows([], page), ...(typeof endpoints === 'string' && { unlisted: endpoints }) }
    const stateOf = stateIn(check, reports)
    const rows = endpoints.filter(
      (endpoint) =>
        endpoint.service === service &&
        (group === undefined || endpoint.group === group) &&
        endpoint.hostname.includes(hostname) &&
        stateOf(keyOfEndpoint(endpoint)) === state,
    )
    return pageOfRows(rows.toSorted(byColumns(['group', 'service', 'hostname'], sort)), page)
  })
}

/** The endpoints of today, or why there are none, the checks by service type, and the enabled reports. Two statements. */
const read = (ctx: Context, topology: TopologyReads) =>
  Promise.all([
    unlessTooLong(() => topology.endpoints(ctx, {})),
    allPairs(ctx).then((pairs) => Map.groupBy(pairs, ({ service }) => service)),
    readReports(ctx, topology),
  ])

async function readReports(ctx: Context, topology: TopologyReads): Promise<CoveringReport[]> {
  const documents = await findDocuments(ctx.db, ['report', 'aggregationprofile'])
  const ofKind = <Document>(kind: string) =>
    documents.filter((row) => row.kind === kind).map(({ document }) => document as Document)
  const servicesOf = new Map(
    ofKind<DocumentOf<typeof aggregationProfiles>>('aggregationprofile').map(({ name, groups }) => [
      name,
      new Set(groups.flatMap(({ services }) => services.map((service) => service.name))),
    ]),
  )
  const covering: CoveringReport[] = []
  // One after the other: each list can be as long as the topology.
  for (const report of ofKind<DocumentOf<typeof reports>>('report').filter(({ disabled }) => !disabled)) {
    const endpoints = (await topology.endpointsOfReport(ctx, report.name)) ?? []
    covering.push({
      metricProfile: report.metric_profile,
      services: servicesOf.get(report.aggregation_profile) ?? new Set(),
      covered: new Set(endpoints.map(keyOfEndpoint)),
    })
  }
  return covering
}
