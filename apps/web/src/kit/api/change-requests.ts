import { listChangeRequests, readChangeRequest } from '@quatrain/contract/change-requests/change-request.ts'
import { queryOptions } from '@tanstack/react-query'
import { callWithVersion } from './call.ts'
import { queryOf } from './queries.ts'

/** The change requests; with an object, only the open ones that write to it. */
export const changeRequestsQuery = (object?: { readonly kind: string; readonly name: string }) =>
  queryOf(['change-requests', 'list', object], listChangeRequests, { query: { ...object } })

/** A change request and its version, which an edit must send. */
export const changeRequestQuery = (id: number) =>
  queryOptions({
    queryKey: ['change-requests', id],
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithVersion(readChangeRequest, { params: { id } }, { signal })
      return { request: answer, etag }
    },
  })
