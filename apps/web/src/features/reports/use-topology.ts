import {
  gatewayTopologyEndpoints,
  gatewayTopologyGroups,
  gatewayTopologyTags,
} from '@quatrain/contract/web-api/gateway.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { cardTags, type TopologyOptions } from './topology-options.ts'

/** A tenant without a topology has no such documents. */
const orEmpty = (error: unknown): [] => {
  if (isApiError(error, 'not_found')) return []
  throw error
}

const topology = queryOptions({
  queryKey: ['webapi', 'topology', 'options'],
  queryFn: async ({ signal }): Promise<TopologyOptions> => {
    const [groups, endpoints, tags] = await Promise.all([
      call(gatewayTopologyGroups, {}, { signal }).then(({ data }) => data, orEmpty),
      call(gatewayTopologyEndpoints, {}, { signal }).then(({ data }) => data, orEmpty),
      call(gatewayTopologyTags, {}, { signal }).then(({ data }) => data, orEmpty),
    ])
    return { rows: { groups, endpoints }, tags: cardTags(tags) }
  },
  staleTime: 5 * 60_000,
  retry: false,
})

/**
 * What the topology offers. `known` is undefined until it is loaded, if it cannot be loaded, and for an empty topology:
 * then every value is accepted.
 */
export function useTopology() {
  const { data, error, isPending } = useQuery(topology)
  const isEmpty = data !== undefined && data.rows.groups.length + data.rows.endpoints.length === 0
  return { known: isEmpty ? undefined : data, isEmpty, error, isPending }
}
