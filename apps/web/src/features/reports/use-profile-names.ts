import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { aggregationProfileQueries as aggregationQueries } from '#features/aggregation-profiles/aggregation-profiles.queries.ts'
import { metricProfileQueries as metricQueries } from '#features/metric-profiles/metric-profiles.queries.ts'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import { thresholdsProfileQueries as thresholdsQueries } from '#features/thresholds-profiles/thresholds-profiles.queries.ts'
import { inNameOrder } from '#lib/name-order.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import type { ProfileNames } from './ProfileFields.tsx'

type Named = readonly { readonly name: string }[]

const sorted = (profiles: Named | undefined): readonly Suggestion[] =>
  inNameOrder((profiles ?? []).map(({ name }) => name)).map((value) => ({ value }))

/** The names of all profiles that a report can have; none while they are loading. */
export function useProfileNames(): ProfileNames {
  const { data: metric } = useQuery(metricQueries.list())
  const { data: aggregation } = useQuery(aggregationQueries.list())
  const { data: operations } = useQuery(operationsProfiles())
  const { data: thresholds } = useQuery(thresholdsQueries.list())
  return useMemo(
    () => ({
      metric: sorted(metric),
      aggregation: sorted(aggregation),
      operations: sorted(operations?.profiles),
      thresholds: sorted(thresholds),
    }),
    [metric, aggregation, operations, thresholds],
  )
}
