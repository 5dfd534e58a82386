import { maxSuggestedHosts, type SuggestedHost, topologyHosts } from '@quatrain/contract/reports/topology.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#kit/api/call.ts'
import { useDebouncedQuery } from '#kit/api/queries.ts'

// Forms need it, and nothing else of the topology.

const staleTime = 5 * 60_000
/** Hosts that are searched at once; more than a list of suggestions shows. */
const maxFound = 200

const hostsKey = ['topology', 'hosts']

const hostsQuery = queryOptions({
  queryKey: hostsKey,
  queryFn: async ({ signal }) => (await call(topologyHosts, {}, { signal })).hosts,
  staleTime,
})

const noHosts: readonly SuggestedHost[] = []

/**
 * The hosts of today's topology with their groups and service types, for suggestions: the first 5,000 by name, and of a
 * larger topology those whose names contain what `search` was called with. None without a topology; if it cannot be read,
 * users can type any host.
 */
export function useHosts() {
  const [typed, search] = useState('')
  const { data: first = noHosts } = useQuery(hostsQuery)
  const isSearched = typed !== '' && first.length >= maxSuggestedHosts
  const read = async (search: string, signal: AbortSignal) =>
    (await call(topologyHosts, { query: { search, limit: String(maxFound) } }, { signal })).hosts
  const { data: foundHosts = noHosts } = useDebouncedQuery(hostsKey, isSearched ? typed : undefined, read)
  const hosts = useMemo(() => {
    if (!isSearched) return first
    const firstNames = new Set(first.map(({ hostname }) => hostname))
    return [...first, ...foundHosts.filter(({ hostname }) => !firstNames.has(hostname))]
  }, [first, foundHosts, isSearched])
  return { hosts, search }
}
