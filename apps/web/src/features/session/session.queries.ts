import { type SessionState, sessionActive } from '@quatrain/contract/accounts/session.ts'
import { configOptions, isTenantSchema } from '@quatrain/contract/console/options.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { keyOfEveryPage } from '#kit/write/use-writing.ts'

export const schemaQuery = queryOptions({
  queryKey: ['start', 'schema'],
  queryFn: () => call(isTenantSchema, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

export const optionsQuery = queryOptions({
  queryKey: ['start', 'options'],
  queryFn: async () => (await call(configOptions, {})).result,
  staleTime: Number.POSITIVE_INFINITY,
})

export const sessionKey = ['start', 'session'] as const

/** The logged-in user, if any; refused if another user is displayed. */
export const askSession = (isTenant: boolean) => call(sessionActive, { params: { istenant: String(isTenant) } })

export const sessionQuery = (isTenant: boolean) =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: () => askSession(isTenant),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What waits for the user, what the user can confirm, and how many findings there are. The session has it, because asking for it does not extend it. */
export const requestsForUserQuery = (isTenant: boolean) =>
  queryOptions({
    queryKey: keyOfEveryPage,
    queryFn: async () => requestsForUserIn(await askSession(isTenant)),
  })

export function requestsForUserIn(session: SessionState) {
  if (!session.active) return { unconfirmed: [], waiting: 0, findings: undefined }
  const { unconfirmed_requests: unconfirmed = [], waiting_requests: waiting = 0, findings } = session
  return { unconfirmed, waiting, findings }
}
