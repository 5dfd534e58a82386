import { repeatedLabel } from '@quatrain/contract/thresholds/threshold-rules.ts'
import { Mark } from '#ui/Mark.tsx'
import type { RuleRow } from './rule-rows.ts'

interface Props {
  readonly row: RuleRow
  /** The metrics of the tenant; undefined while they are not loaded. */
  readonly knownMetrics: ReadonlySet<string> | undefined
  /** The number of the rule that is used instead. */
  readonly replacedBy: number | undefined
}

/** What is remarkable about a rule, besides errors. */
export function RuleNotes({ row, knownMetrics, replacedBy }: Props) {
  const metric = row.metric.trim()
  return (
    <>
      {metric !== '' && knownMetrics?.has(metric) === false && <Mark tone="warn">Unknown metric</Mark>}
      {replacedBy !== undefined && <Mark tone="warn">{`Replaced by rule ${replacedBy}`}</Mark>}
      {repeatedLabel(row.thresholds) !== undefined && <Mark tone="warn">Repeated label</Mark>}
    </>
  )
}
