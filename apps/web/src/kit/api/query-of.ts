import type { CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The query of the answer of an endpoint, which is cached under the key. */
export const queryOf = <E extends Endpoint>(queryKey: QueryKey, endpoint: E, input: CallOf<E>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, input, { signal }) })
