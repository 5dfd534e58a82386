import { type MetricOverride, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHosts } from '#features/topology/topology.queries.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { byUse } from './by-use.ts'

export const queries = resourceQueries(metricOverrides)

const hostsInOverrides = {
  ...queries.list(),
  select: (overrides: readonly MetricOverride[]) =>
    byUse(
      overrides
        .flatMap(({ host_attributes, metric_parameters }) => [...host_attributes, ...metric_parameters])
        .map(({ hostname }) => hostname),
      'row',
    ),
}

const nothing: readonly Suggestion[] = []

/** The hosts that overrides name, and then those of the topology; `search` is told what is typed. */
export function useHostSuggestions() {
  const named = useQuery(hostsInOverrides).data ?? nothing
  const { hosts, search } = useHosts()
  const suggestions = useMemo((): readonly Suggestion[] => {
    const known = new Set(named.map(({ value }) => value))
    const others = hosts.filter(({ hostname }) => !known.has(hostname))
    return [...named, ...others.map(({ hostname, services }) => ({ value: hostname, hint: services.join(', ') }))]
  }, [named, hosts])
  return { suggestions, search }
}
