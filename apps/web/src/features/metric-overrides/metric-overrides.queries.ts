import { type MetricOverride, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHosts } from '#features/topology/topology.queries.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { byUse } from './by-use.ts'

export const overrideQueries = resourceQueries(metricOverrides)

const hostsInOverrides = {
  ...overrideQueries.list(),
  select: (overrides: readonly MetricOverride[]) =>
    byUse(
      overrides
        .flatMap(({ host_attributes, metric_parameters }) => [...host_attributes, ...metric_parameters])
        .map(({ hostname }) => hostname),
      'row',
    ),
}

const noSuggestions: readonly Suggestion[] = []

/** The hosts that overrides name, and then those of the topology; `search` is told what is typed. */
export function useHostSuggestions() {
  const overriddenHosts = useQuery(hostsInOverrides).data ?? noSuggestions
  const { hosts, search } = useHosts()
  const suggestions = useMemo((): readonly Suggestion[] => {
    const overriddenNames = new Set(overriddenHosts.map(({ value }) => value))
    const otherHosts = hosts.filter(({ hostname }) => !overriddenNames.has(hostname))
    return [
      ...overriddenHosts,
      ...otherHosts.map(({ hostname, services }) => ({ value: hostname, hint: services.join(', ') })),
    ]
  }, [overriddenHosts, hosts])
  return { suggestions, search }
}
