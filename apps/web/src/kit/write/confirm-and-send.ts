import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import type { ReactNode } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import type { RollOutChoice, Write, WriteOptions, WriteResult } from '#kit/api/write.ts'
import { dialogs } from '#ui/dialogs.ts'

/** What a write would do; `more` reads objects that the preview does not list. */
export interface Preview extends DryRun {
  readonly more: (cursor: string) => Promise<DryRun>
}

/** What the user adds to a write that they confirm. */
export interface Answer {
  readonly remark?: string
  readonly rollOut?: RollOutChoice | undefined
}

/** The props of a dialog that asks the user to confirm a write. */
export interface ConfirmationProps {
  readonly preview: Preview
  /** The effects have changed since the user confirmed them. */
  readonly hasPreviewChanged: boolean
  /** What the user had answered before the effects changed. */
  readonly given?: Answer | undefined
  /** Closes the dialog. Without an answer, nothing is written. */
  readonly close: (answer?: Answer) => void
}

/**
 * Previews a write, asks the user in a dialog, and sends the write. If its effects have changed in the meantime, the user
 * is asked again. Returns nothing if the user cancels; throws what the server refuses.
 */
export async function confirmAndSend(
  write: Write,
  options: WriteOptions,
  dialog: (props: ConfirmationProps) => ReactNode,
): Promise<WriteResult | undefined> {
  for (let given: Answer | undefined; ; ) {
    const shown = { ...options, rollOut: given?.rollOut }
    const dryRun = await write.preview(shown)
    const more = (cursor: string) => write.preview({ ...shown, cursor, ifPreviewMatch: dryRun.preview })
    const preview = { ...dryRun, more }
    const props = { preview, hasPreviewChanged: given !== undefined, given }
    const answer = await dialogs.open<Answer>((close) => dialog({ ...props, close }))
    if (!answer) return undefined
    const confirmed = { ...options, ...answer }
    const isAsShown = (answer.rollOut === undefined) === (shown.rollOut === undefined)
    const sent = isAsShown ? dryRun : await write.preview(confirmed)
    given = answer
    if (!haveSameEffects(dryRun, sent)) continue
    try {
      return await write.send({ ...confirmed, ifPreviewMatch: sent.preview })
    } catch (error) {
      // Either the object or the effects have changed; the next preview shows which.
      if (!isApiError(error, 'stale_version')) throw error
    }
  }
}

/** Whether two writes change the same numbers of objects in each tenant, now or later. */
const haveSameEffects = (one: DryRun, other: DryRun): boolean => linesOf(one).join() === linesOf(other).join()

const linesOf = ({ groups }: DryRun) =>
  groups.map(({ tenant, kind, action, count }) => JSON.stringify([tenant, kind, action, count])).toSorted()
