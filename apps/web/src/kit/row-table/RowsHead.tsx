import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './rows.module.css'

interface Props {
  readonly children?: ReactNode
  readonly shown: number
  readonly all: number
  /** The number of rows, in words. */
  readonly count: string
  readonly problem?: string | undefined
  /** Only during a search. */
  readonly onClear: (() => void) | undefined
}

/** Above a table of rows: the number of rows, and of visible ones. */
export const RowsHead = ({ children, shown, all, count, problem, onClear }: Props) => (
  <div className={classes.head}>
    {children}
    <span role="status">{onClear ? `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} rows` : count}</span>
    {onClear && (
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        Clear search
      </Button>
    )}
    {problem !== undefined && <p className={classes.message}>{problem}</p>}
  </div>
)
