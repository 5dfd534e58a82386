import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { type MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { reportsUsing } from '#features/profile-usage/reports-using.queries.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import { combineUsers, Dependents, type Users } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'

export type UsedProfile = Pick<MetricProfile, 'name' | 'apiid'>

/** The aggregation profiles whose services come from a metric profile, and the reports that use it. */
export function MetricProfileUsage({ name, apiid }: UsedProfile) {
  const query = useQueries({
    queries: [aggregationProfilesUsing(name), reportsUsing('metric', apiid)],
    combine: combineUsers,
  })
  return (
    <Dependents
      object={{ kind: metricProfiles.kind, name }}
      query={query}
      emptyText="No aggregation profile and no report uses this metric profile."
    />
  )
}

const aggregationProfilesUsing = (metricProfile: string) =>
  queryOptions({
    ...resourceQueries(aggregationProfiles).list(),
    select: (profiles): readonly Users[] => [
      {
        one: 'aggregation profile',
        many: 'aggregation profiles',
        users: profiles
          .filter(({ metric_profile }) => metric_profile === metricProfile)
          .map(({ name }) => ({ name, to: paths.aggregationProfiles.details(name) })),
      },
    ],
  })
