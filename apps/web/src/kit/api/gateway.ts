import { publicApiKey } from '@quatrain/contract/console/options.ts'
import type { CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import type { View } from './queries.ts'

const publicToken = queryOptions({
  queryKey: ['public-token'],
  queryFn: async ({ signal }) => (await call(publicApiKey, {}, { signal })).token,
  staleTime: 5 * 60_000,
})

/** A read of the Web API through the console's server; public pages send the public token. */
export async function readGateway<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  view: View,
  { client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>,
) {
  const apiKey = view === 'public' ? await client.fetchQuery(publicToken) : undefined
  return call(endpoint, input, { apiKey, signal })
}
