import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import type { RollOutChoice, Write, WriteOptions, WriteResult } from '#kit/api/write.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { refreshAfter } from './after-write.ts'
import type { FormDefinition } from './form-definition.ts'
import { forgetUndo } from './undo-offer.ts'
import { showFailure, useWriting, type Writing } from './use-writing.ts'

/** What a write would do; `more` reads objects that the preview does not list. */
export interface Preview extends DryRun {
  readonly more: (cursor: string) => Promise<DryRun>
}

/** What the user adds to a write that they confirm. */
export interface Answer {
  readonly remark?: string
  /** The remark is the reason for a write that a rule of the tenant closes. */
  readonly pastRule?: boolean | undefined
  readonly rollOut?: RollOutChoice | undefined
}

/** The props of a dialog that asks the user to confirm a write. */
export interface ConfirmationProps {
  readonly preview: Preview
  /** The effects have changed since the user confirmed them. */
  readonly hasPreviewChanged: boolean
  /** What the user had answered before the effects changed. */
  readonly earlierAnswer?: Answer | undefined
  /** Closes the dialog. Without an answer, nothing is written. */
  readonly close: (answer?: Answer) => void
}

/** A write, and the dialog that shows its preview. */
interface PreparedWrite {
  readonly write: Write
  readonly options?: WriteOptions | undefined
  readonly dialog: (props: ConfirmationProps) => ReactNode
}

export interface PreviewedWrite<Input> {
  /** The kinds whose lists the write changes, if there are such. */
  readonly definition?: Pick<FormDefinition<never>, 'resource' | 'sideEffects' | 'failureTitle'>
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
      return prepared && confirmAndSend(prepared)
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
      // What the page shows is out of date.
      if (definition && isApiError(error, 'stale_version')) {
        await queries.refetchQueries({ queryKey: [definition.resource.kind], type: 'active' })
      }
      await onFailure?.(error, input)
    },
  })
}

/**
 * Previews a write, asks the user in a dialog, and sends the write. If its effects have changed in the meantime, the user
 * is asked again. Returns nothing if the user cancels; throws what the server refuses.
 */
async function confirmAndSend({ write, options = {}, dialog }: PreparedWrite): Promise<WriteResult | undefined> {
  for (let earlierAnswer: Answer | undefined; ; ) {
    const previewed = { ...options, rollOut: earlierAnswer?.rollOut }
    const dryRun = await write.preview(previewed)
    const more = (cursor: string) => write.preview({ ...previewed, cursor, ifPreviewMatch: dryRun.preview })
    const preview = { ...dryRun, more }
    const props = { preview, hasPreviewChanged: earlierAnswer !== undefined, earlierAnswer }
    const answer = await dialogs.open<Answer>((close) => dialog({ ...props, close }))
    if (!answer) return undefined
    const confirmed = { ...options, ...answer }
    const isAsPreviewed = (answer.rollOut === undefined) === (previewed.rollOut === undefined)
    const confirmedRun = isAsPreviewed ? dryRun : await write.preview(confirmed)
    earlierAnswer = answer
    if (!haveSameEffects(dryRun, confirmedRun)) continue
    try {
      return await write.send({ ...confirmed, ifPreviewMatch: confirmedRun.preview })
    } catch (error) {
      // Either the object or the effects have changed; the next preview shows which.
      if (!isApiError(error, 'stale_version')) throw error
    }
  }
}

/** Whether two writes change the same numbers of objects in each tenant, now or later. */
const haveSameEffects = (a: DryRun, b: DryRun): boolean => linesOf(a).join() === linesOf(b).join()

const linesOf = ({ groups }: DryRun) =>
  groups.map(({ tenant, kind, action, count }) => JSON.stringify([tenant, kind, action, count])).toSorted()
