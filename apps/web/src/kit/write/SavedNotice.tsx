import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { uncapitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import type { JustSaved } from './just-saved.ts'
import { UndoButton } from './UndoButton.tsx'
import type { Undo } from './use-undo.ts'

interface Props {
  readonly saved: JustSaved | undefined
  readonly undo: Undo
  /** Whether the list marks a row of it, on any of its pages. */
  readonly hasRow: boolean
  /** Whether filters could hide such a row. */
  readonly isFiltered?: boolean
}

/** Above a list: what was saved, if no row shows that, or why it could not be undone. */
export function SavedNotice({ saved, undo, hasRow, isFiltered = true }: Props) {
  if (!saved) return null
  const { obstacle } = undo
  if (obstacle) {
    return (
      <Notice
        kind="warning"
        role="alert"
        actions={
          obstacle.history !== undefined && (
            <Button size="compact-sm" variant="default" component={Link} to={obstacle.history}>
              History of {saved.key}
            </Button>
          )
        }
      >
        {obstacle.why} Undoing would lose that, so nothing was undone.
      </Notice>
    )
  }
  if (hasRow || !undo.run) return null
  const isHidden = isFiltered && saved.outcome !== 'Deleted'
  return (
    <Notice kind="info" actions={<UndoButton undo={undo} saved={saved} />}>
      {undo.what} was {uncapitalized(saved.outcome)}
      {isHidden ? ', and the filters hide it.' : '.'}
    </Notice>
  )
}
