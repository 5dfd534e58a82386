import { editedThresholdProblems, thresholdProblems } from '@quatrain/contract/thresholds/threshold-rules.ts'
import { alertZones } from '@quatrain/contract/thresholds/threshold-status.ts'
import { Mark } from '#ui/Mark.tsx'
import { type ThresholdRow, thresholdRows } from './rule-rows.ts'
import classes from './thresholds.module.css'

/** What is remarkable about a threshold, besides errors. */
export function ThresholdNotes({ row }: { readonly row: ThresholdRow }) {
  const [threshold = row] = thresholdRows.valuesOf([row])
  const hides = (alertZones(threshold)?.hidden.length ?? 0) > 0
  const isKept =
    row.text !== '' && thresholdProblems(threshold).length > 0 && editedThresholdProblems(threshold).length === 0
  return (
    <>
      {hides && <Mark tone="warn">Ranges overlap</Mark>}
      {isKept && (
        <>
          <Mark>Kept as stored</Mark> <span className={`mono ${classes.kept}`}>{row.text}</span>
        </>
      )}
    </>
  )
}
