import { useQuery } from '@tanstack/react-query'
import { reportsUsing } from '#features/profile-usage/reports-using.queries.ts'
import { WhereUsed } from '#kit/page/WhereUsed.tsx'

/** The reports that use an aggregation profile. */
export const AggregationProfileUsage = ({ apiid }: { readonly apiid: string }) => (
  <WhereUsed
    query={useQuery(reportsUsing('aggregation', apiid))}
    emptyText="No report uses this aggregation profile."
  />
)
