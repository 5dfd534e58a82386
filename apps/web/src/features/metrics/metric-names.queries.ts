import { metricNames, protectedMetrics, publicMetricNames } from '@quatrain/contract/resources/metric-names.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf, type View } from '#kit/api/queries.ts'

/** The names of the metrics that the tenant has. */
export const metricNamesFor = (view: View) =>
  queryOptions({
    ...queryOf([protectedMetrics.kind, view, 'names'], view === 'public' ? publicMetricNames : metricNames, {}),
    select: namesOf,
  })

const namesOf = (objects: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(objects.map(({ name }) => name))
