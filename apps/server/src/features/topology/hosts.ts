import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { maxSuggestedHosts, type SuggestedHost, type TopologyEndpoint } from '@quatrain/contract/reports/topology.ts'

/** The hosts of endpoints, by name, each with its groups and services. */
export function hostsOf(endpoints: readonly TopologyEndpoint[], limit = maxSuggestedHosts): SuggestedHost[] {
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

export const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort(byCodePoint)
