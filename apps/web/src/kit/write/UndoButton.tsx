import { Button } from '@mantine/core'
import type { JustSaved } from './just-saved.ts'
import type { Undo } from './use-undo.ts'

/** Undoes the last save; shown only while that is possible. */
export function UndoButton({ undo, saved }: { readonly undo: Undo; readonly saved: JustSaved }) {
  if (!undo.run) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={undo.isBusy}
      aria-label={`Undo: ${saved.outcome} ${saved.key}`}
      onClick={undo.run}
    >
      Undo
    </Button>
  )
}
