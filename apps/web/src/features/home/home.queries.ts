import { catalogueHome, home } from '@quatrain/contract/home.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/call.ts'

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(home, {}, { signal }),
})

export const catalogueHomeQuery = queryOptions({
  queryKey: ['home', 'catalogue'],
  queryFn: ({ signal }) => call(catalogueHome, {}, { signal }),
})
