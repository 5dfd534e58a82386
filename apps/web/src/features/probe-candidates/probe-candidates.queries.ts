import { probeCandidateStatuses } from '@quatrain/contract/resources/probe-candidate.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

/** What a candidate's status can be. There is no way to change them while a page is open. */
export const statusNames = queryOptions({
  queryKey: ['probecandidatestatuses'],
  queryFn: ({ signal }) => call(probeCandidateStatuses, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
