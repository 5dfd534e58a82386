import { type SessionState, sessionActive } from '@quatrain/contract/accounts/session.ts'
import { listChangeRequests, readChangeRequest } from '@quatrain/contract/change-requests/change-request.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callWithVersion } from './call.ts'
import { queryOf } from './queries.ts'

/** The change requests; with an object, only the open ones that write to it. */
export const changeRequestsQuery = (object?: { readonly kind: string; readonly name: string }) =>
  queryOf(['change-requests', 'list', object], listChangeRequests, { query: { ...object } })

/** What waits for the user, and what the user can confirm. The session has it, because asking for it does not extend it. */
export const requestsForUserQuery = (istenant: boolean) =>
  queryOptions({
    queryKey: ['change-requests', 'for-user'],
    queryFn: async ({ signal }) =>
      requestsForUserIn(await call(sessionActive, { params: { istenant: String(istenant) } }, { signal })),
  })

export function requestsForUserIn(session: SessionState) {
  const { unconfirmed_requests: unconfirmed = [], waiting_requests: waiting = 0 } = session.active ? session : {}
  return { unconfirmed, waiting }
}

/** A change request and its version, which an edit must send. */
export const changeRequestQuery = (id: number) =>
  queryOptions({
    queryKey: ['change-requests', id],
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithVersion(readChangeRequest, { params: { id } }, { signal })
      return { request: answer, etag }
    },
  })
