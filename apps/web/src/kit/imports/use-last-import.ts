import { useState } from 'react'
import { tell } from '#ui/messages.ts'

/** The last import into a form, while it can be taken back. Saving stays with the person. */
export interface LastImport {
  /** What it has done; nothing when there is none. */
  readonly summary: string | undefined
  readonly undo: () => void
  readonly dismiss: () => void
  /** Counts imports and their undoing: what somebody searched for belongs to the rows that were there before. */
  readonly round: number
}

/** What it was, in a sentence, and how the form is rid of it again. */
type Imported = (summary: string, undo: () => void) => void

/** Keeps in mind what was imported last, and tells of it. `afterUndo` says what the form holds when it is taken back. */
export function useLastImport(afterUndo: string): LastImport & { readonly imported: Imported } {
  const [last, setLast] = useState<{ readonly summary: string; readonly undo: () => void }>()
  const [round, setRound] = useState(0)
  return {
    summary: last?.summary,
    round,
    imported(summary, undo) {
      setLast({ summary, undo })
      setRound((round) => round + 1)
      tell.success({ title: 'Imported', lines: [summary, 'Nothing is saved yet.'] })
    },
    undo() {
      if (!last) return
      last.undo()
      setLast(undefined)
      setRound((round) => round + 1)
      tell.success({ title: 'Import undone', lines: [afterUndo] })
    },
    dismiss: () => setLast(undefined),
  }
}
