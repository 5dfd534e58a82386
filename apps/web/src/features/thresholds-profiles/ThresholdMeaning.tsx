import { alertZones } from '@quatrain/contract/thresholds/threshold-status.ts'
import { type ThresholdRow, thresholdRows } from './rule-rows.ts'
import { ThresholdLine } from './ThresholdLine.tsx'
import { intervalWords, zoneWords } from './threshold-words.ts'
import classes from './thresholds.module.css'

/** What the limits of a threshold mean: on a line and in words. */
export function ThresholdMeaning({ row }: { readonly row: ThresholdRow }) {
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
