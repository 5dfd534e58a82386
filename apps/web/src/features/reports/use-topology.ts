import { reportOptions } from '@quatrain/contract/resources/report-options.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

const options = queryOptions({
  queryKey: ['topology', 'report options'],
  queryFn: ({ signal }) => call(reportOptions, {}, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
})

/**
 * What the topology offers. `known` is undefined until it is loaded, if it cannot be loaded, and for an empty topology:
 * then every value is accepted.
 */
export function useTopology() {
  const { data, error, isPending } = useQuery(options)
  const isEmpty =
    data !== undefined && [data.groups, data.endpoints].every((list) => list.isComplete && list.rows.length === 0)
  return { known: isEmpty ? undefined : data, isEmpty, error, isPending }
}
