import { Button } from '@mantine/core'
import { Notice } from '#ui/Notice.tsx'

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
