import type { AnswerOf, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { can } from '@quatrain/contract/kit/policy.ts'
import type { TopologyEndpoint } from '@quatrain/contract/reports/topology.ts'
import {
  type CheckOnHost,
  checksOnHost,
  type HostOfMetric,
  hostsOfMetric,
} from '@quatrain/contract/resources/checks-in-topology.ts'
import { type CommandPart, effectiveCheck } from '@quatrain/contract/resources/effective-check.ts'
import { hostOf, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import type { FastifyInstance } from 'fastify'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { allOverrides } from '#features/metric-overrides/metric-overrides.reads.ts'
import { pairsOfMetrics, pairsOfServices } from '#features/metric-profiles/metric-profiles.reads.ts'
import { type ConfiguredMetric, configuredMetric, configuredMetrics } from '#features/metrics/metrics.reads.ts'
import {
  endpointsOfHost,
  endpointsOfServices,
  type TopologyReads,
  unlessTooLong,
} from '#features/topology/topology.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { byColumns, pageOfRows } from '#kit/resource/page-of-rows.ts'
import type { Context } from '#request/context/context.ts'
import { effectiveCheckOf } from './effective-check.ts'
import { countTopology, type HostInTopology, hostInTopology } from './host-in-topology.ts'

export async function effectiveCheckRoutes(app: FastifyInstance, { topology: reads }: { topology: TopologyReads }) {
  serve(app, effectiveCheck, async (ctx, { query: { metric: name, host } }) => {
    const metric = await configuredMetric(ctx, name)
    const [ports, overrides, { topology, unknown }] = await Promise.all([
      portsByName(ctx),
      allOverrides(ctx),
      findHostInTopology(ctx, reads, metric, host),
    ])
    return { ...effectiveCheckOf({ metric, ports, overrides, host, topology }), topology: unknown }
  })
  serve(app, checksOnHost, async (ctx, { params: { hostname }, query: { date } }) => ({
    checks: await findChecksOnHost(ctx, reads, hostname, date),
  }))
  serve(app, hostsOfMetric, (ctx, input) => findHostsOfMetric(ctx, reads, input))
}

/** The checks of a host on a day, or today. At most five statements. */
async function findChecksOnHost(
  ctx: Context,
  reads: TopologyReads,
  hostname: string,
  date?: string,
): Promise<CheckOnHost[]> {
  const endpoints = await endpointsOfHost(reads, ctx, hostname, date)
  const byService = Map.groupBy(endpoints, ({ service }) => service)
  const pairs = await pairsOfServices(ctx, [...byService.keys()])
  const names = pairs.map(({ metric }) => metric)
  const metrics = await configuredMetrics(ctx, names)
  const commandFor = await commandLines(ctx, reads, names, date)
  return pairs.flatMap(({ service, metric: name, profiles }) => {
    const metric = metrics.get(name)
    if (!metric) return []
    const command = commandFor(metric, byService.get(service) ?? [])
    return [{ service, metric: name, mtype: metric.mtype, profiles, ...(command && { command }) }]
  })
}

type Input = InputOf<typeof hostsOfMetric>

/**
 * A page of the services of hosts on which a metric runs: the endpoints whose service type has it in a metric profile. At
 * most five statements. Throws `not_found`.
 */
async function findHostsOfMetric(
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

interface HostReading {
  readonly topology?: HostInTopology | undefined
  /** The reason why the host is not known; absent if it is. */
  readonly unknown?: string
}

/**
 * What a box takes from today's topology for a metric on a host, or on a service of it (`servicetype__hostname`). It
 * depends on all endpoints whose service type has the metric in a profile.
 */
async function findHostInTopology(
  ctx: Context,
  reads: TopologyReads,
  metric: ConfiguredMetric,
  host: string,
): Promise<HostReading> {
  if (host === '') return {}
  try {
    const hostname = hostOf(host)
    const [endpoints, pairs] = await Promise.all([
      unlessTooLong(() => reads.endpoints(ctx, {})),
      pairsOfMetrics(ctx, [metric.name]),
    ])
    if (endpoints === 'too long') return { unknown: 'The topology has too many endpoints to be read at once.' }
    const ofHost = endpoints === 'missing' ? [] : endpoints.filter((endpoint) => endpoint.hostname === hostname)
    if (endpoints === 'missing' || ofHost.length === 0) {
      return { unknown: 'The topology of today does not have this host.' }
    }
    const services = pairs.map(({ service }) => service)
    const meant = ofHost.filter(({ service }) =>
      host === hostname ? services.includes(service) : host === `${service}__${hostname}`,
    )
    if (meant.length === 0) return { unknown: 'No service of this host has the metric in a metric profile.' }
    const topology = hostInTopology(countTopology(endpoints), metric, services, meant)
    return topology ? { topology } : { unknown: 'The services of this host have different extensions.' }
  } catch (error) {
    if (error instanceof UpstreamError) return { unknown: error.message }
    throw error
  }
}

/** The command of a metric for a service of a host, whose endpoints these are. */
type CommandFor = (metric: ConfiguredMetric, endpoints: readonly TopologyEndpoint[]) => CommandPart[] | undefined

/**
 * Reads what the commands of these metrics are made of, in three statements for any number of commands; nobody else sees
 * overrides. All endpoints are read, because the command for one depends on what the others have.
 */
async function commandLines(
  ctx: Context,
  reads: TopologyReads,
  metrics: readonly string[],
  date?: string,
): Promise<CommandFor> {
  if (!can(ctx.caller, 'view', metricOverrides)) return () => undefined
  const [ports, overrides, pairs, all] = await Promise.all([
    portsByName(ctx),
    allOverrides(ctx),
    pairsOfMetrics(ctx, metrics),
    unlessTooLong(() => reads.endpoints(ctx, {}, date)),
  ])
  const counted = typeof all === 'string' ? undefined : countTopology(all)
  const servicesOf = Map.groupBy(pairs, ({ metric }) => metric)
  return (metric, endpoints) => {
    const [endpoint] = endpoints
    if (metric.mtype === 'Passive' || !endpoint) return undefined
    const host = `${endpoint.service}__${endpoint.hostname}`
    const services = (servicesOf.get(metric.name) ?? []).map(({ service }) => service)
    const topology = counted && hostInTopology(counted, metric, services, endpoints)
    return effectiveCheckOf({ metric, ports, overrides, host, topology }).command
  }
}
