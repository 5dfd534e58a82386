import { useQuery } from '@tanstack/react-query'
import { reportsUsing } from '#features/profile-usage/reports-using.queries.ts'
import { WhereUsed } from '#kit/page/WhereUsed.tsx'

/** The reports that use a thresholds profile. */
export const ThresholdsProfileUsage = ({ apiid }: { readonly apiid: string }) => (
  <WhereUsed query={useQuery(reportsUsing('thresholds', apiid))} emptyText="No report uses this thresholds profile." />
)
