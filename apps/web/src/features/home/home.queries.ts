import { administrationHints } from '@quatrain/contract/console/administration.ts'
import { catalogueHome, changedObject, changeList, home } from '@quatrain/contract/console/home.ts'
import type { AnswerOf, CallOf } from '@quatrain/contract/kit/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

export const administrationQuery = queryOptions({
  queryKey: ['home', 'administration'],
  queryFn: ({ signal }) => call(administrationHints, {}, { signal }),
})

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(home, {}, { signal }),
})

export const catalogueHomeQuery = queryOptions({
  queryKey: ['home', 'catalogue'],
  queryFn: ({ signal }) => call(catalogueHome, {}, { signal }),
})

/** How a write changed its object; immutable. */
export const changeQuery = (number: number) =>
  queryOptions({
    queryKey: ['changes', number],
    queryFn: async ({ signal }) => (await call(changedObject, { params: { number } }, { signal })).change,
  })

/** A page of everything that was changed. */
export const readChanges = (
  query: NonNullable<CallOf<typeof changeList>['query']>,
  signal: AbortSignal,
): Promise<AnswerOf<typeof changeList>> => call(changeList, { query }, { signal })
