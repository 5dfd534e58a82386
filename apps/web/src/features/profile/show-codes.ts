import { createElement } from 'react'
import { dialogs } from '#ui/dialogs.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

/** Shows new recovery codes, if there are any, until the user has stored them. */
export async function showCodes(codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  await dialogs.open((close) => createElement(RecoveryCodesDialog, { codes, close: () => close() }))
}
