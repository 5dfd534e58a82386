import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'

const mostRetries = 2

/** The cache of everything that the server told. `onSessionEnd` is called whenever a call finds nobody signed in. */
export function createQueryClient(onSessionEnd: (client: QueryClient) => void): QueryClient {
  const notice = (error: unknown) => {
    if (isApiError(error, 'not_authenticated')) onSessionEnd(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What the server has decided does not change by asking again.
        retry: (count, error) => count < mostRetries && isApiError(error, 'no_answer', 'unavailable'),
        retryDelay: (count) => 400 * 2 ** count,
      },
    },
  })
  return client
}
