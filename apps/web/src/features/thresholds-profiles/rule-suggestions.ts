import { gatewayMetricProfiles } from '@quatrain/contract/console/gateway.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { metricNamesFor } from '#features/metrics/metrics.queries.ts'
import { useHosts } from '#features/topology/topology.queries.ts'
import { call } from '#kit/api/call.ts'
import { inNameOrder } from '#lib/name-order.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import type { RuleRow } from './rule-rows.ts'

const staleTime = 5 * 60_000

const profiles = queryOptions({
  queryKey: ['webapi', 'metric_profiles'],
  queryFn: async ({ signal }) => (await call(gatewayMetricProfiles, {}, { signal })).data,
  staleTime,
})

const noSuggestions: readonly Suggestion[] = []

/**
 * The suggestions for a cell of a rule: the metrics of the tenant; the hosts whose services carry the metric in any metric
 * profile, and their groups. If the Web API has no topology, any host and group can be typed. `search` is told what is typed.
 */
export function useRuleSuggestions() {
  const { data: metrics } = useQuery(metricNamesFor('member'))
  const { data: inProfiles } = useQuery(profiles)
  const { hosts, search } = useHosts()
  const suggestionsOf = useMemo(() => {
    const names = sorted([...(metrics ?? [])])
    const hostsWith = (metric: string) => {
      const services = new Set(
        (inProfiles ?? []).flatMap(({ services }) =>
          services.filter(({ metrics }) => metrics.includes(metric)).map(({ service }) => service),
        ),
      )
      return hosts.filter((host) => host.services.some((service) => services.has(service)))
    }
    const hostsOf = remembered((metric) => sorted(hostsWith(metric).map(({ hostname }) => hostname)))
    const groupsOf = remembered((metric, host) => {
      const hosts = hostsWith(metric)
      const onHost = hosts.filter(({ hostname }) => hostname === host)
      return sorted((onHost.length === 0 ? hosts : onHost).flatMap(({ groups }) => groups))
    })
    return (field: keyof RuleRow, row: RuleRow): readonly Suggestion[] => {
      if (field === 'metric') return names
      if (field === 'host') return hostsOf(row.metric.trim())
      return field === 'endpoint_group' ? groupsOf(row.metric.trim(), row.host.trim()) : noSuggestions
    }
  }, [metrics, inProfiles, hosts])
  return { suggestionsOf, search }
}

const sorted = (values: readonly string[]): readonly Suggestion[] => inNameOrder(values).map((value) => ({ value }))

/** The function with its results kept, because every rule asks at every rendering. */
function remembered(find: (metric: string, host: string) => readonly Suggestion[]) {
  const cache = new Map<string, readonly Suggestion[]>()
  return (metric: string, host = '') => {
    const key = `${metric}\n${host}`
    const suggestions = cache.get(key) ?? find(metric, host)
    cache.set(key, suggestions)
    return suggestions
  }
}
