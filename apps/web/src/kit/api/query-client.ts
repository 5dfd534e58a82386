import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'

const maxRetries = 2

/** The cache of everything that the server told. `onFailure` sees every failure of a call that was made through it. */
export function createQueryClient(onFailure: (client: QueryClient, error: unknown) => void): QueryClient {
  const onError = (error: unknown) => onFailure(client, error)
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What the server has decided does not change by asking again.
        retry: (count, error) => count < maxRetries && isApiError(error, 'no_answer', 'unavailable'),
        retryDelay: (count) => 400 * 2 ** count,
      },
    },
  })
  return client
}
