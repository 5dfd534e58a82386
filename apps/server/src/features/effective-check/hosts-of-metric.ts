import type { AnswerOf, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import type { HostOfMetric, hostsOfMetric } from '@quatrain/contract/resources/checks-in-topology.ts'
import { pairsOfMetrics } from '#features/metric-profiles/metric-profiles.reads.ts'
import { configuredMetric } from '#features/metrics/metrics.reads.ts'
import { endpointsOfServices, type TopologyReads, unlessTooLong } from '#features/topology/topology.reads.ts'
import { byColumns, pageOfRows } from '#kit/resource/page-of-rows.ts'
import type { Context } from '#request/context/context.ts'
import { commandLines } from './command-lines.ts'

type Input = InputOf<typeof hostsOfMetric>

/**
 * A page of the services of hosts on which a metric runs: the endpoints whose service type has it in a metric profile. At
 * most five statements. Throws `not_found`.
 */
export async function findHostsOfMetric(
  ctx: Context,
  reads: TopologyReads,
  { params, query: { page, limit, sort, service = '', ...filters } }: Input,
): Promise<AnswerOf<typeof hostsOfMetric>> {
  const metric = await configuredMetric(ctx, params.metric)
  const pairs = new Map((await pairsOfMetrics(ctx, [metric.name])).map((pair) => [pair.service, pair.profiles]))
  const services = [...pairs.keys()].filter((name) => name.toLowerCase().includes(service.trim().toLowerCase()))
  const endpointsOfMetric = await unlessTooLong(() => endpointsOfServices(reads, ctx, services, filters))
  if (typeof endpointsOfMetric === 'string')
    return { rows: [], total: 0, mtype: metric.mtype, unlisted: endpointsOfMetric }

  const places = Map.groupBy(endpointsOfMetric, ({ service, hostname }) => `${service}\n${hostname}`)
  const rows = [...places.values()]
    .flatMap(([endpoint, ...otherEndpoints]) =>
      endpoint ? [{ ...endpoint, endpoints: [endpoint, ...otherEndpoints] }] : [],
    )
    .sort(byColumns(['hostname', 'service'], sort))
  const pageOfHosts = pageOfRows(rows, { page, limit })
  const commandFor = await commandLines(ctx, reads, [metric.name])
  return {
    mtype: metric.mtype,
    total: pageOfHosts.total,
    rows: pageOfHosts.rows.map(({ hostname, service, endpoints }): HostOfMetric => {
      const command = commandFor(metric, endpoints)
      const groups = [...new Set(endpoints.map(({ group }) => group))].sort(byCodePoint)
      return { hostname, service, groups, profiles: pairs.get(service) ?? [], ...(command && { command }) }
    }),
  }
}
