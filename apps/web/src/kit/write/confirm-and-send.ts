import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { isApiError } from '#kit/api/api-error.ts'
import type { Write, WriteOptions, WriteResult } from '#kit/api/write.ts'

/** What a write would do, and the way to those objects that are not told yet. */
export interface Preview extends DryRun {
  readonly more: (cursor: string) => Promise<DryRun>
}

/** Shows what a write would do and asks whether it is meant; nothing when the person thought better of it. */
export type Confirm = (
  preview: Preview,
  hasPreviewChanged: boolean,
) => Promise<{ readonly remark?: string } | undefined>

/**
 * Asks the server what a write would do, has the person agree to that, and makes it. When it would do something else by
 * then, the person is asked again. Nothing when they thought better of it.
 */
export async function confirmAndSend(
  write: Write,
  options: WriteOptions,
  confirm: Confirm,
): Promise<WriteResult | undefined> {
  for (let hasPreviewChanged = false; ; hasPreviewChanged = true) {
    const preview = await write.preview(options)
    const more = (cursor: string) => write.preview({ ...options, cursor, ifPreviewMatch: preview.preview })
    const answer = await confirm({ ...preview, more }, hasPreviewChanged)
    if (!answer) return undefined
    try {
      return await write.send({ ...options, remark: answer.remark, ifPreviewMatch: preview.preview })
    } catch (error) {
      // Either the object or what the write would touch has moved. The next preview tells which.
      if (!isApiError(error, 'stale_version')) throw error
    }
  }
}
