import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { capitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import type { JustSaved } from './just-saved.ts'
import { UndoButton } from './UndoButton.tsx'
import type { Undo } from './use-undo.ts'

interface Props {
  readonly saved: JustSaved | undefined
  readonly undo: Undo
  readonly one: string
  /** Whether the list has a row of it, on whatever page. */
  readonly hasRow: boolean
}

/** Above a list: what was saved and has no row to be marked, or why it could not be undone. */
export function SavedNotice({ saved, undo, one, hasRow }: Props) {
  if (!saved) return null
  const { obstacle } = undo
  if (obstacle) {
    return (
      <Notice
        kind="warning"
        role="alert"
        actions={
          <Button size="compact-sm" variant="default" component={Link} to={obstacle.history}>
            History of {saved.key}
          </Button>
        }
      >
        {obstacle.why} Undoing would lose that, so nothing was undone.
      </Notice>
    )
  }
  if (hasRow || !undo.run) return null
  const isThere = saved.outcome !== 'Deleted'
  return (
    <Notice kind="info" actions={<UndoButton undo={undo} saved={saved} />}>
      {capitalized(one)} <span className="mono">{saved.key}</span> was {saved.outcome.toLowerCase()}
      {isThere ? ', and the filters hide it.' : '.'}
    </Notice>
  )
}
