import { metricNames, metrics, publicMetricNames } from '@quatrain/contract/resources/metric.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/call.ts'
import { resourceQueries, type View } from '#kit/resource-queries.ts'

const { all } = resourceQueries(metrics)

/** The names of the metrics that the tenant has. */
export const metricNamesFor = (view: View) =>
  queryOptions({
    queryKey: [...all, view, 'names'],
    queryFn: ({ signal }) => call(view === 'public' ? publicMetricNames : metricNames, {}, { signal }),
    select: namesOf,
  })

const namesOf = (named: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(named.map(({ name }) => name))

/** What the filter of the list for metric profiles says of metrics that are in none, and should be. */
export const noProfile = 'In none'
