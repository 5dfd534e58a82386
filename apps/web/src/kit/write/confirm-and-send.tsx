import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { acceptsUserKeys } from '@quatrain/contract/kit/endpoint.ts'
import { createContext, type ReactNode } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import type { RollOutChoice, Write, WriteOptions, WriteResult } from '#kit/api/write.ts'
import { loadPart } from '#lib/load-part.ts'
import { dialogs } from '#ui/dialogs.tsx'
import type { FormDefinition } from './form-definition.ts'

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
export interface PreparedWrite {
  readonly write: Write
  readonly options?: WriteOptions | undefined
  readonly dialog: (props: ConfirmationProps) => ReactNode
}

/** Shows a write as a script makes it, with what the user has entered in its dialog; undefined if scripts cannot. */
export const ShowAsCode = createContext<((answer: Answer) => Promise<void>) | undefined>(undefined)

/**
 * Previews a write, asks the user in a dialog, and sends the write. If its effects have changed in the meantime, the user
 * is asked again. Returns nothing if the user cancels; throws what the server refuses.
 */
export async function confirmAndSend(
  { write, options = {}, dialog }: PreparedWrite,
  definition: Pick<FormDefinition<never>, 'resource'> | undefined,
): Promise<WriteResult | undefined> {
  for (let earlierAnswer: Answer | undefined; ; ) {
    const previewed = { ...options, rollOut: earlierAnswer?.rollOut }
    const dryRun = await write.preview(previewed)
    const more = (cursor: string) => write.preview({ ...previewed, cursor, ifPreviewMatch: dryRun.preview })
    const preview = { ...dryRun, more }
    const props = { preview, hasPreviewChanged: earlierAnswer !== undefined, earlierAnswer }
    const confirm = async (answer: Answer) => {
      const confirmed = { ...options, ...answer }
      const isAsPreviewed = (answer.rollOut === undefined) === (previewed.rollOut === undefined)
      const confirmedRun = isAsPreviewed ? dryRun : await write.preview(confirmed)
      return { confirmedRun, sent: { ...confirmed, ifPreviewMatch: confirmedRun.preview } }
    }
    const showAsCode = async (answer: Answer) => {
      const { showWriteAsCode } = await loadPart(() => import('./AsCodeDialog.tsx'))
      showWriteAsCode({ write, options: (await confirm(answer)).sent, resource: definition?.resource })
    }
    const answer = await dialogs.open<Answer>((close) => (
      <ShowAsCode value={acceptsUserKeys(write.endpoint) ? showAsCode : undefined}>
        {dialog({ ...props, close })}
      </ShowAsCode>
    ))
    if (!answer) return undefined
    const { confirmedRun, sent } = await confirm(answer)
    earlierAnswer = answer
    if (!haveSameEffects(dryRun, confirmedRun)) continue
    try {
      return await write.send(sent)
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
