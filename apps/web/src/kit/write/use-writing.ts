import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isSessionLost } from '#kit/api/api-error.ts'

type Options<Done, Input> = Pick<
  UseMutationOptions<Done, Error, Input>,
  'mutationFn' | 'onSuccess' | 'onError' | 'gcTime'
>

export interface Writing<Input> {
  /** Asks and writes. Does nothing while that is under way, so that a double click asks once. */
  readonly run: (input: Input) => void
  readonly isBusy: boolean
  readonly variables: Input | undefined
}

/**
 * Something that is asked and then written, from the click to the end of it. `onError` does not hear of a session that
 * is lost: the whole page deals with that.
 */
export function useWriting<Done, Input = void>({
  onSuccess,
  onError,
  ...options
}: Options<Done, Input>): Writing<Input> {
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const { mutateAsync, isPending, variables } = useMutation<Done, Error, Input>({
    ...options,
    async onSuccess(...done) {
      // A write reaches further than its own kind of object: whatever is shown next is read anew.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'start', refetchType: 'none' })
      await onSuccess?.(...done)
    },
    onError: (error, ...rest) => (isSessionLost(error) ? undefined : onError?.(error, ...rest)),
  })
  const run = async (input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await mutateAsync(input)
    } catch {
      // `onError` has told it.
    } finally {
      isRunning.current = false
    }
  }
  return { run: (input) => void run(input), isBusy: isPending, variables }
}
