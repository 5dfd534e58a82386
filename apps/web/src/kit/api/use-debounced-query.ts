import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

const typingPauseMs = 250

/**
 * Asks the server about something that the user is typing or choosing. It asks at the first change and when changes
 * pause, and cancels the request for an older input. The last response stays until the next one arrives; `isCurrent`
 * says whether it is the response for this input. `input` needs the same identity until it changes. While it is not
 * `enabled`, it asks nothing.
 */
export function useDebouncedQuery<Input, Data>(
  queryKey: readonly unknown[],
  input: Input,
  read: (input: Input, signal: AbortSignal) => Promise<Data>,
  enabled = true,
) {
  const [asked] = useDebouncedValue(input, typingPauseMs, { leading: true })
  const query = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: ({ signal }) => read(asked, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
  return { ...query, isCurrent: asked === input && !query.isPlaceholderData && query.data !== undefined }
}
