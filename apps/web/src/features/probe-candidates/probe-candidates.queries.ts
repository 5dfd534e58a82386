import { probeCandidateStatuses } from '@quatrain/contract/resources/probe-candidate.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

/** The possible statuses. They do not change while a page is open. */
export const statusNames = queryOptions({
  queryKey: ['probecandidatestatuses'],
  queryFn: ({ signal }) => call(probeCandidateStatuses, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
