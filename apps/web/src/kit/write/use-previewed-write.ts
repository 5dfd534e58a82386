import { useQueryClient } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import type { WriteResult } from '#kit/api/write.ts'
import { loadPart } from '#lib/load-part.ts'
import { refreshAfter } from './after-write.ts'
import type { FormDefinition } from './form-definition.ts'
import { forgetUndo } from './undo-offer.ts'
import { showFailure, useWriting, type Writing } from './use-writing.ts'
import type { PreparedWrite } from './write-in-dialog.ts'

export interface PreviewedWrite<Input> {
  /** The kinds whose lists the write changes, if there are such. */
  readonly definition?: Pick<FormDefinition<never>, 'resource' | 'sideEffects' | 'failureTitle'> | undefined
  /** By default that of the definition. */
  readonly failureTitle?: string
  /** For failures without a message: `deleting tenant`. */
  readonly doing: (input: Input) => string
  /** The write of an input. It may ask the user; nothing is written if it returns nothing. */
  readonly prepare: (input: Input) => PreparedWrite | undefined | Promise<PreparedWrite | undefined>
  /** Called when the lists are up to date. */
  readonly onDone: (result: WriteResult, input: Input) => unknown
  /** Whether a failure needs no message. It is stored if it is only `partly_done`. */
  readonly handles?: (error: Error, input: Input) => Promise<boolean>
  readonly onFailure?: (error: Error, input: Input) => unknown
}

/**
 * A write that the user confirms in a dialog with its effects, from the click until the page shows its result. Only
 * `onDone` can offer an undo.
 */
export function usePreviewedWrite<Input = void>(options: PreviewedWrite<Input>): Writing<Input> {
  const { definition, doing, failureTitle = definition?.failureTitle, prepare, onDone, handles, onFailure } = options
  const queries = useQueryClient()
  const refresh = async () => {
    forgetUndo()
    if (definition) await refreshAfter(definition, queries)
  }
  return useWriting({
    async mutationFn(input: Input) {
      const prepared = await prepare(input)
      if (!prepared) return undefined
      const { confirmAndSend } = await loadPart(() => import('./confirm-and-send.tsx'))
      return confirmAndSend(prepared, definition, queries)
    },
    async onSuccess(result, input) {
      if (!result) return
      await refresh()
      await onDone(result, input)
    },
    async onError(error, input) {
      if (isApiError(error, 'partly_done')) await refresh()
      if (await handles?.(error, input)) return
      showFailure(error, doing(input), failureTitle)
      // What the page shows is out of date. After another refusal a list may be; a form compares its object by itself.
      if (definition && !isApiError(error, 'no_answer', 'too_late', 'unavailable')) {
        const { all, list } = resourceQueries(definition.resource)
        const queryKey = isApiError(error, 'stale_version') ? all : list().queryKey
        await queries.refetchQueries({ queryKey, type: 'active' })
      }
      await onFailure?.(error, input)
    },
  })
}
