import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { serviceTypes } from '#features/service-types/service-types.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { byName } from '#lib/words.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { predefinedMetrics } from './metric-profiles.queries.ts'
import type { KnownParts } from './pair-rows.ts'

type Named = readonly { readonly name: string }[]

const partsOf = (types: Named | undefined, templates: Named | undefined): KnownParts => ({
  service: types && types.length > 0 ? new Set(types.map(({ name }) => name)) : undefined,
  metric: templates && new Set(templates.map(({ name }) => name)),
})

/**
 * The known names for pairs. A tenant without service types has none to choose from yet, and if the Web API cannot be
 * reached they are unknown: the fields accept any name then.
 */
export function useKnownParts(): KnownParts {
  const { data: types } = useQuery(serviceTypes)
  const { data: templates } = useQuery(predefinedMetrics)
  return useMemo(() => partsOf(types, templates), [types, templates])
}

/** The known names when they have come, or when it is known that they cannot be read. */
export async function readKnownParts(queries: QueryClient): Promise<KnownParts> {
  const [types, templates] = await Promise.allSettled([
    queries.ensureQueryData(serviceTypes),
    queries.ensureQueryData(predefinedMetrics),
  ])
  return partsOf(valueIn(types), valueIn(templates))
}

const valueIn = <Value>(result: PromiseSettledResult<Value>): Value | undefined =>
  result.status === 'fulfilled' ? result.value : undefined

/** The known names as suggestions, each with a description. */
export function useSuggestedParts(): Readonly<Record<keyof KnownParts, readonly Suggestion[]>> {
  const { use_service_title: hasTitles } = useConsoleContext().options
  const { data: types } = useQuery(serviceTypes)
  const { data: templates } = useQuery(predefinedMetrics)
  return useMemo(
    () => ({
      service: (types ?? [])
        .toSorted(byName)
        .map(({ name, title }) => ({ value: name, ...(hasTitles && title !== '' && { hint: title }) })),
      metric: (templates ?? []).toSorted(byName).map(({ name, mtype }) => ({ value: name, hint: mtype })),
    }),
    [types, templates, hasTitles],
  )
}
