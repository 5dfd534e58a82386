import { type MetricOverride, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHosts } from '#features/topology/suggested-hosts.queries.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import { compareNames, counted } from '#lib/words.ts'
import type { Suggestion } from '#ui/suggestions.ts'

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

/** Words as suggestions, the most frequent first, each with its number of uses: `in 3 metrics`. */
export function byUse(words: readonly string[], unit: string): readonly Suggestion[] {
  const uses = new Map<string, number>()
  for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses]
    .sort(([countA, often], [b, countB]) => countB - often || compareNames(countA, b))
    .map(([value, count]) => ({ value, hint: `in ${counted(count, unit)}` }))
}
