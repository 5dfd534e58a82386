import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'

const maxRetries = 2

/** The cache of all responses. `onFailure` receives every failure of a cached call. */
export function createQueryClient(onFailure: (client: QueryClient, error: unknown) => void): QueryClient {
  const onError = (error: unknown) => onFailure(client, error)
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The server's refusals are not retried.
        retry: (count, error) => count < maxRetries && isApiError(error, 'no_answer', 'unavailable'),
        retryDelay: (count) => 400 * 2 ** count,
      },
    },
  })
  return client
}
