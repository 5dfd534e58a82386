import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiError, isApiError, isSessionLost } from '#kit/api/api-error.ts'
import { loadPart } from '#lib/load-part.ts'
import type { Confirmation } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'

/** The key of what every page shows of the user's change requests and of findings. It is read again after each write. */
export const keyOfEveryPage = ['change-requests', 'for-user'] as const

interface Options<Done, Input> {
  /** Asked before the write, which is not made if the user refuses. */
  readonly question?: (input: Input) => Confirmation | undefined
  readonly mutationFn: (input: Input) => Promise<Done>
  readonly onSuccess?: (done: Done, input: Input) => unknown
  /** What fails, as in `removing the passkey`, for a message. Without it, `onError` reports the failure. */
  readonly doing?: string
  readonly onError?: (error: Error, input: Input) => unknown
  /** Called after the write, its failure, or a refusal of the user. */
  readonly onEnd?: () => unknown
  readonly gcTime?: number
}

export interface Writing<Input> {
  /** Starts the write. Does nothing while it is running, so a double click writes once. */
  readonly run: (input: Input) => void
  readonly isBusy: boolean
  readonly variables: Input | undefined
}

/**
 * A write, from the click and its question until it has ended. Neither `onError` nor a message follows if the session has
 * ended: the whole page handles that.
 */
export function useWriting<Done, Input = void>(options: Options<Done, Input>): Writing<Input> {
  const { question, mutationFn, onSuccess, doing, onError, onEnd, ...mutation } = options
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const { mutateAsync, isPending, variables } = useMutation<{ readonly done: Done } | undefined, Error, Input>({
    ...mutation,
    async mutationFn(input) {
      const confirmation = question?.(input)
      return confirmation && !(await isConfirmed(confirmation)) ? undefined : { done: await mutationFn(input) }
    },
    async onSuccess(result, input) {
      // A write can affect other kinds of objects: everything that is shown next is read again.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'start', refetchType: 'none' })
      if (result) void queries.refetchQueries({ queryKey: keyOfEveryPage })
      if (result) await onSuccess?.(result.done, input)
      await onEnd?.()
    },
    async onError(error, input) {
      if (isSessionLost(error)) return
      if (doing !== undefined) showFailure(error, doing, 'Error')
      await onError?.(error, input)
      await onEnd?.()
    },
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

/** The login page asks nothing, and does without the code of dialogs. */
async function isConfirmed(question: Confirmation): Promise<boolean> {
  const { dialogs } = await loadPart(() => import('#ui/dialogs.tsx'))
  return dialogs.confirm(question)
}

/**
 * Shows the failure of a write under `usualTitle`, unless it has a more specific one; `doing` names the action if the
 * failure has no message.
 */
export function showFailure(error: Error, doing: string, usualTitle?: string): void {
  const usual = `${usualTitle ?? (isApiError(error) ? storeOf(error) : 'Console error')} ${doing}`
  const requestId = isApiError(error) ? error.requestId : undefined
  tell.error({ title: titleOf(error, usualTitle), lines: (error.message || usual).split('\n'), requestId })
}

function titleOf(error: Error, usualTitle: string | undefined): string {
  if (!isApiError(error)) return 'Error'
  if (error.code === 'in_use') return usualTitle ?? 'Unable to delete'
  if (error.code === 'not_allowed') return 'Not allowed'
  if (error.code === 'stale_version') return 'Changed meanwhile'
  return usualTitle ?? storeOf(error)
}

const storeOf = ({ source }: ApiError) => (source === 'web-api' ? 'Web API error' : 'Internal API error')
