import type { Metric } from '@quatrain/contract/resources/metric.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import type { MetricOverride } from '@quatrain/contract/resources/metric-override.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hostsQuery } from '#features/topology/topology.queries.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { counted } from '#lib/words.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { queries } from './metric-overrides.queries.ts'
import type { OverrideCell, OverrideTexts } from './override-rows.ts'

/** The suggestions for a cell of a row. */
export type OverrideSuggestions = (cell: OverrideCell, row: OverrideTexts) => readonly Suggestion[]

const nothing: readonly Suggestion[] = []

/** Hosts that overrides or the topology name, the metrics of the tenant, and the attributes and parameters that these have. */
export function useOverrideSuggestions(): OverrideSuggestions {
  const hosts = useHostSuggestions()
  const { data: known } = useQuery(resourceQueries(metrics).list())
  return useMemo(() => {
    const names = (known ?? []).map(({ name, mtype }) => ({ value: name, hint: mtype }))
    const attributes = byUse((known ?? []).flatMap(({ attribute }) => attribute.map(({ key }) => key)))
    const parameters = new Map((known ?? []).map((metric) => [metric.name, parametersOf(metric)]))
    return (cell, row) => {
      if (cell === 'hostname') return hosts
      if (cell === 'attribute') return attributes
      if (cell === 'metric') return names
      return cell === 'parameter' ? (parameters.get(row.metric.trim()) ?? nothing) : nothing
    }
  }, [hosts, known])
}

/** The names of the metrics alone. */
export const useMetricSuggestions = (): readonly Suggestion[] =>
  useQuery({ ...resourceQueries(metrics).list(), select: namesIn }).data ?? nothing

/** The hosts that overrides name, and then those of the topology. */
export function useHostSuggestions(): readonly Suggestion[] {
  const named = useQuery({ ...queries.list(), select: hostsIn }).data ?? nothing
  const { data: hosts } = useQuery(hostsQuery)
  return useMemo(() => {
    const known = new Set(named.map(({ value }) => value))
    const others = (hosts ?? []).filter(({ hostname }) => !known.has(hostname))
    return [...named, ...others.map(({ hostname, services }) => ({ value: hostname, hint: services.join(', ') }))]
  }, [named, hosts])
}

const namesIn = (found: readonly Metric[]) => found.map(({ name, mtype }) => ({ value: name, hint: mtype }))

const hostsIn = (overrides: readonly MetricOverride[]) =>
  byUse(
    overrides
      .flatMap(({ host_attributes, metric_parameters }) => [...host_attributes, ...metric_parameters])
      .map(({ hostname }) => hostname),
    'row',
  )

/** An option that is an attribute now can be set as well. */
const parametersOf = ({ parameter, attribute }: Metric): readonly Suggestion[] => [
  ...parameter.map(({ key, value }) => ({ value: key, hint: value === '' ? 'now without a value' : `now ${value}` })),
  ...attribute
    .filter(({ value }) => /^-\S*$/.test(value))
    .map(({ key, value }) => ({ value, hint: `attribute ${key}` })),
]

function byUse(words: readonly string[], unit = 'metric'): readonly Suggestion[] {
  const uses = new Map<string, number>()
  for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses]
    .sort(([a, often], [b, other]) => other - often || a.localeCompare(b))
    .map(([value, count]) => ({ value, hint: `in ${counted(count, unit)}` }))
}
