import { useQueryClient } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import type { WriteResult } from '#kit/api/write.ts'
import { refreshAfter, showFailure } from './after-write.ts'
import type { FormDefinition } from './form-definition.ts'
import { forgetUndo } from './undo-offer.ts'
import { useWriting, type Writing } from './use-writing.ts'

interface Options<Input> {
  readonly definition: Pick<FormDefinition<never>, 'resource' | 'sideEffects' | 'failureTitle'>
  /** For failures without a message: `deleting tenant`. */
  readonly doing: (input: Input) => string
  /** Asks the user, then writes; returns nothing if the user cancels. */
  readonly write: (input: Input) => Promise<WriteResult | undefined>
  /** Called when the lists are up to date. */
  readonly onDone: (result: WriteResult, input: Input) => unknown
  readonly onFailure?: (error: Error, input: Input) => unknown
}

/** A confirmed write outside a form, from the click until the page shows its result. Only `onDone` can offer an undo. */
export function useConfirmedWrite<Input = void>(options: Options<Input>): Writing<Input> {
  const { definition, doing, write, onDone, onFailure } = options
  const queries = useQueryClient()
  return useWriting({
    mutationFn: write,
    async onSuccess(result, input) {
      if (!result) return
      forgetUndo()
      await refreshAfter(definition, queries)
      await onDone(result, input)
    },
    async onError(error, input) {
      showFailure(error, doing(input), definition.failureTitle)
      // What the page shows is out of date.
      if (isApiError(error, 'stale_version')) {
        await queries.refetchQueries({ queryKey: [definition.resource.kind], type: 'active' })
      }
      await onFailure?.(error, input)
    },
  })
}
