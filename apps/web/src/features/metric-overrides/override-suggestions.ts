import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import type { MetricOverride } from '@quatrain/contract/resources/metric-override.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { byUse, overrideQueries, useHostSuggestions } from './metric-overrides.queries.ts'
import { keyOf, type ListName, type OverrideCell, type OverrideTexts, overrideTables } from './override-rows.ts'

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

/** The names of the other overrides with a row of this key in this list; undefined if there are none. */
export type Elsewhere = (list: ListName, key: string) => string | undefined

const noOverrides: readonly MetricOverride[] = []

/** Finds values that several overrides set, of which the last in name order wins. */
export function useElsewhere(id: number): Elsewhere {
  const overrides = useQuery(overrideQueries.list()).data ?? noOverrides
  return useMemo(() => {
    const overridesByRow = new Map<string, string[]>()
    for (const override of overrides.filter((candidate) => candidate.id !== id)) {
      for (const { name } of overrideTables) {
        for (const row of override[name]) {
          const key = `${name} ${keyOf(row)}`
          overridesByRow.set(key, [...(overridesByRow.get(key) ?? []), override.name])
        }
      }
    }
    return (list, key) => overridesByRow.get(`${list} ${key}`)?.join(', ')
  }, [overrides, id])
}
