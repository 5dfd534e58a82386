import { type ThresholdRow, thresholdRows } from './rule-rows.ts'
import { ThresholdMeaning } from './ThresholdMeaning.tsx'
import { ThresholdNotes } from './ThresholdNotes.tsx'

/** The rows of a rule, in a form and read-only. */
export const ruleMembers = { field: 'thresholds', definition: thresholdRows } as const

/** The column behind those of the values. */
export const columns = [
  {
    header: 'Meaning',
    width: '176px',
    cell: (row: ThresholdRow) => <ThresholdMeaning row={row} />,
  },
] as const

export const notesOf = (row: ThresholdRow) => <ThresholdNotes row={row} />
