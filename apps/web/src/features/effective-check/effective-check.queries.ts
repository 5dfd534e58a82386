import { effectiveCheck } from '@quatrain/contract/resources/effective-check.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

/** The effective check of a metric for a host. It is always loaded again, because every write can change it. */
export const checkOf = (metric: string, host: string) =>
  queryOptions({
    // The key is below that of overrides, because the check changes whenever they do.
    queryKey: [metricOverrides.kind, 'effective', metric, host],
    queryFn: ({ signal }) => call(effectiveCheck, { query: { metric, host } }, { signal }),
    enabled: metric !== '',
    staleTime: 0,
  })
