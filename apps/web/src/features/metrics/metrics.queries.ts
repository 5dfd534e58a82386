import { metrics } from '@quatrain/contract/resources/metric.ts'
import { importableMetrics } from '@quatrain/contract/resources/metric-imports.ts'
import { type NewerPackage, previewMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import { queryOptions } from '@tanstack/react-query'
import { packagesWithNewer } from '#features/packages/packages.queries.ts'
import { queryOf, resourceQueries } from '#kit/api/queries.ts'

const { all } = resourceQueries(metrics)

/** The packages that have a newer version, by the name of each metric that uses an older one. */
export const newerByMetric = queryOptions({
  ...packagesWithNewer,
  select: (packages: readonly NewerPackage[]): ReadonlyMap<string, NewerPackage> =>
    new Map(packages.flatMap((newerPackage) => newerPackage.metrics.map((name) => [name, newerPackage]))),
})

/** The changes of the metrics with this version of their package, `name-version`; always loaded again. */
export const updateOf = (key: string) =>
  queryOptions({
    ...queryOf([...all, 'update', key], previewMetricsVersions, { params: { key } }),
    refetchOnMount: 'always',
  })

/** The metric templates that could be imported. */
export const importables = queryOf([...all, 'importable'], importableMetrics, {})
