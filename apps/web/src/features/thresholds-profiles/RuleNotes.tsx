import { Mark } from '#ui/Mark.tsx'
import type { RuleRow } from './rule-rows.ts'

interface Props {
  readonly row: RuleRow
  /** The metrics of the tenant; undefined while they are not loaded. */
  readonly known: ReadonlySet<string> | undefined
  /** The number of the rule that is used instead. */
  readonly replacedBy: number | undefined
}

/** What is remarkable about a rule, besides errors. */
export function RuleNotes({ row, known, replacedBy }: Props) {
  const metric = row.metric.trim()
  const labels = row.thresholds.map(({ label }) => label.trim()).filter((label) => label !== '')
  return (
    <>
      {metric !== '' && known?.has(metric) === false && <Mark tone="warn">Unknown metric</Mark>}
      {replacedBy !== undefined && <Mark tone="warn">{`Replaced by rule ${replacedBy}`}</Mark>}
      {new Set(labels).size < labels.length && <Mark tone="warn">Repeated label</Mark>}
    </>
  )
}
