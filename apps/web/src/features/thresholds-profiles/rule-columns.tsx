import { editedThresholdProblems, thresholdProblems } from '@quatrain/contract/thresholds/threshold-rules.ts'
import { alertZones } from '@quatrain/contract/thresholds/threshold-status.ts'
import { Mark } from '#ui/Mark.tsx'
import { type ThresholdRow, thresholdRows } from './rule-rows.ts'
import { ThresholdLine } from './ThresholdLine.tsx'
import { intervalWords, zoneWords } from './threshold-words.ts'
import classes from './thresholds.module.css'

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

/** What the limits of a threshold mean: on a line and in words. */
function ThresholdMeaning({ row }: { readonly row: ThresholdRow }) {
  const [threshold] = thresholdRows.valuesOf([row])
  const zones = threshold && alertZones(threshold)
  if (!zones) return null
  return (
    <div className={classes.meaning}>
      <ThresholdLine zones={zones} />
      {zoneWords(zones, threshold.uom).map(({ status, when }) => (
        <span key={status}>
          <strong>{status}</strong> {when}
        </span>
      ))}
      {zones.hidden.length > 0 && (
        <span className={classes.hidden}>WARNING hides CRITICAL {intervalWords(zones.hidden, threshold.uom)}</span>
      )}
    </div>
  )
}

/** What is remarkable about a threshold, besides errors. */
function ThresholdNotes({ row }: { readonly row: ThresholdRow }) {
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
