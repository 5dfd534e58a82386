import type { ReactNode } from 'react'
import type { RowProblems } from '#kit/rows/row-problems.ts'
import type { RowState } from '#kit/rows/row-states.ts'
import { Mark } from '#ui/Mark.tsx'

interface Props {
  readonly state: RowState | undefined
  readonly problems: RowProblems | undefined
  readonly isCompact: boolean
  /** Further notes. */
  readonly more: ReactNode
}

/** The notes of a row: how it has changed, and what is wrong with it. In a compact table the errors of cells are shown below the row only. */
export const RowMarks = ({ state, problems, isCompact, more }: Props) => (
  <>
    {state === 'new' && <Mark tone="accent">New</Mark>}
    {state === 'changed' && <Mark tone="warn">Changed</Mark>}
    {problems?.row !== undefined && <Mark tone="bad">{problems.row}</Mark>}
    {!isCompact && problems && Object.keys(problems.cells).length > 0 && <Mark tone="bad">Error</Mark>}
    {more}
  </>
)
