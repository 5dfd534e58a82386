import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ConflictScreen.module.css'

interface Props {
  readonly whose: 'theirs' | 'mine'
  readonly isTaken: boolean
  /** The accessible name of the button, if its text is not sufficient. */
  readonly label?: string
  readonly onTake: () => void
  readonly children: ReactNode
}

/** The cell of one side of a conflict: its value, and the button that takes it. */
export const ConflictSide = ({ whose, isTaken, label, onTake, children }: Props) => (
  <td>
    <p className={classes.text}>{children}</p>
    <Button
      size="compact-xs"
      variant={isTaken ? 'light' : 'default'}
      aria-pressed={isTaken}
      aria-label={label}
      onClick={onTake}
    >
      {`Take ${whose}`}
    </Button>
  </td>
)
