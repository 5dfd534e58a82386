import { administrationHints } from '@quatrain/contract/console/administration.ts'
import { catalogueHome, changedObject, changeList, changesByDay, home } from '@quatrain/contract/console/home.ts'
import type { AnswerOf, CallOf } from '@quatrain/contract/kit/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { queryOf } from '#kit/api/queries.ts'

export const administrationQuery = queryOf(['home', 'administration'], administrationHints, {})

export const homeQuery = queryOf(['home'], home, {})

export const catalogueHomeQuery = queryOf(['home', 'catalogue'], catalogueHome, {})

/** How a write changed its object; immutable. */
export const changeQuery = (number: number) =>
  queryOptions({
    queryKey: ['changes', number],
    queryFn: async ({ signal }) => (await call(changedObject, { params: { number } }, { signal })).change,
  })

export const changesByDayQuery = queryOf(['changes', 'by day'], changesByDay, {})

/** A page of everything that was changed. */
export const readChanges = (
  query: NonNullable<CallOf<typeof changeList>['query']>,
  signal: AbortSignal,
): Promise<AnswerOf<typeof changeList>> => call(changeList, { query }, { signal })
