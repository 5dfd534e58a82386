import { home } from '@quatrain/contract/home.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/call.ts'

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(home, {}, { signal }),
})
