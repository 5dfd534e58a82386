import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'
import {
  allTopologyEndpoints,
  allTopologyGroups,
  maxSuggestedHosts,
  type SuggestedHost,
  type TopologyEndpoint,
  topologyEndpointDifferences,
  topologyEndpoints,
  topologyGroupDifferences,
  topologyGroups,
  topologyHost,
  topologyHosts,
  topologyLeftOut,
} from '@quatrain/contract/reports/topology.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { endpointsOfHost, type TopologyReads } from './topology.reads.ts'
import { topologyList } from './topology-list.ts'
import { filtersOf } from './typed-filters.ts'

/** Reads of the topology, which connectors write to the Web API. */
export async function topologyRoutes(app: FastifyInstance, { topology: reads }: { topology: TopologyReads }) {
  const endpoints = topologyList({ read: reads.endpoints, columns: ['group', 'service', 'hostname', 'type'] })
  const groups = topologyList({ read: reads.groups, columns: ['group', 'subgroup', 'type'] })

  serve(app, topologyEndpoints, (ctx, { query }) => endpoints.page(ctx, query))
  serve(app, topologyGroups, (ctx, { query }) => groups.page(ctx, query))
  serve(app, topologyEndpointDifferences, (ctx, { query }) => endpoints.differences(ctx, query))
  serve(app, topologyGroupDifferences, (ctx, { query }) => groups.differences(ctx, query))
  serve(app, allTopologyEndpoints, async (ctx, { query: { date, ...filters } }) => ({
    rows: ((await endpoints.all(ctx, filters, date)) ?? []).slice(0, maxCountedRows),
  }))
  serve(app, allTopologyGroups, async (ctx, { query: { date, ...filters } }) => ({
    rows: ((await groups.all(ctx, filters, date)) ?? []).slice(0, maxCountedRows),
  }))

  serve(app, topologyLeftOut, async (ctx, { query: { kind, date } }) => {
    const leftOut = await reads.leftOut(ctx, kind, date)
    return { ...(leftOut && { leftOut }) }
  })

  serve(app, topologyHosts, async (ctx, { query }) => ({
    hosts: hostsOf((await reads.endpoints(ctx, filtersOf({ hostname: query.search }))) ?? [], query.limit),
  }))
  serve(app, topologyHost, async (ctx, { params: { hostname }, query: { date } }) => {
    const endpoints = await endpointsOfHost(reads, ctx, hostname, date)
    if (endpoints.length === 0) throw new AppError('not_found', 'Host not found.', { source: 'web-api' })
    const subgroup = distinct(endpoints.map(({ group }) => group))
    const groups = (await reads.groups(ctx, { subgroup }, date)) ?? []
    return { endpoints: endpoints, groups: groups.filter((row) => subgroup.includes(row.subgroup)) }
  })
}

/** The hosts of endpoints, by name, each with its groups and services. */
function hostsOf(endpoints: readonly TopologyEndpoint[], limit = maxSuggestedHosts): SuggestedHost[] {
  const hosts = Map.groupBy(endpoints, ({ hostname }) => hostname)
  return [...hosts.keys()]
    .sort(byCodePoint)
    .slice(0, limit)
    .map((hostname) => {
      const rows = hosts.get(hostname) ?? []
      return {
        hostname,
        groups: distinct(rows.map(({ group }) => group)),
        services: distinct(rows.map(({ service }) => service)),
      }
    })
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort(byCodePoint)
