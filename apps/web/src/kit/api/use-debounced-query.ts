import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'

const typingPauseMs = 250

/**
 * Asks the server about something that the user is typing or choosing. It asks at the first change and when changes
 * pause, and cancels the request for an older input. The last response stays until the next one arrives; `isCurrent`
 * says whether it is the response for this input. `input` needs the same identity until it changes. While it is
 * undefined, nothing is asked.
 */
export function useDebouncedQuery<Input, Data>(
  queryKey: readonly unknown[],
  input: Input | undefined,
  read: (input: Input, signal: AbortSignal) => Promise<Data>,
) {
  const [debouncedInput] = useDebouncedValue(input, typingPauseMs, { leading: true })
  const query = useQuery({
    queryKey: [...queryKey, debouncedInput],
    queryFn: debouncedInput === undefined ? skipToken : ({ signal }) => read(debouncedInput, signal),
    placeholderData: keepPreviousData,
    enabled: input !== undefined,
  })
  return { ...query, isCurrent: debouncedInput === input && !query.isPlaceholderData && query.data !== undefined }
}
