import { type Dependent, dependentsOf } from '@quatrain/contract/console/dependents.ts'
import { metricNames, metrics, publicMetricNames } from '@quatrain/contract/resources/metric.ts'
import { importableMetrics } from '@quatrain/contract/resources/metric-imports.ts'
import { type NewerPackage, previewMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import { queryOptions } from '@tanstack/react-query'
import { packagesWithNewer } from '#features/packages/packages.queries.ts'
import { queryOf } from '#kit/api/query-of.ts'
import { resourceQueries, type View } from '#kit/api/resource-queries.ts'
import type { Users } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'

const { all } = resourceQueries(metrics)

/** The names of the metrics that the tenant has. */
export const metricNamesFor = (view: View) =>
  queryOptions({
    ...queryOf([...all, view, 'names'], view === 'public' ? publicMetricNames : metricNames, {}),
    select: namesOf,
  })

const namesOf = (objects: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(objects.map(({ name }) => name))

/** What refers to a metric by its name, besides the metric profiles and the group, which are parts of the metric. */
export const dependentsOfMetric = (key: string) =>
  queryOptions({
    // Other kinds than metrics change it too.
    ...queryOf([...all, 'dependents', key], dependentsOf, { params: { kind: metrics.kind, key } }),
    refetchOnMount: 'always',
    select: (dependents): readonly Users[] =>
      shownDependents.map(({ kind, one, many, to, noteOf }) => ({
        one,
        many,
        users: [...Map.groupBy(ofKind(dependents, kind), ({ name }) => name)].map(([name, references]) => ({
          name,
          to: to(name),
          note: references.map(noteOf).join(', '),
        })),
      })),
  })

const ofKind = (dependents: readonly Dependent[], kind: string) =>
  dependents.filter((dependent) => dependent.kind === kind)

const shownDependents = [
  {
    kind: 'thresholdsprofile',
    one: 'thresholds profile',
    many: 'thresholds profiles',
    to: paths.thresholdsProfiles.details,
    noteOf: ({ count }: Dependent) => counted(count, 'rule'),
  },
  {
    kind: 'metricoverride',
    one: 'metric configuration override',
    many: 'metric configuration overrides',
    to: paths.metricOverrides.details,
    noteOf: ({ count }: Dependent) => counted(count, 'parameter'),
  },
  {
    kind: metrics.kind,
    one: 'metric',
    many: 'metrics',
    to: paths.metrics.details,
    noteOf: ({ field }: Dependent) => (field === 'parent' ? 'has it as parent' : 'depends on it'),
  },
]

/** The filter value for metrics that are in no profile, but should be. */
export const noProfile = 'In none'

/** The filter value for metrics with an older version of their package. */
export const isNewer = 'update available'

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
