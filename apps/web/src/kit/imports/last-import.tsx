import { Button } from '@mantine/core'
import { useState } from 'react'
import { tell } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'

/** The last import into a form, while it can be undone. The user still has to save. */
export interface LastImport {
  /** The result of the import; undefined if there is none. */
  readonly summary: string | undefined
  readonly undo: () => void
  readonly dismiss: () => void
  /** Counts imports and undos: a search refers to the rows before them. */
  readonly round: number
}

/** The import as a sentence, and the function that undoes it. */
type Imported = (summary: string, undo: () => void) => void

/** Remembers the last import and shows it. `afterUndo` describes the form after an undo. */
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

interface Props {
  /** The result of the last import, while it can be undone. */
  readonly summary: string | undefined
  readonly undo: () => void
  readonly dismiss: () => void
}

/** Shows the last import, and how to undo it. */
export function ImportNotice({ summary, undo, dismiss }: Props) {
  if (summary === undefined) return null
  return (
    <Notice
      kind="info"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={undo}>
            Undo import
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <p>{summary}</p>
      <p>Nothing is saved yet.</p>
    </Notice>
  )
}
