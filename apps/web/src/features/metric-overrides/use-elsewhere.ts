import type { MetricOverride } from '@quatrain/contract/resources/metric-override.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { overrideQueries } from './metric-overrides.queries.ts'
import { keyOf, type ListName, overrideTables } from './override-rows.ts'

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
