import { Button } from '@mantine/core'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  /** What the last import has done, while it can be taken back. */
  readonly summary: string | undefined
  readonly undo: () => void
  readonly dismiss: () => void
}

/** Says what the form holds since an import, and how to discard it. */
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
