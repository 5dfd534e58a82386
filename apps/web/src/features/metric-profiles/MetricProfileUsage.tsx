import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { useQuery } from '@tanstack/react-query'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { WhereUsed } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'

const queries = resourceQueries(aggregationProfiles)

/** The aggregation profiles whose services come from a metric profile. */
export function MetricProfileUsage({ name }: { readonly name: string }) {
  const query = useQuery({
    ...queries.list(),
    select: (profiles) => [
      {
        one: 'aggregation profile',
        many: 'aggregation profiles',
        users: profiles
          .filter(({ metric_profile }) => metric_profile === name)
          .map(({ name }) => ({ name, to: paths.aggregationProfiles.details(name) })),
      },
    ],
  })
  return <WhereUsed query={query} nothing="No aggregation profile uses this metric profile." />
}
