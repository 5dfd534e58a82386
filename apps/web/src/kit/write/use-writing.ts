import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isSessionLost } from '#kit/api/api-error.ts'

type Options<Done, Input> = Pick<
  UseMutationOptions<Done, Error, Input>,
  'mutationFn' | 'onSuccess' | 'onError' | 'gcTime'
>

export interface Writing<Input> {
  /** Starts the write. Does nothing while it is running, so a double click writes once. */
  readonly run: (input: Input) => void
  readonly isBusy: boolean
  readonly variables: Input | undefined
}

/**
 * A write with its confirmation, from the click until it has ended. `onError` is not called if the session has ended:
 * the whole page handles that.
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
      // A write can affect other kinds of objects: everything that is shown next is read again.
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
      // `onError` has reported it.
    } finally {
      isRunning.current = false
    }
  }
  return { run: (input) => void run(input), isBusy: isPending, variables }
}
