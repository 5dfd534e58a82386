import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { createContext, type ReactNode } from 'react'
import type { RollOutChoice, Write, WriteOptions } from '#kit/api/write.ts'

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

interface WriteInDialog {
  /** Who manages its objects as code; empty if nobody does. */
  readonly owners: string
  /** Shows it as a script makes it, with what the user has entered in its dialog; undefined if scripts cannot. */
  readonly showAsCode?: ((answer: Answer) => Promise<void>) | undefined
}

/** What the dialog of a write knows of it besides its effects. */
export const WriteInDialog = createContext<WriteInDialog>({ owners: '' })
