import { readStatus } from '@quatrain/contract/console/status.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(readStatus, {}, { signal }),
})
