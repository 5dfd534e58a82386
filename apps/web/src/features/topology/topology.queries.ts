import type { CallOf } from '@quatrain/contract/kit/endpoint.ts'
import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'
import {
  allTopologyEndpoints,
  allTopologyGroups,
  topologyCoverage,
  topologyCoveredEndpoints,
  topologyEndpointDifferences,
  topologyEndpoints,
  topologyGroupDifferences,
  topologyGroups,
  topologyHost,
  topologyLeftOut,
} from '@quatrain/contract/reports/topology.ts'
import { checksOnHost, hostsOfMetric } from '@quatrain/contract/resources/checks-in-topology.ts'
import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { queryOf } from '#kit/api/queries.ts'
import type { ListState } from '#kit/list/list-address.ts'

/** The day of a list; undefined for today. */
type Day = string | undefined

interface Days {
  readonly from: string
  readonly to: string
}

const changes = ['added', 'removed', 'changed'] as const

const pageOf = ({ page, size, sort }: ListState) => ({
  page: String(page),
  limit: String(size),
  sort: sort && `${sort.descending ? '-' : ''}${sort.column}`,
})
const endpointPage = (state: ListState) => {
  const { sort, ...page } = pageOf(state)
  return { ...page, ...endpointFilters(state), sort: topologyEndpoints.query.shape.sort.safeParse(sort).data }
}
const groupPage = (state: ListState) => {
  const { sort, ...page } = pageOf(state)
  return { ...page, ...groupFilters(state), sort: topologyGroups.query.shape.sort.safeParse(sort).data }
}
const endpointFilters = ({ filters: { group, service, hostname, tags } }: ListState) => ({
  group,
  service,
  hostname,
  tags,
})
const groupFilters = ({ filters: { group, subgroup, tags } }: ListState) => ({ group, subgroup, tags })
const changeIn = ({ filters }: ListState) => changes.find((change) => change === filters.change)

interface Listed {
  readonly total: number
  readonly unlisted?: 'missing' | 'too long' | undefined
}

/** A list that is too long keeps its filters, so that it can be narrowed. */
const explained = <Answer extends Listed>(answer: Answer) =>
  answer.unlisted === 'too long'
    ? { ...answer, total: maxCountedRows + 1, notice: 'There are too many rows to list them all. Enter a filter.' }
    : answer

export const readEndpoints = (date: Day) => async (state: ListState, signal: AbortSignal) =>
  explained(await call(topologyEndpoints, { query: { ...endpointPage(state), date } }, { signal }))

export const readGroups = (date: Day) => async (state: ListState, signal: AbortSignal) =>
  explained(await call(topologyGroups, { query: { ...groupPage(state), date } }, { signal }))

export const readAllEndpoints = (date: Day) => async (state: ListState) =>
  (await call(allTopologyEndpoints, { query: { ...endpointFilters(state), date } })).rows

export const readAllGroups = (date: Day) => async (state: ListState) =>
  (await call(allTopologyGroups, { query: { ...groupFilters(state), date } })).rows

export const readEndpointDifferences = (days: Days) => async (state: ListState, signal: AbortSignal) => {
  const query = { ...endpointPage(state), ...days, change: changeIn(state) }
  return explained(await call(topologyEndpointDifferences, { query }, { signal }))
}

export const readGroupDifferences = (days: Days) => async (state: ListState, signal: AbortSignal) => {
  const query = { ...groupPage(state), ...days, change: changeIn(state) }
  return explained(await call(topologyGroupDifferences, { query }, { signal }))
}

/** The coverage of all endpoints, or of those of a group. */
export const coverageQuery = (group: string) =>
  queryOf(['topology', 'coverage', group], topologyCoverage, { query: group === '' ? {} : { group } })

type EndpointsOfCheck = Pick<
  NonNullable<CallOf<typeof topologyCoveredEndpoints>['query']>,
  'service' | 'metric' | 'state' | 'group'
>

export const readCoveredEndpoints = (check: EndpointsOfCheck) => async (state: ListState, signal: AbortSignal) => {
  const { page, limit, sort, hostname } = endpointPage(state)
  return explained(
    await call(topologyCoveredEndpoints, { query: { page, limit, sort, hostname, ...check } }, { signal }),
  )
}

export const leftOutQuery = (kind: TopologyKind, date: Day) =>
  queryOptions({
    queryKey: ['topology', 'left out', kind, date],
    queryFn: async ({ signal }) => (await call(topologyLeftOut, { query: { kind, date } }, { signal })).leftOut ?? null,
  })

export const hostQuery = (hostname: string, date: Day) =>
  queryOf(['topology', 'host', hostname, date], topologyHost, { params: { hostname }, query: { date } })

/** The checks of a host today, or with the topology of a day. */
export const checksQuery = (hostname: string, date: string | undefined) =>
  queryOptions({
    queryKey: ['topology', 'checks', hostname, date],
    queryFn: async ({ signal }) =>
      (await call(checksOnHost, { params: { hostname }, query: { date } }, { signal })).checks,
  })

/** A page of the hosts on which a metric runs. */
export const readHostsOfMetric =
  (metric: string) =>
  async ({ filters: { hostname, service, group }, page, size, sort }: ListState, signal: AbortSignal) => {
    const column = sort && `${sort.descending ? '-' : ''}${sort.column}`
    const query = {
      page: String(page),
      limit: String(size),
      hostname,
      service,
      group,
      sort: hostsOfMetric.query.shape.sort.safeParse(column).data,
    }
    return explained(await call(hostsOfMetric, { params: { metric }, query }, { signal }))
  }
