import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import type { ReactNode } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import type { Write, WriteOptions, WriteResult } from '#kit/api/write.ts'
import { dialogs } from '#ui/dialogs.ts'

/** What a write would do; `more` reads objects that the preview does not list. */
export interface Preview extends DryRun {
  readonly more: (cursor: string) => Promise<DryRun>
}

/** The props of a dialog that asks the user to confirm a write. */
export interface ConfirmationProps {
  readonly preview: Preview
  /** The effects have changed since the user confirmed them. */
  readonly hasPreviewChanged: boolean
  /** Closes the dialog. Without an answer, nothing is written. */
  readonly close: (answer?: { readonly remark?: string }) => void
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
  for (let hasPreviewChanged = false; ; hasPreviewChanged = true) {
    const dryRun = await write.preview(options)
    const ifPreviewMatch = dryRun.preview
    const more = (cursor: string) => write.preview({ ...options, cursor, ifPreviewMatch })
    const preview = { ...dryRun, more }
    const answer = await dialogs.open<{ readonly remark?: string }>((close) =>
      dialog({ preview, hasPreviewChanged, close }),
    )
    if (!answer) return undefined
    try {
      return await write.send({ ...options, remark: answer.remark, ifPreviewMatch })
    } catch (error) {
      // Either the object or the effects have changed; the next preview shows which.
      if (!isApiError(error, 'stale_version')) throw error
    }
  }
}
