import type { Metric } from '@quatrain/contract/resources/metric.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { byUse } from './by-use.ts'
import { useHostSuggestions } from './metric-overrides.queries.ts'
import type { OverrideCell, OverrideTexts } from './override-rows.ts'

/** The suggestions for a cell of a row. */
export type OverrideSuggestions = (cell: OverrideCell, row: OverrideTexts) => readonly Suggestion[]

const noSuggestions: readonly Suggestion[] = []

/**
 * Hosts that overrides or the topology name, the metrics of the tenant, and the attributes and parameters that these have.
 * `search` is told what is typed.
 */
export function useOverrideSuggestions() {
  const { suggestions: hosts, search } = useHostSuggestions()
  const { data: knownMetrics } = useQuery(resourceQueries(metrics).list())
  const suggestions = useMemo((): OverrideSuggestions => {
    const names = (knownMetrics ?? []).map(({ name, mtype }) => ({ value: name, hint: mtype }))
    const attributes = byUse(
      (knownMetrics ?? []).flatMap(({ attribute }) => attribute.map(({ key }) => key)),
      'metric',
    )
    const parameters = new Map((knownMetrics ?? []).map((metric) => [metric.name, parametersOf(metric)]))
    return (cell, row) => {
      if (cell === 'hostname') return hosts
      if (cell === 'attribute') return attributes
      if (cell === 'metric') return names
      return cell === 'parameter' ? (parameters.get(row.metric.trim()) ?? noSuggestions) : noSuggestions
    }
  }, [hosts, knownMetrics])
  return { suggestions, search }
}

/** An option that is an attribute now can be set as well. */
const parametersOf = ({ parameter, attribute }: Metric): readonly Suggestion[] => [
  ...parameter.map(({ key, value }) => ({ value: key, hint: value === '' ? 'now without a value' : `now ${value}` })),
  ...attribute
    .filter(({ value }) => /^-\S*$/.test(value))
    .map(({ key, value }) => ({ value, hint: `attribute ${key}` })),
]
